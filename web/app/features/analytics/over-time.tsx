import type { OverTime as OverTimeData, StoreFigures } from '@nofiller/contract/analytics/analytics'
import type { Step } from '@nofiller/contract/analytics/analytics-spans'
import { showPrice } from '@nofiller/contract/pricing/money'
import { showCount } from '@nofiller/contract/text/digits'
import { keepPreviousData } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { callFile } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useAddressFilter } from '../../ui/list/address-filter.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { changeOf } from './change.ts'
import { Figures } from './figures.tsx'
import { lengthOf, type Range, rangeFilterIn, rangeOf, showStep } from './range.ts'
import { RangeBar } from './range-bar.tsx'

const OVER_TIME = 'GET /api/admin/analytics/over-time'

/** The message for figures that failed to load; for an invalid span, its problem. */
export const failureText = (error: unknown): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || 'Failed to fetch analytics'

/** The store over some days, compared with the days before. */
export function OverTime() {
  const { filter, setFilter } = useAddressFilter(rangeFilterIn)
  const range = rangeOf(filter, currentTime())
  const figures = useCall(OVER_TIME, { query: range, placeholderData: keepPreviousData })
  return (
    <section aria-label="Over time" className="grid grid-cols-1 gap-5">
      <RangeBar filter={filter} range={range} onChange={setFilter}>
        <CsvButton
          load={() => callFile('GET /api/admin/analytics.csv', { query: range })}
          fileName="analytics.csv"
          failure={failureText}
        />
      </RangeBar>
      <QueryView query={figures} error={failureText(figures.error)} skeleton={<Skeleton className="h-96" />}>
        {(shown) => (
          <div
            aria-busy={figures.isPlaceholderData}
            className="grid grid-cols-1 gap-5 transition-opacity duration-120 aria-busy:opacity-60"
          >
            <Totals data={shown} range={range} />
            <Charts points={shown.points} by={range.by} />
          </div>
        )}
      </QueryView>
    </section>
  )
}

const average = ({ revenue, orders }: StoreFigures): number => (orders === 0 ? 0 : revenue / orders)

/** The sums of the span, each compared with the previous span. */
function Totals({ data: { total, before }, range }: { data: OverTimeData; range: Range }) {
  const figure = (
    name: string,
    read: (figures: StoreFigures) => number,
    show: (value: number) => string,
  ) => ({
    name,
    value: show(read(total)),
    change: changeOf(read(total), read(before)),
  })
  const days = lengthOf(range.from, range.to)
  return (
    <div className="grid gap-2">
      <Figures
        figures={[
          figure('Revenue', ({ revenue }) => revenue, showPrice),
          figure('Orders paid', ({ orders }) => orders, showCount),
          figure('Average order', average, showPrice),
          figure('Checkouts started', ({ checkouts }) => checkouts, showCount),
          figure('Downloads', ({ downloads }) => downloads, showCount),
        ]}
      />
      <Figures
        figures={[
          figure('Developer shares', ({ developers }) => developers, showPrice),
          figure('Store share', ({ platform }) => platform, showPrice),
          figure('Provider fees', ({ fees }) => fees, showPrice),
        ]}
      />
      <p className="text-sm text-faint">
        Compared with the previous {days === 1 ? 'day' : `${showCount(days)} days`}. Days begin at midnight
        UTC.
      </p>
    </div>
  )
}

const STEP_NAMES: Record<Step, string> = { day: 'Day', week: 'Week', month: 'Month' }

/** An amount beside a chart's line, which needs no cents. */
export const inDollars = (value: number): string => `$${showCount(value)}`

function Charts({ points, by }: { points: OverTimeData['points']; by: Step }) {
  const columns = (read: (figures: StoreFigures) => number) =>
    points.map((point) => ({ key: point.day, label: showStep(point.day, by), value: read(point) }))
  const step = STEP_NAMES[by]
  const per = `per ${by}`
  return (
    <div className="grid grid-cols-1 gap-5 bar:grid-cols-2">
      <div className="grid grid-cols-1 bar:col-span-2">
        <BarChart
          title={`Revenue ${per}`}
          step={step}
          points={columns(({ revenue }) => revenue)}
          show={showPrice}
          showTick={inDollars}
          areIntegers={false}
        />
      </div>
      <BarChart
        title={`Orders ${per}`}
        step={step}
        points={columns(({ orders }) => orders)}
        show={showCount}
      />
      <BarChart
        title={`Downloads ${per}`}
        step={step}
        color={2}
        points={columns(({ downloads }) => downloads)}
        show={showCount}
      />
    </div>
  )
}
