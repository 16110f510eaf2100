import type { Balance, DeveloperAnalytics } from '@nofiller/contract/analytics/analytics'
import { showPrice } from '@nofiller/contract/pricing/money'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { changeOf } from './change.ts'
import { Figures } from './figures.tsx'

const DAYS = 30
const ANALYTICS = '/dev/analytics'

/** A developer's figures at a glance, each with a link to its details. */
export function DeveloperSummary() {
  const summary = useQuery({
    queryKey: ['GET /api/dev/analytics', 'summary'],
    queryFn: async ({ signal }) => {
      const [recent, balance] = await Promise.all([
        call('GET /api/dev/analytics', { query: { days: DAYS }, signal }),
        call('GET /api/dev/balance', { signal }),
      ])
      return { recent, balance }
    },
    refetchOnWindowFocus: 'always',
  })
  return (
    <QueryView query={summary} error="Failed to fetch analytics" skeleton={<Skeleton className="h-24" />}>
      {({ recent, balance }) => <Figures figures={figuresOf(recent, balance)} />}
    </QueryView>
  )
}

const figuresOf = ({ total, before }: DeveloperAnalytics, balance: Balance) => [
  {
    name: `Revenue, ${DAYS} days`,
    value: showPrice(total.revenue),
    change: changeOf(total.revenue, before.revenue),
    to: ANALYTICS,
  },
  {
    name: `Orders, ${DAYS} days`,
    value: showCount(total.orders),
    change: changeOf(total.orders, before.orders),
    to: ANALYTICS,
  },
  {
    name: `Downloads, ${DAYS} days`,
    value: showCount(total.downloads),
    change: changeOf(total.downloads, before.downloads),
    to: ANALYTICS,
  },
  {
    name: 'Revenue, all time',
    value: showPrice(balance.gross),
    note: plural(balance.orders, 'order'),
    to: '/dev/earnings',
  },
]
