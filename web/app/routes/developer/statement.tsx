import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, callFile, callPage } from '../../api/client.ts'
import { StatementSheet } from '../../features/payouts/statement/statement-sheet.tsx'
import { servicesContext } from '../../services.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { IconPrint } from '../../ui/dashboard-icons.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconArrowLeft } from '../../ui/icons.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
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
  const statement = useQuery({
    queryKey: ['GET /api/payouts/:id', id],
    queryFn: ({ signal }) => call('GET /api/payouts/:id', { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const lines = useLines(id)
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
            <QueryView query={lines} error={FAILED} skeleton={<Skeleton className="h-130" />}>
              {({ rows, left }) => (
                <StatementSheet statement={shown} lines={rows} left={left} seller={seller} />
              )}
            </QueryView>
          )}
        </QueryView>
        {lines.hasNextPage && (
          <div className="mt-5 grid justify-items-center gap-3 print:hidden">
            {lines.isFetchNextPageError && (
              <p role="alert" className="text-bad">
                {FAILED}
              </p>
            )}
            <Button busy={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
              {lines.isFetchNextPageError ? 'Try again' : 'Load more'}
            </Button>
          </div>
        )}
      </div>
    </Container>
  )
}

/** The loaded lines, and how many are left. */
const useLines = (id: string) =>
  useInfiniteQuery({
    queryKey: ['GET /api/payouts/:id/lines', id],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: LINES_A_PAGE, after: pageParam }
      return callPage('GET /api/payouts/:id/lines', { params: { id }, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => {
      const rows = pages.flatMap((page) => page.rows)
      return { rows, left: (pages.at(-1)?.total ?? rows.length) - rows.length }
    },
    retry: false,
  })
