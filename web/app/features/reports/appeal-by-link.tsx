import { useState } from 'react'
import { call } from '../../api/client.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { AppealForm } from '../moderation/appeals/appeal-form.tsx'

/** Appeals the decision about the report of an emailed link, without an account. */
export default function AppealByLink({ token }: { token: string }) {
  const [isSent, setSent] = useState(false)
  const number = token.slice(0, token.lastIndexOf('.'))
  return (
    <>
      <PageTitle>Your report {number}</PageTitle>
      {isSent ? (
        <Note kind="go">Thank you. We have your appeal and will email you.</Note>
      ) : (
        <AppealForm
          until={null}
          hours={null}
          send={(text) =>
            call('POST /api/reports/:number/appeal', { params: { number }, body: { text, token } })
          }
          onSent={() => setSent(true)}
        />
      )}
    </>
  )
}
