import type { DeveloperAnalytics, GameFigures } from '@nofiller/contract/analytics/analytics'
import { OTHER_SITES } from '@nofiller/contract/analytics/analytics-spans'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { showPrice } from '@nofiller/contract/pricing/money'
import { showCount } from '@nofiller/contract/text/digits'
import { TextLink } from '../../ui/button.tsx'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { RankedList } from '../../ui/chart/ranked-list.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'
import { changeOf } from './change.ts'
import { areWeeks, columnsOf } from './columns.ts'
import { Figures } from './figures.tsx'
import { inDollars } from './over-time.tsx'

/** The percentage of a page's views that became an order. */
const conversionOf = ({ orders, views }: GameFigures): number => (views === 0 ? 0 : (orders / views) * 100)
const percent = (value: number): string =>
  `${value.toLocaleString('en-US', { maximumFractionDigits: value < 1 ? 2 : 1 })}%`

type Part = { analytics: DeveloperAnalytics }

/** The sums of the span, each compared with the previous span. */
export function Totals({ analytics: { total, before } }: Part) {
  const figure = (name: string, read: (figures: GameFigures) => number, show: (value: number) => string) => ({
    name,
    value: show(read(total)),
    change: changeOf(read(total), read(before)),
  })
  return (
    <div className="grid gap-2">
      <Figures
        figures={[
          figure('Revenue', ({ revenue }) => revenue, showPrice),
          figure('Your share', ({ net }) => net, showPrice),
          figure('Orders', ({ orders }) => orders, showCount),
          figure('Downloads', ({ downloads }) => downloads, showCount),
        ]}
      />
      <Figures
        figures={[
          figure('Page views', ({ views }) => views, showCount),
          figure('Checkouts started', ({ checkouts }) => checkouts, showCount),
          figure('Conversion rate', conversionOf, percent),
        ]}
      />
    </div>
  )
}

/** Each figure over time. */
export function Charts({ analytics: { points } }: Part) {
  const [step, per] = areWeeks(points) ? ['Week from', 'per week'] : ['Day', 'per day']
  return (
    <div className="grid grid-cols-1 gap-5 bar:grid-cols-2">
      <BarChart
        title={`Revenue ${per}`}
        step={step}
        points={columnsOf(points, ({ revenue }) => revenue)}
        show={showPrice}
        showTick={inDollars}
        areIntegers={false}
      />
      <BarChart
        title={`Orders ${per}`}
        step={step}
        points={columnsOf(points, ({ orders }) => orders)}
        show={showCount}
      />
      <BarChart
        title={`Page views ${per}`}
        step={step}
        color={2}
        points={columnsOf(points, ({ views }) => views)}
        show={showCount}
      />
      <BarChart
        title={`Downloads ${per}`}
        step={step}
        color={2}
        points={columnsOf(points, ({ downloads }) => downloads)}
        show={showCount}
      />
    </div>
  )
}

type Game = DeveloperAnalytics['games'][number]

const figure = (head: string, cell: (game: Game) => string): Column<Game> => ({
  head,
  cell,
  align: 'right',
  card: { labeled: true, align: 'left' },
})

const GAME_COLUMNS: readonly Column<Game>[] = [
  {
    head: 'Game',
    cell: (game) => <TextLink to={gamePath(game.slug)}>{game.title}</TextLink>,
    card: { wide: true },
    className: 'font-semibold break-words',
  },
  figure('Views', ({ views }) => showCount(views)),
  figure('Checkouts', ({ checkouts }) => showCount(checkouts)),
  figure('Orders', ({ orders }) => showCount(orders)),
  figure('Conversion', (game) => percent(conversionOf(game))),
  figure('Revenue', ({ revenue }) => showPrice(revenue)),
  figure('Your share', ({ net }) => showPrice(net)),
  figure('Downloads', ({ downloads }) => showCount(downloads)),
]

/** The figures of the same span, game by game. */
export const GamesTable = ({ analytics: { games } }: Part) => (
  <Panel flush>
    <Table label="By game" columns={GAME_COLUMNS} rows={games} keyOf={({ _id }) => _id} />
  </Panel>
)

function siteName(host: string): string {
  if (host === '') return 'The store itself, or unknown'
  return host === OTHER_SITES ? 'Other sites' : host
}

/** Downloads, their devices, and the sources of visitors. */
export const Rankings = ({ analytics: { files, devices, referrers } }: Part) => (
  <div className="grid grid-cols-1 gap-5 bar:grid-cols-3">
    <RankedList
      title="Downloads by file"
      color={2}
      empty="No downloads in this period."
      rows={files.map(({ _id, name, gameTitle, device, downloads }) => ({
        key: _id,
        name,
        note: `${gameTitle} · ${device}`,
        value: downloads,
        shown: showCount(downloads),
      }))}
    />
    <RankedList
      title="Downloads by device"
      color={2}
      empty="No downloads in this period."
      rows={devices.map(({ device, downloads }) => ({
        key: device,
        name: device,
        value: downloads,
        shown: showCount(downloads),
      }))}
    />
    <RankedList
      title="Where visitors came from"
      subtitle="Page views"
      empty="No data for this period."
      rows={referrers.map(({ host, views }) => ({
        key: host,
        name: siteName(host),
        value: views,
        shown: showCount(views),
      }))}
    />
  </div>
)
