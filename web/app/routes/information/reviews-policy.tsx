import type { RemovedInMonth } from '@nofiller/contract/reviews/policy-rules'
import { reviewsPolicy } from '@nofiller/contract/reviews/reviews-policy'
import { LongPage } from '../../features/content/long-page.tsx'
import { PolicySections } from '../../features/content/policy-sections.tsx'
import { servicesContext } from '../../services.ts'
import { storeOf, titled } from '../../shell/store-info.ts'
import { TextLink } from '../../ui/button.tsx'
import { Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Route } from './+types/reviews-policy.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  removed: await context.get(servicesContext).removedReviews(),
})

export const meta: Route.MetaFunction = ({ matches }) => [
  ...titled('How reviews work')({ matches }),
  {
    name: 'description',
    content:
      'Who writes reviews here and how that is checked, how they are ordered and counted, and what is removed.',
  },
  { tagName: 'link', rel: 'canonical', href: `${storeOf(matches)?.publicUrl}/reviews-policy` },
]

/** The rules of reviews, told from those of the code (RV12). */
export default function ReviewsPolicy({ loaderData: { removed } }: Route.ComponentProps) {
  const sections = reviewsPolicy()
  return (
    <LongPage title="How reviews work" places={sections}>
      <PolicySections sections={sections} after={(id) => id === 'removed' && <Removed months={removed} />} />
    </LongPage>
  )
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const Removed = ({ months }: { months: readonly RemovedInMonth[] }) => (
  <>
    <Panel flush>
      <Table
        label="Removed reviews by month"
        columns={[
          { head: 'Month', cell: ({ month }) => MONTH.format(new Date(`${month}-01`)) },
          { head: 'Removed', cell: ({ removed }) => removed, align: 'right' },
        ]}
        rows={months}
        keyOf={({ month }) => month}
      />
    </Panel>
    <p className="text-sm text-muted">
      All decisions, by rule, stand under <TextLink to="/transparency">Transparency</TextLink>; the rules
      under <TextLink to="/rules">Rules</TextLink>.
    </p>
  </>
)
