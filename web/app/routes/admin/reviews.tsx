import { Navigate, useSearchParams } from 'react-router'
import { useCall } from '../../api/use-call.ts'
import { CaseList } from '../../features/admin/reports/case-list.tsx'
import { HeldList } from '../../features/admin/reviews/held-list.tsx'
import { SurgeList } from '../../features/admin/reviews/surge-list.tsx'
import { titled } from '../../shell/store-info.ts'
import { choiceIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { Empty } from '../../ui/list/empty.tsx'
import { ViewChoice } from '../../ui/list/view-choice.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Reviews')

const VIEWS = { surges: 'Surges', decided: 'Decided surges', held: 'Held', reported: 'Reported' } as const
type View = keyof typeof VIEWS

const filterIn = (search: URLSearchParams) => ({
  view: choiceIn(search, 'view', Object.keys(VIEWS) as View[]), // its own keys
})

/** What buyers write: games with unusually many reviews, and reviews that wait for a look or were reported. */
export default function AdminReviews() {
  const [search] = useSearchParams()
  const { filter, field } = useAddressFilter(filterIn)
  // Games to review stood here before; emails still lead to their views.
  if (search.has('state')) return <Navigate to={`/admin/approvals?${search}`} replace />
  const { view = 'surges' } = filter
  return (
    <div className="grid grid-cols-1 gap-6">
      <h2 className="sr-only">Reviews</h2>
      <div className="-mx-4 overflow-x-auto px-4 phone:mx-0 phone:px-0">
        <ViewChoice label="Which reviews" names={VIEWS} {...field('view')} />
      </div>
      <Matter view={view} />
      <p className="text-sm text-muted">
        Nobody reads here who wrote a review. Your own games and reviews never appear.
      </p>
    </div>
  )
}

function Matter({ view }: { view: View }) {
  if (view === 'held') return <HeldList />
  if (view === 'reported') return <Reported />
  return <SurgeList state={view === 'surges' ? 'open' : 'decided'} />
}

/** Open reports about reviews, the names under them and answers. */
function Reported() {
  const query = { state: 'open', subject: 'review' } as const
  const cases = useCall('GET /api/admin/reports', { query, refetchOnWindowFocus: 'always' })
  return (
    <QueryView query={cases} error="Failed to load reports">
      {(rows) => (rows.length === 0 ? <Empty title="No review is reported." /> : <CaseList rows={rows} />)}
    </QueryView>
  )
}
