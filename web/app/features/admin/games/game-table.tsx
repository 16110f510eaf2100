import type { AdminGame } from '@nofiller/contract/admin/admin'
import { showCount } from '@nofiller/contract/text/digits'
import { call } from '../../../api/client.ts'
import { TextLink } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { GameLink } from '../../orders/list/game-link.tsx'
import { type BulkAction, BulkBar, type Selection, SelectRow, useSelection } from '../bulk.tsx'
import { GameActions } from './game-actions.tsx'
import { GameStatus } from './game-status.tsx'
import { TakeDownDialog } from './take-down-dialog.tsx'

const columnsOf = (selection: Selection<AdminGame>): Column<AdminGame>[] => [
  {
    head: 'Game',
    cell: (game) => (
      <span className="flex min-w-0 items-center gap-3">
        <SelectRow row={game} name={game.title} selection={selection} />
        <GameLink game={game} />
      </span>
    ),
    card: { wide: true },
    className: 'bar:max-w-64',
  },
  {
    head: 'Developer',
    cell: ({ developer }) => <TextLink to={`/admin/users/${developer._id}`}>{developer.username}</TextLink>,
    className: 'break-words bar:max-w-40',
  },
  {
    head: 'State',
    cell: (game) => <GameStatus game={game} />,
    card: { order: 4, wide: true },
    className: 'bar:max-w-64',
  },
  {
    head: 'Price',
    cell: (game) => (game.isFree ? 'Free' : <Price dollars={game.price} />),
    align: 'right',
    card: { order: 3 },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Sales',
    cell: (game) => showCount(game.totalSales),
    align: 'right',
    card: { labeled: true, align: 'left' },
  },
  {
    head: 'Revenue',
    cell: (game) => <Price dollars={game.totalRevenue} />,
    align: 'right',
    card: { labeled: true },
  },
  { head: 'Actions', cell: (game) => <GameActions game={game} />, align: 'right', card: { wide: true } },
]

const MAILED = 'Emailed to each developer and kept in the audit log.'

const ACTIONS: readonly BulkAction<AdminGame>[] = [
  {
    label: 'Take down',
    kind: 'danger',
    Dialog: ({ rows, run, onClose }) => (
      <TakeDownDialog
        title="Take down"
        text={`${some(rows.length)} will disappear from the store. Those who own one can still download it. Mark illegal content game by game.`}
        games={rows}
        illegal={false}
        send={(body) =>
          run(({ _id: id }) => call('POST /api/admin/games/:id/take-down', { params: { id }, body }))
        }
        onClose={onClose}
      />
    ),
  },
  {
    label: 'Restore',
    text: (count) => `${some(count)} will be back in the store as before.`,
    hint: MAILED,
    act: (game, reason) =>
      call('POST /api/admin/games/:id/restore', { params: { id: game._id }, body: { reason } }),
  },
]

const some = (count: number): string => (count === 1 ? 'This game' : `These ${count} games`)

/** All developers' games, with actions for several at once. */
export function GameTable({ games }: { games: readonly AdminGame[] }) {
  const selection = useSelection(games)
  return (
    <div className="grid grid-cols-1 gap-3">
      <BulkBar rows={games} nameOf={({ title }) => title} selection={selection} actions={ACTIONS} />
      <Panel flush>
        <Table label="Games" columns={columnsOf(selection)} rows={games} keyOf={({ _id }) => _id} />
      </Panel>
    </div>
  )
}
