import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { titled } from '../shell/store-info.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { NeedsScripts } from '../ui/needs-scripts.tsx'
import { Container, PageTitle } from '../ui/page.tsx'

export const meta = titled('Confirm your report')

/** Where the mailed link of a report leads. It takes a press, because mail programs open links by themselves. */
export default function ConfirmReport() {
  const token = useLocation().hash.slice(1)
  const confirm = useMutation({
    mutationFn: () => call('POST /api/reports/confirm', { body: { token } }),
    networkMode: 'always',
  })
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      <PageTitle>Confirm your report</PageTitle>
      {confirm.isSuccess ? (
        <Note kind="go">Thank you. Your report {confirm.data.number} is with us, and we write to you.</Note>
      ) : (
        <>
          <NeedsScripts to="confirm a report" />
          <p>One press, and somebody looks at it.</p>
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
    </Container>
  )
}
