import type { Analytics } from '@nofiller/contract/analytics/analytics'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { showPrice } from '@nofiller/contract/pricing/money'
import { showCount } from '@nofiller/contract/text/digits'
import { useState } from 'react'
import { showAgo } from '../../ui/ago.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { RankedList } from '../../ui/chart/ranked-list.tsx'
import { currentTime } from '../../ui/clock.ts'
import { IconDownload, IconReceipt } from '../../ui/icons.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { showMoment } from '../../ui/when.ts'
import { Figures } from './figures.tsx'
import { type Activity, activitiesOf } from './recent.ts'

/** What the store has come to. */
export const Overview = ({ overview }: Pick<Analytics, 'overview'>) => (
  <Figures
    figures={[
      { name: 'Total revenue', value: showPrice(overview.totalRevenue) },
      { name: 'Orders', value: showCount(overview.totalOrders) },
      { name: 'Users', value: showCount(overview.totalUsers) },
      { name: 'Developers', value: showCount(overview.totalDevelopers) },
      { name: 'Admins', value: showCount(overview.totalAdmins) },
      { name: 'Downloads', value: showCount(overview.totalDownloads) },
    ]}
  />
)

type Sales = { span: string; revenue: number; orders: number }

const SALES_COLUMNS: readonly Column<Sales>[] = [
  { head: 'Sales', cell: ({ span }) => span, className: 'font-semibold' },
  {
    head: 'Revenue',
    cell: ({ revenue }) => <Price dollars={revenue} />,
    align: 'right',
    className: 'font-750',
  },
  {
    head: 'Orders',
    cell: ({ orders }) => showCount(orders),
    align: 'right',
    card: { labeled: true, align: 'left' },
  },
  {
    head: 'Average order',
    cell: ({ revenue, orders }) => (orders === 0 ? '–' : <Price dollars={revenue / orders} />),
    align: 'right',
    card: { labeled: true },
    className: 'text-muted',
  },
]

/** Sales of calendar spans, in UTC. */
export function SalesTable({ sales }: Pick<Analytics, 'sales'>) {
  const spans = [
    { span: 'Today', ...sales.today },
    { span: 'This month', ...sales.thisMonth },
    { span: 'Last month', ...sales.lastMonth },
  ]
  return (
    <Panel flush>
      <Table label="Sales" columns={SALES_COLUMNS} rows={spans} keyOf={({ span }) => span} />
    </Panel>
  )
}

/** Which games sell and which are downloaded, of all time. */
export const Rankings = ({ topGames, downloadStats }: Pick<Analytics, 'topGames' | 'downloadStats'>) => (
  <div className="grid grid-cols-1 gap-5 bar:grid-cols-2">
    <RankedList
      title="Top games"
      subtitle="Revenue, all time"
      empty="Nothing was sold yet."
      rows={topGames.map((game) => ({
        key: game._id,
        name: <TextLink to={gamePath(game.slug)}>{game.title}</TextLink>,
        note: `${showCount(game.totalSales)} sales · ${game.category}`,
        value: game.totalRevenue,
        shown: showPrice(game.totalRevenue),
      }))}
    />
    <RankedList
      title="Downloads by game"
      subtitle="Total, all time · unique users"
      color={2}
      empty="Nothing was downloaded yet."
      rows={downloadStats.map((game) => ({
        key: game._id,
        name: <TextLink to={gamePath(game.slug)}>{game.title}</TextLink>,
        note: `${showCount(game.uniqueUsers)} users`,
        value: game.totalDownloads,
        shown: showCount(game.totalDownloads),
      }))}
    />
  </div>
)

const recentColumns = (now: Date): Column<Activity>[] => [
  {
    head: 'When',
    cell: ({ at }) => (
      <time dateTime={at} title={showMoment(at)}>
        {showAgo(at, now)}
      </time>
    ),
    className: 'whitespace-nowrap text-muted',
  },
  {
    head: 'Activity',
    cell: ({ what }) => (
      <span className="inline-flex items-center gap-2">
        {what === 'Order' ? (
          <IconReceipt className="size-4 text-go" />
        ) : (
          <IconDownload className="size-4 text-info" />
        )}
        <span>{what}</span>
      </span>
    ),
  },
  {
    head: 'Game',
    cell: ({ game }) => <TextLink to={gamePath(game.slug)}>{game.title}</TextLink>,
    card: { wide: true },
    className: 'font-semibold',
  },
  { head: 'Email', cell: ({ email }) => email ?? '–', card: { wide: true }, className: 'break-all' },
  { head: 'Device', cell: ({ device }) => device ?? '–', card: { wide: true } },
]

const FEW = 10

/** The newest few activities, and all of them by a button. */
export function RecentActivity({ recentActivity }: Pick<Analytics, 'recentActivity'>) {
  const [areAll, showAll] = useState(false)
  const activities = activitiesOf(recentActivity)
  return (
    <Panel flush>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 pb-2">
        <h2 className="text-md/5 font-650">Recent activity</h2>
        {activities.length > FEW && (
          <Button size="small" aria-expanded={areAll} onClick={() => showAll(!areAll)}>
            {areAll ? 'Show fewer' : `Show all ${activities.length}`}
          </Button>
        )}
      </div>
      <Table
        label="Recent activity"
        columns={recentColumns(currentTime())}
        rows={activities.slice(0, areAll ? undefined : FEW)}
        keyOf={({ key }) => key}
      />
    </Panel>
  )
}
