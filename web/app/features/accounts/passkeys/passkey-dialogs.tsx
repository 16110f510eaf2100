import {
  newPasskeyNameProblem,
  PASSKEY_NAME_MAX,
  passkeyNameProblem,
} from '@nofiller/contract/accounts/passkey-rules'
import type { Passkey } from '@nofiller/contract/accounts/passkeys'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'

type DialogProps = { onClose: () => void; onDone: () => void }
type PasskeyDialogProps = DialogProps & { passkey: Passkey }

const FAILED = 'Something went wrong. Please try again.'

/** Makes the browser create a passkey, and adds it. */
export function AddPasskey({ onClose, onDone }: DialogProps) {
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: passkeyNameProblem(name) }),
    send: addPasskey,
    onSent: ({ name }) => {
      toast(`Passkey “${name}” added. We’ve emailed you a confirmation.`)
      onDone()
    },
    failureOf: additionFailure,
  })
  return (
    <FormDialog form={form} title="Add a passkey" width="small" button="Continue" onClose={onClose}>
      <p className="text-muted">Your device asks for your fingerprint, face or screen lock next.</p>
      <Field
        label="Name (optional)"
        hint="What you will recognize it by, such as Pixel 9 or Blue security key."
        {...form.field('name')}
      >
        <TextInput maxLength={PASSKEY_NAME_MAX} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

async function addPasskey({ name }: { name: string }): Promise<Passkey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await call('POST /api/passkeys/options')
  const registration = await startRegistration({ optionsJSON })
  return call('POST /api/passkeys', { body: { name, registration } })
}

function additionFailure(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error, FAILED)
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return isKnown
    ? 'This device already has a passkey for your account.'
    : 'Your device didn’t create a passkey. Try again, or use another device.'
}

export function RenamePasskey({ passkey, onClose, onDone }: PasskeyDialogProps) {
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => ({ name: newPasskeyNameProblem(name) }),
    send: (body) => call('PATCH /api/passkeys/:id', { params: { id: passkey._id }, body }),
    onSent: () => {
      toast('Passkey renamed.')
      onDone()
    },
  })
  return (
    <FormDialog form={form} title="Rename passkey" width="small" button="Rename" onClose={onClose}>
      <Field label="Name" {...form.field('name')}>
        <TextInput maxLength={PASSKEY_NAME_MAX} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

export function RemovePasskey({ passkey, onClose, onDone }: PasskeyDialogProps) {
  const form = useForm({
    initial: {},
    send: () => call('DELETE /api/passkeys/:id', { params: { id: passkey._id } }),
    onSent: () => {
      toast(`Passkey “${passkey.name}” removed. Every other browser is logged out.`)
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      kind="danger"
      title="Remove passkey?"
      width="small"
      button="Remove"
      onClose={onClose}
    >
      <p>
        “{passkey.name}” can no longer log in, and every other browser is logged out. Your password still
        works.
      </p>
    </FormDialog>
  )
}
