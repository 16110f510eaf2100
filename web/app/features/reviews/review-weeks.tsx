import type { ReviewWeeks as Weeks } from '@nofiller/contract/reviews/surges'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { showUtcDay } from '@nofiller/contract/text/time'
import { useCall } from '../../api/use-call.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Table } from '../../ui/list/table.tsx'
import { QueryView } from '../../ui/query-view.tsx'

/** A game's reviews by week, with its share without the unusual days and with them. */
export default function ReviewWeeks({ gameId }: { gameId: string }) {
  const weeks = useCall('GET /api/games/:id/review-weeks', { params: { id: gameId } })
  return (
    <QueryView query={weeks} error="Failed to load the weeks" skeleton={<Skeleton className="h-40" />}>
      {(found) => (
        <div className="grid grid-cols-1 gap-3">
          <p className="text-sm">{bothShares(found)}</p>
          <Chart {...found} />
        </div>
      )}
    </QueryView>
  )
}

/** `Without these days 91% of 53, with them 62% of 118.` */
const bothShares = ({ without, with: all }: Weeks): string =>
  `Without these days ${shareIn(without)}, with them ${shareIn(all)}.`

const shareIn = ({ share, counted }: Weeks['with']): string =>
  share === null ? plural(counted, 'review') : `${share}% of ${showCount(counted)}`

const DAY_MS = 86_400_000
const lastDayOf = (monday: string): string =>
  new Date(Date.parse(monday) + 6 * DAY_MS).toISOString().slice(0, 10)

/** Whether a week has an unusual day. */
const isUnusual = (surges: Weeks['surges'], monday: string): boolean =>
  surges.some(({ from, until }) => from <= lastDayOf(monday) && (until === null || until >= monday))

/** Of the chart's height, in percent: above the tallest week the band of unusual days shows. */
const HIGHEST = 90

/** Those that recommend the game stand below; a band marks the unusual weeks, as colors alone tell nothing. */
function Chart({ weeks, surges }: Pick<Weeks, 'weeks' | 'surges'>) {
  const most = Math.max(1, ...weeks.map(({ yes, no }) => yes + no))
  return (
    <figure className="grid grid-cols-1 gap-1.5">
      <div
        role="img"
        aria-label={sentenceOf(weeks)}
        className="grid h-20 auto-cols-fr grid-flow-col items-stretch gap-px border-b border-line phone:h-24 phone:gap-0.5"
      >
        {weeks.map(({ from, yes, no }) => (
          <span
            key={from}
            data-unusual={isUnusual(surges, from) || undefined}
            className="flex flex-col justify-end gap-px data-unusual:bg-text/12 data-unusual:shadow-[0_0_0_2px_color-mix(in_srgb,var(--text)_12%,transparent)]"
          >
            <i className="block rounded-1 bg-bad" style={{ height: `${(no / most) * HIGHEST}%` }} />
            <i className="block rounded-1 bg-go" style={{ height: `${(yes / most) * HIGHEST}%` }} />
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="flex justify-between text-xs text-muted">
        <span>{showUtcDay(weeks[0]?.from ?? '')}</span>
        <span>{showUtcDay(lastDayOf(weeks.at(-1)?.from ?? ''))}</span>
      </div>
      <figcaption aria-hidden="true" className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-muted">
        <Key color="bg-go">Recommended</Key>
        <Key color="bg-bad">Not</Key>
        <Key color="bg-text/25">Unusual days</Key>
      </figcaption>
      <details>
        <summary className="cursor-pointer text-xs text-muted underline hover:text-text">
          Show as table
        </summary>
        <section
          aria-label="Reviews by week as table"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          className="mt-2 max-h-60 overflow-auto rounded-2 border border-line"
        >
          <Table
            label="Reviews by week"
            columns={[
              {
                head: 'Week from',
                cell: ({ from }) => showUtcDay(from) + (isUnusual(surges, from) ? ', unusual' : ''),
              },
              { head: 'Yes', cell: ({ yes }) => yes, align: 'right' },
              { head: 'No', cell: ({ no }) => no, align: 'right' },
            ]}
            rows={weeks}
            keyOf={({ from }) => from}
          />
        </section>
      </details>
    </figure>
  )
}

const Key = ({ color, children }: { color: string; children: string }) => (
  <span className="flex items-center gap-1.5">
    <i className={`size-2.5 rounded-[2px] ${color}`} />
    <span>{children}</span>
  </span>
)

function sentenceOf(weeks: Weeks['weeks']): string {
  const [first] = weeks
  if (!first) return 'Reviews by week.'
  const most = weeks.reduce((max, week) => (week.yes + week.no > max.yes + max.no ? week : max), first)
  return `Reviews by week since ${showUtcDay(first.from)}. Most in the week of ${showUtcDay(most.from)}: ${most.yes} recommend it, ${most.no} do not.`
}
