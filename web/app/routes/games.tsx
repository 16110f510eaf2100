import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  activeFilters,
  type Filters,
  GAMES_PAGE,
  type GamesPage,
  SORT_LABELS,
  useChosenFilters,
  useGames,
  useSetFilters,
} from '../features/catalogue/browse.ts'
import { FilterRail } from '../features/catalogue/filter-rail.tsx'
import { filtersOf } from '../features/catalogue/filters.server.ts'
import { GameCard, GameCardSkeleton } from '../features/catalogue/game-card.tsx'
import { NsfwSwitch } from '../features/catalogue/nsfw.tsx'
import { SearchBox } from '../features/catalogue/search-box.tsx'
import { servicesContext } from '../services.ts'
import { storeOf, withStoreName } from '../shell/store-info.ts'
import { Failed } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Select } from '../ui/field.tsx'
import { IconSearch, IconSliders, IconX } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import type { Route } from './+types/games.ts'

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const filters = filtersOf(new URL(request.url).searchParams)
  const page: GamesPage = await context.get(servicesContext).games({ ...filters, limit: GAMES_PAGE })
  return { filters, page }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const store = storeOf(matches)
  const title = withStoreName('All games', matches)
  if (!store) return [{ title }]
  return [
    { title },
    { name: 'description', content: `Every game at ${store.name}: search, filter by price, device and tag.` },
    { tagName: 'link', rel: 'canonical', href: `${store.publicUrl}/games` },
  ]
}

/** The whole catalogue; search, filters and sorting live in the address (decisions §4). */
export default function Games({ loaderData: { filters, page } }: Route.ComponentProps) {
  const setFilters = useSetFilters()
  const chosen = useChosenFilters(filters)
  return (
    <Page title="All games">
      <div className="grid gap-8 rail:grid-cols-[192px_minmax(0,1072px)]">
        <aside aria-label="Filters" className="max-rail:hidden">
          <FilterRail filters={chosen.filters} onChange={setFilters} />
        </aside>
        <div className="min-w-0">
          <Tools filters={chosen.filters} />
          <Results
            key={JSON.stringify(filters)}
            filters={filters}
            first={page}
            isChanging={chosen.isPending}
          />
        </div>
      </div>
    </Page>
  )
}

function Tools({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <SearchBox
        placeholder="Title, developer or tag"
        value={filters.q}
        onSearch={(q) => setFilters({ q })}
        className="w-full phone:max-w-105 phone:flex-1"
      />
      <FilterButton filters={filters} />
      <div className="ml-auto flex items-center gap-3 max-phone:flex-1">
        <span aria-hidden="true" className="text-sm whitespace-nowrap text-faint max-phone:hidden">
          Sort by
        </span>
        <Select
          aria-label="Sort by"
          size="small"
          className="min-h-10 phone:w-auto"
          value={filters.sort ?? 'new'}
          onChange={(event) => setFilters({ sort: event.target.value === 'new' ? '' : event.target.value })}
        >
          {Object.entries(SORT_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}

/** Opens the filters as a dialog where there is no room for the rail. */
function FilterButton({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  const [isOpen, setOpen] = useState(false)
  const { q: _q, ...inRail } = filters
  const count = activeFilters(inRail).length
  return (
    <>
      <Button className="max-phone:flex-1 rail:hidden" onClick={() => setOpen(true)}>
        <IconSliders />
        Filters{count > 0 && ` (${count})`}
      </Button>
      {isOpen && (
        <Dialog
          title="Filters"
          width="small"
          onClose={() => setOpen(false)}
          footer={
            <Button kind="primary" onClick={() => setOpen(false)}>
              Show games
            </Button>
          }
        >
          <FilterRail filters={filters} onChange={setFilters} />
        </Dialog>
      )}
    </>
  )
}

type ResultsProps = { filters: Filters; first: GamesPage; isChanging: boolean }

function Results({ filters, first, isChanging }: ResultsProps) {
  const { games, total, hasMore, isLoading, failed, loadMore } = useGames(filters, first)
  const grid = useRef<HTMLUListElement>(null)
  const focusFrom = useFocusOnNew(grid, games.length)
  return (
    <>
      <Status filters={filters} shown={games.length} total={total} />
      {games.length === 0 ? (
        <Nothing filters={filters} />
      ) : (
        <ul
          ref={grid}
          aria-busy={isChanging}
          className={`grid grid-cols-[repeat(auto-fill,250px)] gap-8 transition-opacity phone:gap-x-6 phone:gap-y-10 max-phone:justify-center ${isChanging ? 'opacity-50' : ''}`}
        >
          {games.map((game, at) => (
            <li key={game._id}>
              <GameCard game={game} eager={at < 4} />
            </li>
          ))}
          {isLoading &&
            ['a', 'b', 'c', 'd'].map((card) => (
              <li key={card}>
                <GameCardSkeleton />
              </li>
            ))}
        </ul>
      )}
      {failed && (
        <div className="mt-8">
          <Failed error="Failed to fetch games" busy={isLoading} retry={() => void loadMore()} />
        </div>
      )}
      {hasMore && !failed && (
        <div className="mt-12 flex justify-center">
          <Button
            busy={isLoading}
            onClick={() => {
              focusFrom(games.length)
              void loadMore()
            }}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

/** After Load more the focus goes to the first new card. */
function useFocusOnNew(grid: { current: HTMLElement | null }, count: number) {
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    grid.current?.children[from.current]?.querySelector('a')?.focus({ preventScroll: true })
    from.current = null
  }, [count, grid])
  return (index: number) => {
    from.current = index
  }
}

function Status({ filters, shown, total }: { filters: Filters; shown: number; total: number }) {
  const setFilters = useSetFilters()
  const clearAll = useClearAll(filters)
  const active = activeFilters(filters)
  return (
    <div className="mb-7 flex min-h-8 flex-wrap items-center gap-2">
      <span role="status" className="text-sm text-muted">
        Showing {shown} of {total}
      </span>
      {active.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-label={`Remove filter ${label}`}
          onClick={() => setFilters({ [name]: '' })}
          className="inline-flex max-w-full cursor-pointer items-center gap-1.5 rounded-2 border border-edge py-[3px] pr-1.5 pl-2.5 text-sm hover:border-text"
        >
          <span className="truncate">{label}</span>
          <IconX className="size-3.5" />
        </button>
      ))}
      {active.length > 0 && (
        <Button kind="quiet" size="small" onClick={clearAll}>
          Clear all
        </Button>
      )}
      <span className="-mr-3 ml-auto">
        <NsfwSwitch />
      </span>
    </div>
  )
}

function Nothing({ filters }: { filters: Filters }) {
  const clearAll = useClearAll(filters)
  return (
    <Empty
      title="No games match these filters."
      icon={<IconSearch />}
      action={
        activeFilters(filters).length > 0 && (
          <Button kind="primary" onClick={clearAll}>
            Clear all
          </Button>
        )
      }
    />
  )
}

function useClearAll(filters: Filters) {
  const setFilters = useSetFilters()
  return () => setFilters(Object.fromEntries(activeFilters(filters).map(({ name }) => [name, ''])))
}

export function ErrorBoundary() {
  const { state, revalidate } = useRevalidator()
  return (
    <Page title="All games">
      <Failed error="Failed to fetch games" busy={state === 'loading'} retry={() => void revalidate()} />
    </Page>
  )
}
