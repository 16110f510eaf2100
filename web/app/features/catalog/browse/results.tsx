import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useFocusAfterLoad } from '../../../ui/browser/focus-after-load.ts'
import { Button, buttonClass, TextLink } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Failed } from '../../../ui/query-view.tsx'
import { GameCard, GameCardSkeleton } from '../game-card.tsx'
import { type FirstPage, useGames } from './browse.ts'
import { FilterChips } from './filter-chips.tsx'
import type { Filters } from './filters.ts'

const EmptyResults = lazyPart(() => import('./empty-results.tsx'))

type ResultsProps = { filters: Filters; first: FirstPage; isChanging: boolean }

/** The games that match the filters, page by page. The first new card gets the focus. */
export function Results({ filters, first, isChanging }: ResultsProps) {
  const { games, total, hasMore, isLoading, failed, loadMore } = useGames(filters, first)
  const grid = useRef<HTMLUListElement>(null)
  const focusAfterLoad = useFocusAfterLoad({ preventScroll: true })
  const loadAndFocus = () => {
    const at = games.length
    focusAfterLoad(() => grid.current?.children[at]?.querySelector('a'))
    void loadMore()
  }
  return (
    <>
      <FilterChips filters={filters} shown={games.length} total={total} />
      {first.meant !== null && (
        <p className="-mt-3 mb-7 text-muted">
          No results for ‘{filters.q}’. Showing results for ‘{first.meant}’.
        </p>
      )}
      {games.length === 0 ? (
        <EmptyResults filters={filters} hints={first.emptyResultHints} />
      ) : (
        <ul
          ref={grid}
          aria-busy={isChanging}
          className={`cards transition-opacity ${isChanging ? 'opacity-50' : ''}`}
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
          <Button className="noscript:hidden" busy={isLoading} onClick={loadAndFocus}>
            Load more
          </Button>
        </div>
      )}
      {!hasMore && first.hiddenLine && (
        <p className="mt-8">
          <TextLink to="/limits">{first.hiddenLine}</TextLink>
        </p>
      )}
    </>
  )
}

/** Replaces Load more without scripts. */
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
