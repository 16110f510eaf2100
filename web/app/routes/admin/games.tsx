import {
  ADMIN_GAME_SORTS,
  type AdminGameSort,
  GAME_STATES,
  type GameState,
} from '@nofiller/contract/admin/admin-rules'
import type { Sent } from '@nofiller/contract/calls'
import { callFile } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'
import { GameTable } from '../../features/admin/games/game-table.tsx'
import { titled } from '../../shell/store-info.ts'
import { IconGamepad } from '../../ui/icons.tsx'
import { choiceIn, textIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SortChoice } from '../../ui/list/sort-choice.tsx'

export const meta = titled('All games')

const FAILED = 'Failed to load games'
const STATE_NAMES: Record<GameState, string> = {
  public: 'Public',
  'in-review': 'In review',
  draft: 'Draft',
  'taken-down': 'Taken down',
}
const SORT_NAMES: Record<AdminGameSort, string> = {
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
  sort: choiceIn(search, 'sort', ADMIN_GAME_SORTS),
})

/** Every game, to be taken down or shown again. */
export default function AdminGames() {
  const { filter, field, clear } = useAddressFilter(filterIn)
  const { q, state } = filter
  return (
    <ListPage
      list={useList('GET /api/admin/games', filter)}
      error={FAILED}
      search={{ label: 'Search games', placeholder: 'Title, developer, tag or ID', ...field('q') }}
      filters={
        <>
          <FilterSelect label="State" names={STATE_NAMES} none="All states" {...field('state')} />
          <SortChoice names={SORT_NAMES} {...field('sort')} />
          <CsvButton
            load={() => callFile('GET /api/admin/games.csv', { query: filter })}
            fileName="games.csv"
            failure={() => FAILED}
          />
        </>
      }
      noMatch={{
        title: 'No matching games.',
        icon: <IconGamepad />,
        filter: { search: q, state: state && STATE_NAMES[state] },
        onClear: clear,
      }}
      empty={<Empty title="No games yet." icon={<IconGamepad />} />}
    >
      {(games) => <GameTable games={games} />}
    </ListPage>
  )
}
