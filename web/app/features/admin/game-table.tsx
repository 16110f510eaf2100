import type { AdminGame } from '@nofiller/contract/admin'
import { showPrice } from '@nofiller/contract/money'
import { TextLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { GameLink } from '../orders/game-link.tsx'
import { GameActions } from './game-actions.tsx'
import { GameStanding } from './game-standing.tsx'

const HEAD = [
  { name: 'Game' },
  { name: 'Developer' },
  { name: 'State' },
  { name: 'Price', align: 'right' },
  { name: 'Sales', align: 'right' },
  { name: 'Revenue', align: 'right' },
  { name: 'Actions', align: 'right' },
] as const

/** All developers' games. */
export const GameTable = ({ games }: { games: readonly AdminGame[] }) => (
  <Panel flush>
    <Table label="Games" head={HEAD}>
      {games.map((game) => (
        <Row key={game._id}>
          <Cell full className="max-bar:order-1 bar:max-w-64">
            <GameLink game={game} />
          </Cell>
          <Cell className="break-words max-bar:order-2 bar:max-w-40">
            <TextLink to={`/admin/users/${game.developer._id}`}>{game.developer.username}</TextLink>
          </Cell>
          <Cell full className="max-bar:order-4 bar:max-w-64">
            <GameStanding game={game} />
          </Cell>
          <Cell align="right" className="whitespace-nowrap max-bar:order-3">
            {game.isFree ? 'Free' : showPrice(game.price)}
          </Cell>
          <Cell align="right" label="Sales" className="max-bar:order-5 max-bar:text-left">
            {game.totalSales.toLocaleString('en-US')}
          </Cell>
          <Cell align="right" label="Revenue" className="max-bar:order-6">
            {showPrice(game.totalRevenue)}
          </Cell>
          <Cell align="right" full className="max-bar:order-7">
            <GameActions game={game} />
          </Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)
