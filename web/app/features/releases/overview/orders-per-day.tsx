import type { DeveloperAnalytics } from '@nofiller/contract/analytics/analytics'
import { showPrice } from '@nofiller/contract/pricing/money'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { useCall } from '../../../api/use-call.ts'
import { useUser } from '../../../session/session.ts'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { type QueryResult, QueryView } from '../../../ui/query-view.tsx'
import { changeOf } from '../../analytics/change.ts'
import { Figures } from '../../analytics/figures.tsx'
import { showStep } from '../../analytics/range.ts'

const DAYS = 30

/** What a game sold in the last 30 days. */
export function useGameFigures({ _id: gameId, developer }: SellerGame) {
  const user = useUser()
  const others = user?._id === developer._id ? {} : { developerId: developer._id }
  return useCall('GET /api/dev/analytics', {
    query: { days: DAYS, gameId, ...others },
    enabled: user !== null,
  })
}

type FiguresProps = {
  figures: QueryResult<DeveloperAnalytics>
  /** The newest release, if it is among those that are listed. */
  newest: OwnRelease | undefined
}

/** The game's figures side by side. */
export const GameFigures = ({ figures, newest }: FiguresProps) => (
  <QueryView query={figures} error="Failed to fetch analytics" skeleton={<Skeleton className="h-24" />}>
    {({ total, before }) => (
      <Figures
        figures={[
          {
            name: `Your share, ${DAYS} days`,
            value: showPrice(total.net),
            note: plural(total.orders, 'order'),
          },
          {
            name: `Page views, ${DAYS} days`,
            value: showCount(total.views),
            change: changeOf(total.views, before.views),
          },
          {
            name: `Downloads, ${DAYS} days`,
            value: showCount(total.downloads),
            change: changeOf(total.downloads, before.downloads),
          },
          {
            name: 'On the newest version',
            value: newest ? `${Math.round(100 * newest.ownersShare)}%` : '–',
            note: 'of owners who downloaded',
          },
        ]}
      />
    )}
  </QueryView>
)

type OrdersProps = { figures: QueryResult<DeveloperAnalytics>; releases: readonly OwnRelease[] }

/** The orders of each day, with the days on which releases went live. */
export const OrdersPerDay = ({ figures, releases }: OrdersProps) => (
  <QueryView query={figures} error="Failed to fetch analytics" skeleton={<Skeleton className="h-72" />}>
    {({ points }) => (
      <BarChart
        title="Orders per day"
        step="Day"
        subtitle={`${DAYS} days, UTC`}
        points={points.map(({ day, orders }) => ({ key: day, label: showStep(day, 'day'), value: orders }))}
        show={(orders) => plural(orders, 'order')}
        showTick={showCount}
        marks={releases.flatMap(({ label, releasedAt }) => {
          const place = points.findIndex(({ day }) => day === releasedAt?.slice(0, 10))
          return place < 0 ? [] : [{ place, label }]
        })}
      />
    )}
  </QueryView>
)
