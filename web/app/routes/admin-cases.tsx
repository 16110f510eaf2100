import { useSearchParams } from 'react-router'
import { CaseTable } from '../features/orders/case-table.tsx'
import { type CaseState, useCases } from '../features/orders/use-cases.ts'
import { AdminOnly } from '../session/guards.tsx'
import { titled } from '../shell/store-info.ts'
import { Answer } from '../ui/answer.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCheck } from '../ui/icons.tsx'
import { Container, PageTitle } from '../ui/page.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('Payment cases')

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
] as const

/** Money that bought nothing, or not all that it could, and what was done about it. */
export default function AdminCases() {
  return (
    <AdminOnly>
      <Cases />
    </AdminOnly>
  )
}

function Cases() {
  const { state, setState } = useCaseState()
  const cases = useCases(state)
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-3">
          <PageTitle className="d2 mr-auto">Payment cases</PageTitle>
          <ButtonLink to="/admin/orders">All Orders</ButtonLink>
        </div>
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <Segmented label="Cases" options={STATES} value={state} onChange={setState} />
            <p role="status" className="ml-auto text-sm text-muted">
              {cases.data &&
                `Showing ${cases.data.length.toLocaleString('en-US')} of ${cases.total.toLocaleString('en-US')}`}
            </p>
          </div>
          <Answer
            of={cases}
            error="Failed to load payment cases"
            skeleton={<Skeleton className="h-80" />}
            empty={<NoCases state={state} />}
          >
            {(rows) => (
              <div
                aria-busy={cases.isOutdated}
                className="transition-opacity duration-120 aria-busy:opacity-60"
              >
                <CaseTable cases={rows} />
              </div>
            )}
          </Answer>
          {cases.more.isThere && (
            <Button
              className="justify-self-center"
              busy={cases.more.isLoading}
              onClick={() => void cases.more.load()}
            >
              Load more
            </Button>
          )}
        </div>
      </div>
    </Container>
  )
}

/** Which cases are shown; it lives in the address. */
function useCaseState() {
  const [search, setSearch] = useSearchParams()
  const state: CaseState = search.get('state') === 'resolved' ? 'resolved' : 'open'
  const setState = (next: CaseState) =>
    setSearch(next === 'open' ? {} : { state: next }, { replace: true, preventScrollReset: true })
  return { state, setState }
}

const NoCases = ({ state }: { state: CaseState }) =>
  state === 'open' ? (
    <Empty title="No open cases." icon={<IconCheck />}>
      All money that came has bought what it was sent for.
    </Empty>
  ) : (
    <Empty title="No resolved cases yet." icon={<IconCheck />} />
  )
