import { TAKE_BACK_LINKS } from '@nofiller/contract/accounts/take-back-rules'
import { type MailedLink, TakeBack } from '../../features/accounts/take-back/take-back.tsx'
import { titled } from '../../shell/store-info.ts'
import { useFragment } from '../../ui/browser/fragment.ts'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

export const meta = titled('Take your account back')

/** The target of links in emails about a changed address and about a login from a new browser. */
export default function TakeBackPage() {
  const mailed = mailedLinkIn(useFragment())
  return (
    <Container width="narrow" className="grid grid-cols-1 gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24">
      <PageTitle>Take your account back</PageTitle>
      <NeedsScripts to="take your account back" />
      {mailed ? <TakeBack mailed={mailed} /> : <p>Open the link in the email again.</p>}
    </Container>
  )
}

function mailedLinkIn(fragment: string): MailedLink | null {
  const [kind, token = ''] = fragment.split('=')
  const link = TAKE_BACK_LINKS.find((known) => known === kind)
  return link ? { link, token } : null
}
