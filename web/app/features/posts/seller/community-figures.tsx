import type { PostReach } from '@nofiller/contract/posts/posts'
import { showCount } from '@nofiller/contract/text/digits'
import { showUtcDay } from '@nofiller/contract/text/time'
import { useCall } from '../../../api/use-call.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { countOf } from './count-words.ts'

/** How many follow, want and own a game: counted once a night and in tens, so that no figure tells of somebody. */
export function CommunityFigures({ gameId }: { gameId: string }) {
  const reach = useCall('GET /api/dev/games/:id/reach', { params: { id: gameId } })
  return (
    <section aria-label="Figures">
      <QueryView
        query={reach}
        error="Failed to load followers and wishlists"
        skeleton={<Skeleton className="h-24" />}
      >
        {(figures) => <Figures figures={figures} />}
      </QueryView>
    </section>
  )
}

const Figures = ({ figures: { followers, ofDeveloper, owners, wishes } }: { figures: PostReach }) => (
  <div className="grid gap-2">
    <dl className="grid grid-cols-2 gap-3 phone:gap-4 desktop:grid-cols-4">
      {[
        { name: 'Followers of this game', value: countOf(followers), hint: 'Hear of releases and posts' },
        { name: 'Your followers', value: countOf(ofDeveloper), hint: 'Hear of new games and posts' },
        { name: 'On wishlists', value: countOf(wishes.wanted), hint: 'Hear of sales' },
        { name: 'Owners', value: showCount(owners), hint: 'Hear of releases and posts' },
      ].map(({ name, value, hint }) => (
        <Panel key={name} className="flex flex-col gap-0.5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="d3 max-phone:text-md/6">{value}</dd>
          <dd className="text-sm text-faint">{hint}</dd>
        </Panel>
      ))}
    </dl>
    <p className="text-sm text-muted">
      Followers and wishlists are counted once a night. Nobody learns who follows or wants a game.
    </p>
    {wishes.boughtPercent !== null && (
      <p className="text-sm text-muted">
        {wishes.boughtPercent}% of those who were told that their wish is on sale, or left development, bought
        it within 30 days.
      </p>
    )}
    {wishes.weeks.some(({ added, removed }) => added + removed > 0) && <WishesByWeek weeks={wishes.weeks} />}
  </div>
)

type Week = PostReach['wishes']['weeks'][number]

const WishesByWeek = ({ weeks }: { weeks: Week[] }) => (
  <details>
    <summary className="cursor-pointer text-ui text-muted underline underline-offset-3 max-phone:min-h-8">
      Wishlists by week
    </summary>
    <Panel flush className="mt-2">
      <Table label="Wishlists by week" columns={WEEK_COLUMNS} rows={weeks} keyOf={({ week }) => week} />
    </Panel>
  </details>
)

const WEEK_COLUMNS: Column<Week>[] = [
  { head: 'Week from', cell: ({ week }) => showUtcDay(week), card: { wide: true } },
  { head: 'Added', cell: ({ added }) => countOf(added), align: 'right', card: { labeled: true } },
  { head: 'Removed', cell: ({ removed }) => countOf(removed), align: 'right', card: { labeled: true } },
]
