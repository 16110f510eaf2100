import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { codeProblem } from '@nofiller/contract/accounts/second-factor-rules'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { passkeyFailure } from '../passkeys/log-in-with-passkey.ts'
import { CodeField, NO_KEYS, PasswordField } from '../second-factor/key-fields.tsx'

const TITLE = 'Confirm it’s you'

type ConfirmIdentityProps = { onEnd: (isProven: boolean) => void }

/** Asks users to confirm their identity before an action that a stolen session must not do; the action then continues. */
export function ConfirmIdentity({ onEnd }: ConfirmIdentityProps) {
  const ways = useCall('GET /api/reauthentication', { retry: 1 })
  if (ways.data) return <Keys ways={ways.data} onEnd={onEnd} />
  return (
    <Dialog title={TITLE} width="small" onClose={() => onEnd(false)}>
      <QueryView
        query={ways}
        error="We couldn’t start the identity check. Please try again."
        skeleton={<Skeleton className="h-30" />}
      >
        {() => null}
      </QueryView>
    </Dialog>
  )
}

type Ways = { needsCode: boolean; hasPasskey: boolean }

function Keys({ ways: { needsCode, hasPasskey }, onEnd }: ConfirmIdentityProps & { ways: Ways }) {
  const form = useForm({
    initial: NO_KEYS,
    check: ({ password, code }) => ({
      password: password === '' ? TEXT.passwordCurrent : null,
      code: needsCode ? codeProblem(code) : null,
    }),
    send: ({ password, code }) =>
      call('POST /api/reauthentication', { body: needsCode ? { password, code } : { password } }),
    onSent: () => onEnd(true),
    failureOf: messageOf,
  })
  return (
    <FormDialog form={form} title={TITLE} width="small" button="Continue" onClose={() => onEnd(false)}>
      <p className="text-muted">
        It’s been a while since you logged in. Once you confirm, you’ll pick up where you left off.
      </p>
      {hasPasskey && <ByPasskey onProven={() => onEnd(true)} />}
      <PasswordField {...form.field('password')} />
      {needsCode && <CodeField {...form.field('code')} />}
    </FormDialog>
  )
}

function ByPasskey({ onProven }: { onProven: () => void }) {
  const proof = useMutation({ mutationFn: proveByPasskey, onSuccess: onProven, networkMode: 'always' })
  return (
    <>
      {proof.isError && <Note kind="bad">{passkeyFailure(proof.error)}</Note>}
      <Button wide busy={proof.isPending} onClick={() => proof.mutate()}>
        Use a passkey
      </Button>
    </>
  )
}

async function proveByPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await call('POST /api/reauthentication/passkey/options')
  await call('POST /api/reauthentication/passkey', { body: await startAuthentication({ optionsJSON }) })
}
