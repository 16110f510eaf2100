import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageTitle, Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

const KEY = 'POST /api/confirmations/waiting'

/** Confirms the address of an emailed link. It takes a click, because mail programs open links by themselves. */
export default function ConfirmByLink({ token }: { token: string }) {
  const found = useCall(KEY, {
    body: { token },
    staleTime: Number.POSITIVE_INFINITY, // a click confirms exactly what is shown
    retry: false,
  })
  return (
    <>
      <PageTitle>Confirm what you sent us</PageTitle>
      <QueryView
        query={found}
        error={messageOf(found.error, 'We couldn’t open this link. Please try again.')}
      >
        {({ email, waiting }) => <Confirm token={token} email={email} waiting={waiting} />}
      </QueryView>
    </>
  )
}

type Props = { token: string; email: string; waiting: { number: string; about: string }[] }

function Confirm({ token, email, waiting }: Props) {
  const confirm = useMutation({
    mutationFn: () =>
      call('POST /api/reports/confirm', { body: { token, numbers: waiting.map(({ number }) => number) } }),
    networkMode: 'always',
  })
  if (confirm.isSuccess || waiting.length === 0)
    return <Note kind="go">Thank you. We have {listOf(waiting)} and will email you our decision.</Note>
  return (
    <>
      <p className="wrap-anywhere">
        Sent with {email}, and not confirmed yet. Confirm, and someone will look at it.
      </p>
      <Panel flush className="w-full">
        <ul className="divide-y divide-line">
          {waiting.map(({ number, about }) => (
            <li key={number} className="px-4 py-3 wrap-anywhere phone:px-5">
              <span className="font-semibold">{number}</span> · {about}
            </li>
          ))}
        </ul>
      </Panel>
      {confirm.isError && (
        <Note kind="bad">{messageOf(confirm.error, 'We couldn’t confirm it. Please try again.')}</Note>
      )}
      <Button kind="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {waiting.every(isReport) ? 'Confirm report' : 'Confirm'}
      </Button>
    </>
  )
}

const isReport = ({ number }: { number: string }): boolean => number.startsWith('R-')

/** `your report R-12`, or all numbers of several. */
function listOf(waiting: Props['waiting']): string {
  const [first, second] = waiting
  if (!first) return 'what you sent'
  if (!second)
    return isReport(first) ? `your report ${first.number}` : `your copyright notice ${first.number}`
  return new Intl.ListFormat('en').format(waiting.map(({ number }) => number))
}
