import { showCount } from '@nofiller/contract/browsing'
import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import {
  GAMES_PAGE,
  type GamesPage,
  useAddressWith,
  useChosenFilters,
  useDefaultExclusions,
  useFacets,
  useGames,
  useSetFilters,
  useTagAddress,
  useWayOut,
} from '../features/catalogue/browse.ts'
import { FilterRail } from '../features/catalogue/filter-rail.tsx'
import { filtersOf } from '../features/catalogue/filters.server.ts'
import {
  type ActiveFilter,
  activeFilters,
  type Filters,
  NO_FILTERS,
  sortOf,
  sortsFor,
  usualSort,
} from '../features/catalogue/filters.ts'
import { GameCard, GameCardSkeleton } from '../features/catalogue/game-card.tsx'
import { NsfwSwitch } from '../features/catalogue/nsfw.tsx'
import { SearchBox } from '../features/catalogue/search-box.tsx'
import { servicesContext } from '../services.ts'
import { storeOf, withStoreName } from '../shell/store-info.ts'
import { Failed } from '../ui/answer.tsx'
import { Button, ButtonLink, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Select } from '../ui/field.tsx'
import { IconMinus, IconSearch, IconSliders, IconX } from '../ui/icons.tsx'
import { useMedia } from '../ui/media.ts'
import { Page } from '../ui/page.tsx'
import type { Route } from './+types/games.ts'

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const search = new URL(request.url).searchParams
  const filters = filtersOf(search)
  const after = search.get('after') // of a reader without scripts
  const page: GamesPage = await context
    .get(servicesContext)
    .games({ ...filters, ...(after && { after }), limit: GAMES_PAGE })
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
  const chosen = useChosenFilters(filters)
  useDefaultExclusions(chosen.filters)
  return (
    <Page title="All games">
      <div className="grid gap-8 rail:grid-cols-[192px_minmax(0,1072px)]">
        <aside
          id="filters"
          aria-label="Filters"
          className="max-rail:hidden max-rail:noscript:order-last max-rail:noscript:block"
        >
          <CountedRail filters={chosen.filters} />
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

/** The filters beside the games, where there is room for them. */
function CountedRail({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  const counted = useFacets(filters, useMedia('(min-width: 1360px)'))
  return <FilterRail filters={filters} counted={counted} onChange={setFilters} />
}

function Tools({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  const tagAddress = useTagAddress(filters)
  const { q, ...kept } = filters
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <SearchBox
        placeholder="Title, developer or tag"
        value={q}
        kept={kept}
        onSearch={(q) => setFilters({ q }, { replace: true })}
        tagAddress={tagAddress}
        className="w-full phone:max-w-105 phone:flex-1"
      />
      <FilterButton filters={filters} />
      <noscript>
        <a href="#filters" className={buttonClass({ className: 'rail:hidden' })}>
          Filters
        </a>
      </noscript>
      <div className="ml-auto flex items-center gap-3 max-phone:flex-1 noscript:hidden">
        <span aria-hidden="true" className="text-sm whitespace-nowrap text-faint max-phone:hidden">
          Sort by
        </span>
        <Select
          aria-label="Sort by"
          size="small"
          className="min-h-10 phone:w-auto"
          value={sortOf(filters)}
          onChange={({ target: { value } }) =>
            setFilters({ sort: value === usualSort(filters) ? '' : value })
          }
        >
          {sortsFor(filters).map(([value, label]) => (
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
  const counted = useFacets(filters, isOpen)
  const { q: _q, ...inRail } = filters
  const count = activeFilters(inRail).length
  return (
    <>
      <Button className="max-phone:flex-1 rail:hidden noscript:hidden" onClick={() => setOpen(true)}>
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
          <FilterRail filters={filters} counted={counted} onChange={setFilters} />
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
          <noscript>
            <NextPage after={first.next} />
          </noscript>
          <Button
            className="noscript:hidden"
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

/** What Load more is without scripts. */
function NextPage({ after }: { after: string | null }) {
  const [search] = useSearchParams()
  const next = new URLSearchParams(search)
  next.set('after', after ?? '')
  return (
    <a href={`/games?${next}`} className={buttonClass()}>
      Next page
    </a>
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
  const addressWith = useAddressWith()
  const active = activeFilters(filters)
  return (
    <div className="mb-7 flex min-h-8 flex-wrap items-center gap-2">
      <span role="status" className="text-sm text-muted">
        Showing {shown} of {showCount(total)}
      </span>
      {active.map((filter) => (
        <Chip key={filter.id} filter={filter} />
      ))}
      {active.length > 0 && (
        <ButtonLink kind="quiet" size="small" to={addressWith(NO_FILTERS)} preventScrollReset>
          Clear all
        </ButtonLink>
      )}
      <span className="ml-auto">
        <NsfwSwitch />
      </span>
    </div>
  )
}

/** An active filter; a press takes it away. */
function Chip({ filter: { label, excludes, removal } }: { filter: ActiveFilter }) {
  const addressWith = useAddressWith()
  return (
    <Link
      to={addressWith(removal)}
      preventScrollReset
      aria-label={`Remove filter ${excludes ? 'without ' : ''}${label}`}
      className={`inline-flex max-w-full items-center gap-1.5 rounded-2 border py-[3px] pr-1.5 pl-2.5 text-sm text-text no-underline hover:border-text max-phone:min-h-10 ${excludes ? 'border-dashed border-bad' : 'border-edge'}`}
    >
      {excludes && <IconMinus className="size-3.5 text-bad" />}
      <span className={`truncate ${excludes ? 'line-through decoration-bad' : ''}`}>{label}</span>
      <IconX className="size-3.5" />
    </Link>
  )
}

function Nothing({ filters }: { filters: Filters }) {
  const addressWith = useAddressWith()
  const count = activeFilters(filters).length
  return (
    <Empty
      title="No games match these filters."
      icon={<IconSearch />}
      action={count > 0 && <ButtonLink to={addressWith(NO_FILTERS)}>Clear all</ButtonLink>}
    >
      {count > 1 && <WayOut filters={filters} />}
    </Empty>
  )
}

/** Names the one filter that leaves nothing, in a place that is kept for it while it is looked for. */
function WayOut({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  const way = useWayOut(filters)
  const name = way && (way.filter.excludes ? `the exclusion of ${way.filter.label}` : way.filter.label)
  return (
    <span role="status" className="grid min-h-20 content-start justify-items-center gap-3">
      {way && (
        <>
          Without {name} there {way.count === 1 ? 'is 1 game' : `are ${showCount(way.count)} games`}.
          <Button kind="primary" onClick={() => setFilters(way.filter.removal)} className="max-w-full">
            <span className="truncate">Drop {name}</span>
          </Button>
        </>
      )}
    </span>
  )
}

export function ErrorBoundary() {
  const { state, revalidate } = useRevalidator()
  return (
    <Page title="All games">
      <Failed error="Failed to fetch games" busy={state === 'loading'} retry={() => void revalidate()} />
    </Page>
  )
}
