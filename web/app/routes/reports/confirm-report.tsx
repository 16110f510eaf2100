import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { titled } from '../../shell/store-info.ts'
import { useFragment } from '../../ui/browser/fragment.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

export const meta = titled('Your report')

const AppealByLink = lazyPart(() => import('../../features/reports/appeal-by-link.tsx'))

/** Where the mailed links of a report lead: to confirm it, and later to appeal what was decided about it. */
export default function ReportLink() {
  const token = useFragment()
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      {token.includes('.') ? <AppealByLink token={token} /> : <Confirm token={token} />}
    </Container>
  )
}

/** It takes a press, because mail programs open links by themselves. */
function Confirm({ token }: { token: string }) {
  const confirm = useMutation({
    mutationFn: () => call('POST /api/reports/confirm', { body: { token } }),
    networkMode: 'always',
  })
  return (
    <>
      <PageTitle>Confirm your report</PageTitle>
      {confirm.isSuccess ? (
        <Note kind="go">
          Thank you. We have your report {confirm.data.number} and will email you our decision.
        </Note>
      ) : (
        <>
          <NeedsScripts to="confirm a report" />
          <p>Confirm, and someone will look at it.</p>
          {confirm.isError && (
            <Note kind="bad">
              {messageOf(confirm.error, 'Could not confirm the report. Please try again.')}
            </Note>
          )}
          <Button kind="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm report
          </Button>
        </>
      )}
    </>
  )
}
