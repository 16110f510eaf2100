import { titled } from '../../shell/store-info.ts'
import { useFragment } from '../../ui/browser/fragment.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

export const meta = titled('Your report')

const AppealByLink = lazyPart(() => import('../../features/reports/appeal-by-link.tsx'))
const ConfirmByLink = lazyPart(() => import('../../features/reports/confirm-by-link.tsx'))

/** The target of emailed links: to confirm a report sent with an address, and later to appeal its decision. */
export default function ReportLink() {
  const token = useFragment()
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      {token === '' ? <NoLink /> : <Linked token={token} />}
    </Container>
  )
}

/** A link of an appeal names its report, as `R-12`. */
const Linked = ({ token }: { token: string }) =>
  /^R-\d+\./.test(token) ? <AppealByLink token={token} /> : <ConfirmByLink token={token} />

/** Also the server's rendering, which never sees the fragment. */
const NoLink = () => (
  <>
    <PageTitle>Confirm what you sent us</PageTitle>
    <NeedsScripts to="confirm a report" />
    <p>Open the link in our email to confirm a report or a copyright notice.</p>
  </>
)
