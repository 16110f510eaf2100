import type { Analytics } from '@nofiller/contract/analytics'
import { showPrice } from '@nofiller/contract/money'
import { useState } from 'react'
import { Button, TextLink } from '../../ui/button.tsx'
import { RankedList } from '../../ui/chart.tsx'
import { IconDownload, IconReceipt } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { showAgo, showMoment } from '../../ui/when.ts'
import { Figures } from './figures.tsx'
import { activitiesOf } from './recent.ts'

const count = (value: number): string => value.toLocaleString('en-US')

/** What the store has come to. */
export const Overview = ({ overview }: Pick<Analytics, 'overview'>) => (
  <Figures
    figures={[
      { name: 'Total revenue', value: showPrice(overview.totalRevenue) },
      { name: 'Orders', value: count(overview.totalOrders) },
      { name: 'Users', value: count(overview.totalUsers) },
      { name: 'Developers', value: count(overview.totalDevelopers) },
      { name: 'Admins', value: count(overview.totalAdmins) },
      { name: 'Downloads', value: count(overview.totalDownloads) },
    ]}
  />
)

const SALES_HEAD = [
  { name: 'Sales' },
  { name: 'Revenue', align: 'right' },
  { name: 'Orders', align: 'right' },
  { name: 'Average order', align: 'right' },
] as const

/** Calendar spans, in UTC. */
export function SalesTable({ sales }: Pick<Analytics, 'sales'>) {
  const spans = [
    { name: 'Today', ...sales.today },
    { name: 'This month', ...sales.thisMonth },
    { name: 'Last month', ...sales.lastMonth },
  ]
  return (
    <Panel flush>
      <Table label="Sales" head={SALES_HEAD}>
        {spans.map(({ name, revenue, orders }) => (
          <Row key={name}>
            <Cell className="font-semibold">{name}</Cell>
            <Cell align="right" className="font-750">
              {showPrice(revenue)}
            </Cell>
            <Cell align="right" label="Orders" className="max-bar:text-left">
              {count(orders)}
            </Cell>
            <Cell align="right" label="Average order" className="text-muted">
              {orders === 0 ? '–' : showPrice(revenue / orders)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

/** Which games sell and which are downloaded, of all time. */
export const Rankings = ({ topGames, downloadStats }: Pick<Analytics, 'topGames' | 'downloadStats'>) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-5 bar:grid-cols-2">
    <RankedList
      title="Top games"
      aside="Revenue, all time"
      empty="Nothing was sold yet."
      rows={topGames.map((game) => ({
        key: game._id,
        name: <TextLink to={`/game/${game.slug}`}>{game.title}</TextLink>,
        note: `${count(game.totalSales)} sales · ${game.category}`,
        value: game.totalRevenue,
        shown: showPrice(game.totalRevenue),
      }))}
    />
    <RankedList
      title="Downloads by game"
      aside="Total, all time · unique users"
      colour={2}
      empty="Nothing was downloaded yet."
      rows={downloadStats.map((game) => ({
        key: game._id,
        name: <TextLink to={`/game/${game.slug}`}>{game.title}</TextLink>,
        note: `${count(game.uniqueUsers)} users`,
        value: game.totalDownloads,
        shown: count(game.totalDownloads),
      }))}
    />
  </div>
)

const RECENT_HEAD = [
  { name: 'When' },
  { name: 'What' },
  { name: 'Game' },
  { name: 'Email' },
  { name: 'Device' },
] as const
const FEW = 10

/** What happened of late; the newest few until all are asked for. */
export function RecentActivity({ recentActivity }: Pick<Analytics, 'recentActivity'>) {
  const [areAll, showAll] = useState(false)
  const activities = activitiesOf(recentActivity)
  const now = new Date()
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
      <Table label="Recent activity" head={RECENT_HEAD}>
        {activities.slice(0, areAll ? undefined : FEW).map((each) => (
          <Row key={each.key}>
            <Cell className="whitespace-nowrap text-muted max-bar:order-1">
              <time dateTime={each.at} title={showMoment(each.at)}>
                {showAgo(each.at, now)}
              </time>
            </Cell>
            <Cell className="max-bar:order-2">
              <span className="inline-flex items-center gap-2">
                {each.what === 'Order' ? (
                  <IconReceipt className="size-4 text-go" />
                ) : (
                  <IconDownload className="size-4 text-info" />
                )}
                {each.what}
              </span>
            </Cell>
            <Cell full className="font-semibold max-bar:order-3">
              <TextLink to={`/game/${each.game.slug}`}>{each.game.title}</TextLink>
            </Cell>
            <Cell full className="break-all max-bar:order-4">
              {each.email ?? '–'}
            </Cell>
            <Cell full className="max-bar:order-5">
              {each.device ?? '–'}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
