import { Prose } from '../../features/content/prose.tsx'
import { textMeta } from '../../features/content/text-meta.ts'
import { TextSection } from '../../features/content/text-section.tsx'
import { servicesContext } from '../../services.ts'
import { useFragment } from '../../ui/browser/fragment.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import type { Route } from './+types/copyright.ts'

const NoticeForm = lazyPart(() => import('../../features/copyright/notice-form.tsx'))
const WithdrawNotice = lazyPart(() => import('../../features/copyright/withdraw-notice.tsx'))

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).page('copyright'),
})

export const meta: Route.MetaFunction = textMeta('/copyright')

/** How copyright notices work, and the form for one; with the token of an emailed link, a form to withdraw one. */
export default function Copyright({ loaderData: { page } }: Route.ComponentProps) {
  const token = useFragment()
  const isWithdrawal = token.startsWith('C-')
  return (
    <Container width="narrow" className="grid grid-cols-1 gap-6 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>{page.title}</PageTitle>
      {isWithdrawal && <WithdrawNotice token={token} />}
      <Prose html={page.intro} className="text-lg" />
      {!isWithdrawal && (
        <>
          <NeedsScripts to="send a notice" />
          <NoticeForm />
        </>
      )}
      <div>
        {page.sections.map((section) => (
          <TextSection key={section.id} section={section} />
        ))}
      </div>
    </Container>
  )
}
