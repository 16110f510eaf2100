import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { appCodeProblem, codeProblem } from '@nofiller/contract/accounts/second-factor-rules'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { CodeField, NO_KEYS, PasswordField } from './key-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazyPart(() => import('../../../ui/qr-code.tsx'))

type SetUpProps = {
  /** Two-step verification is on, so its code is required too. */
  isReplacing: boolean
  onClose: () => void
  onDone: () => void
}

type NewSecret = { secret: string; url: string }

/** The steps from the password and the app's first code to the recovery codes. Nothing changes before the first code is correct. */
export function SetUpSecondFactor({ isReplacing, onClose, onDone }: SetUpProps) {
  const [made, setMade] = useState<NewSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (made) return <ConnectApp made={made} onClose={onClose} onConnected={setCodes} />
  return <AskForKeys isReplacing={isReplacing} onClose={onClose} onMade={setMade} />
}

type AskProps = { isReplacing: boolean; onClose: () => void; onMade: (made: NewSecret) => void }

function AskForKeys({ isReplacing, onClose, onMade }: AskProps) {
  const form = useForm({
    initial: NO_KEYS,
    check: ({ password, code }) => ({
      password: password === '' ? TEXT.passwordCurrent : null,
      code: isReplacing ? codeProblem(code) : null,
    }),
    send: ({ password, code }) =>
      call('POST /api/second-factor/setup', { body: { password, ...(isReplacing && { code }) } }),
    onSent: onMade,
  })
  return (
    <FormDialog
      form={form}
      title={isReplacing ? 'Replace your authenticator app' : 'Set up two-step verification'}
      width="small"
      button="Continue"
      onClose={onClose}
    >
      <p className="text-muted">
        You need an authenticator app on your phone, such as Aegis, 2FAS or the one in your password manager.
      </p>
      <PasswordField {...form.field('password')} />
      {isReplacing && <CodeField {...form.field('code')} />}
    </FormDialog>
  )
}

type ConnectProps = { made: NewSecret; onClose: () => void; onConnected: (codes: readonly string[]) => void }

function ConnectApp({ made: { secret, url }, onClose, onConnected }: ConnectProps) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: appCodeProblem(code) }),
    send: (body) => call('POST /api/second-factor', { body }),
    onSent: ({ recoveryCodes }) => onConnected(recoveryCodes),
  })
  return (
    <FormDialog form={form} title="Connect your app" width="small" button="Turn on" onClose={onClose}>
      <p className="text-muted">Scan this with your authenticator app, or type the key into it.</p>
      <div className="size-44 justify-self-center">
        <QrCode
          text={url}
          label="QR code of the key for your authenticator app"
          fallback={<Skeleton className="size-full" />}
        />
      </div>
      <CopyField label="Key" text={secret} name="Key">
        <span translate="no" className="mono">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </span>
      </CopyField>
      <Field label="Code" hint="The 6 digits that the app shows now." {...form.field('code')}>
        <TextInput autoComplete="one-time-code" inputMode="numeric" />
      </Field>
    </FormDialog>
  )
}
