import type { GamesFilter } from '@nofiller/contract/admin'
import { GAME_STATES, type GameState } from '@nofiller/contract/admin-rules'
import { callPage } from '../api/client.ts'
import { useList } from '../api/use-list.ts'
import { GameTable } from '../features/admin/game-table.tsx'
import { titled } from '../shell/store-info.ts'
import { choiceIn, isFiltering, textIn, useAddressFilter } from '../ui/address-filter.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { IconGamepad } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('All games')

const PAGE = 20
const STATE_NAMES: Record<GameState, string> = {
  public: 'Public',
  draft: 'Draft',
  'taken-down': 'Taken down',
}

const filterIn = (search: URLSearchParams): GamesFilter => ({
  q: textIn(search),
  state: choiceIn(search, 'state', GAME_STATES),
})

/** Every game, to be taken down or shown again. */
export default function AdminGames() {
  const { filter, setFilter, clear } = useAddressFilter(filterIn)
  const games = useGames(filter)
  return (
    <div className="grid gap-4">
      <FilterBar
        label="Search games"
        searched="Title, address or ID"
        text={filter.q}
        onText={(q) => setFilter({ ...filter, q })}
        count={showingOf(games)}
      >
        <Choice
          label="State"
          names={STATE_NAMES}
          none="All states"
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
        />
      </FilterBar>
      <List
        of={games}
        error="Failed to load games"
        skeleton={<Skeleton className="h-96" />}
        empty={
          <Empty
            title={isFiltering(filter) ? 'No matching games.' : 'No games yet.'}
            icon={<IconGamepad />}
            action={isFiltering(filter) && <Button onClick={clear}>Clear</Button>}
          />
        }
      >
        {(rows) => <GameTable games={rows} />}
      </List>
    </div>
  )
}

const useGames = (filter: GamesFilter) =>
  useList('GET /api/admin/games', filter, (query, signal) =>
    callPage('GET /api/admin/games', { query: { ...query, limit: PAGE }, signal }),
  )
