import { callFile } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useList } from '../../api/use-list.ts'
import { StatementSheet } from '../../features/payouts/statement/statement-sheet.tsx'
import { servicesContext } from '../../services.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { IconPrint } from '../../ui/dashboard-icons.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconArrowLeft } from '../../ui/icons.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { List } from '../../ui/list/list.tsx'
import { Container } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import type { Route } from './+types/statement'

export const meta = titled('Statement')

const FAILED = 'Failed to load the statement'
const LINES_A_PAGE = 200

export function loader({ context }: Route.LoaderArgs) {
  return context.get(servicesContext).seller
}

/** The statement of a payout, printable; for its developer or an admin. */
export default function DevStatement({ params: { id }, loaderData: seller }: Route.ComponentProps) {
  const statement = useCall('GET /api/payouts/:id', {
    params: { id },
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const { reset: _reset, ...lines } = useList(
    'GET /api/payouts/:id/lines',
    {},
    { params: { id }, limit: LINES_A_PAGE },
  )
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24 print:p-0">
      <div className="max-w-228 print:max-w-none">
        {!statement.data && <h1 className="sr-only">Statement</h1>}
        <div className="mb-5 flex flex-wrap items-center gap-2 phone:gap-3 print:hidden">
          <ButtonLink kind="quiet" className="-ml-3 phone:-ml-4" to="/dev/earnings">
            <IconArrowLeft />
            Earnings
          </ButtonLink>
          <span className="ml-auto flex gap-2 phone:gap-3">
            <CsvButton
              load={() => callFile('GET /api/payouts/:id/statement.csv', { params: { id } })}
              fileName="statement.csv"
              failure={() => FAILED}
            />
            <Button onClick={() => window.print()}>
              <IconPrint />
              Print
            </Button>
          </span>
        </div>
        <QueryView query={statement} error={FAILED} skeleton={<Skeleton className="h-130" />}>
          {(shown) => (
            <div className="grid grid-cols-1 gap-5">
              <List list={lines} error={FAILED} skeleton={<Skeleton className="h-130" />} empty={undefined}>
                {(rows) => (
                  <StatementSheet
                    statement={shown}
                    lines={rows}
                    left={lines.total - rows.length}
                    seller={seller}
                  />
                )}
              </List>
            </div>
          )}
        </QueryView>
      </div>
    </Container>
  )
}
