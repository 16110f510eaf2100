import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { NeedsScripts } from '../../../ui/needs-scripts.tsx'
import { AuthColumn } from '../auth-column.tsx'

type DisownProps = { token: string; onDisowned: (resetToken: string) => void }

/** Logs everybody out who is in an account, by the link of a mail. It takes a press, because mail programs open links by themselves. */
export function DisownLogIn({ token, onDisowned }: DisownProps) {
  const disown = useMutation({
    mutationFn: () => call('POST /api/disown-login', { body: { token } }),
    onSuccess: ({ resetToken }) => onDisowned(resetToken),
    networkMode: 'always',
  })
  return (
    <AuthColumn
      title="Wasn’t you?"
      lead="Every browser will be logged out, and the password will stop working. Passkeys and second steps that were added since that log-in will be removed, and payouts will stop until support has looked at them. You’ll then choose a new password."
      art={0}
    >
      <NeedsScripts to="log out everywhere" />
      {disown.isError && (
        <Note kind="bad">{messageOf(disown.error, 'Could not log out everywhere. Please try again.')}</Note>
      )}
      <Button kind="danger" size="large" wide busy={disown.isPending} onClick={() => disown.mutate()}>
        Log out everywhere
      </Button>
      {disown.isError && (
        <ButtonLink to="/forgot-password" size="large" wide>
          Set a new password
        </ButtonLink>
      )}
    </AuthColumn>
  )
}
