import type { Analytics } from '@nofiller/contract/analytics/analytics'
import { useCall } from '../../api/use-call.ts'
import { OverTime } from '../../features/analytics/over-time.tsx'
import { Overview, Rankings, RecentActivity, SalesTable } from '../../features/analytics/store-analytics.tsx'
import { titled } from '../../shell/store-info.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconChart } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Analytics')

/** The store's figures (requirements 8.1). */
export default function AdminAnalytics() {
  const figures = useCall('GET /api/admin/analytics', { refetchOnWindowFocus: 'always' })
  return (
    <div className="grid grid-cols-1 gap-5">
      <QueryView query={figures} error="Failed to fetch analytics" skeleton={<Skeleton className="h-96" />}>
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
      </QueryView>
    </div>
  )
}

const hasHappened = ({ overview }: Analytics) => overview.totalOrders > 0 || overview.totalDownloads > 0
