import type { Analytics } from '@nofiller/contract/analytics'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { OverTime } from '../features/analytics/over-time.tsx'
import { Overview, Rankings, RecentActivity, SalesTable } from '../features/analytics/store-analytics.tsx'
import { titled } from '../shell/store-info.ts'
import { Answer } from '../ui/answer.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconChart } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('Analytics')

/** The store's figures (document 1 §3). */
export default function AdminAnalytics() {
  const figures = useQuery({
    queryKey: ['GET /api/admin/analytics'],
    queryFn: ({ signal }) => call('GET /api/admin/analytics', { signal }),
    refetchOnWindowFocus: 'always',
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Answer of={figures} error="Failed to fetch analytics" skeleton={<Skeleton className="h-96" />}>
        {(analytics) => (
          <>
            <Overview overview={analytics.overview} />
            {hasHappened(analytics) ? (
              <>
                <SalesTable sales={analytics.sales} />
                <OverTime />
                <Rankings {...analytics} />
                <RecentActivity recentActivity={analytics.recentActivity} />
              </>
            ) : (
              <Empty title="No analytics data available" icon={<IconChart />} />
            )}
          </>
        )}
      </Answer>
    </div>
  )
}

const hasHappened = ({ overview }: Analytics) => overview.totalOrders > 0 || overview.totalDownloads > 0
