import { GAME_SORTS, GAME_STATES, type GameSort, type GameState } from '@nofiller/contract/admin-rules'
import type { Sent } from '@nofiller/contract/calls'
import { callFile, callPage } from '../api/client.ts'
import { useList } from '../api/use-list.ts'
import { GameTable } from '../features/admin/game-table.tsx'
import { titled } from '../shell/store-info.ts'
import { choiceIn, isFiltering, textIn, useAddressFilter } from '../ui/address-filter.ts'
import { Choice } from '../ui/choice.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { IconGamepad } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { NoMatch } from '../ui/no-match.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SortChoice } from '../ui/sort-choice.tsx'

export const meta = titled('All games')

const PAGE = 20
const FAILED = 'Failed to load games'
const STATE_NAMES: Record<GameState, string> = {
  public: 'Public',
  draft: 'Draft',
  'taken-down': 'Taken down',
}
const SORT_NAMES: Record<GameSort, string> = {
  new: 'Newest first',
  old: 'Oldest first',
  title: 'By title',
  sales: 'Most sales',
  revenue: 'Most revenue',
}

type Filter = Sent<'GET /api/admin/games.csv', 'query'>

const filterIn = (search: URLSearchParams): Filter => ({
  q: textIn(search),
  state: choiceIn(search, 'state', GAME_STATES),
  sort: choiceIn(search, 'sort', GAME_SORTS),
})

/** Every game, to be taken down or shown again. */
export default function AdminGames() {
  const { filter, setFilter, clear } = useAddressFilter(filterIn)
  const games = useGames(filter)
  return (
    <div className="grid gap-4">
      <FilterBar
        label="Search games"
        searched="Title, developer, tag or ID"
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
        <SortChoice
          names={SORT_NAMES}
          value={filter.sort}
          onChange={(sort) => setFilter({ ...filter, sort })}
        />
        <CsvButton
          load={() => callFile('GET /api/admin/games.csv', { query: filter })}
          fileName="games.csv"
          failure={() => FAILED}
        />
      </FilterBar>
      <List
        of={games}
        error={FAILED}
        skeleton={<Skeleton className="h-96" />}
        empty={
          isFiltering(filter) ? (
            <NoMatch
              title="No matching games."
              icon={<IconGamepad />}
              filter={{ search: filter.q, state: filter.state && STATE_NAMES[filter.state] }}
              onClear={clear}
            />
          ) : (
            <Empty title="No games yet." icon={<IconGamepad />} />
          )
        }
      >
        {(rows) => <GameTable games={rows} />}
      </List>
    </div>
  )
}

const useGames = (filter: Filter) =>
  useList('GET /api/admin/games', filter, (query, signal) =>
    callPage('GET /api/admin/games', { query: { ...query, limit: PAGE }, signal }),
  )
