import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Panel } from '../../ui/page.tsx'

/** Withdraws the notice of an emailed link. It takes a click, because mail programs open links by themselves. */
export default function WithdrawNotice({ token }: { token: string }) {
  const withdraw = useMutation({
    mutationFn: () => call('POST /api/copyright/withdraw', { body: { token } }),
    networkMode: 'always',
  })
  const number = token.split('.', 1)[0]
  if (withdraw.isSuccess)
    return (
      <Note kind="go">The notice {withdraw.data.number} is withdrawn. What it switched off is back.</Note>
    )
  return (
    <Panel className="grid justify-items-start gap-3">
      <h2 className="d4">Withdraw the notice {number}</h2>
      <p className="text-muted">
        What it switched off comes back at once. You can send another notice later.
      </p>
      {withdraw.isError && (
        <Note kind="bad">{messageOf(withdraw.error, 'We couldn’t withdraw it. Please try again.')}</Note>
      )}
      <Button kind="primary" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw notice
      </Button>
    </Panel>
  )
}
