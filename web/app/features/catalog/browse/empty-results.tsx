import { showTotal } from '@nofiller/contract/catalog/browsing'
import type { EmptyResultHints } from '@nofiller/contract/catalog/catalog'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { IconSearch } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { GameCard } from '../game-card.tsx'
import { useAddressWith, useRelaxedFilter, useSetFilters } from './browse.ts'
import { activeFilters, type Filters, NO_FILTERS } from './filters.ts'

type EmptyResultsProps = { filters: Filters; hints: EmptyResultHints | null }

/** The page without results: which filter to drop, and suggested tags and games. */
export default function EmptyResults({ filters, hints }: EmptyResultsProps) {
  const addressWith = useAddressWith()
  const count = activeFilters(filters).length
  const isSearch = filters.q !== undefined && count === 1
  return (
    <div className="grid gap-10">
      <Empty
        title={isSearch ? `No games match ‘${filters.q}’.` : 'No games match these filters.'}
        icon={<IconSearch />}
        action={count > 0 && <ButtonLink to={addressWith(NO_FILTERS)}>Clear all</ButtonLink>}
      >
        {isSearch && 'Check the spelling, or try one of these tags.'}
        {count > 1 && <RelaxFilterHint filters={filters} />}
      </Empty>
      {hints && <Hints hints={hints} />}
    </div>
  )
}

const Hints = ({ hints: { tags, games } }: { hints: EmptyResultHints }) => (
  <>
    {tags.length > 0 && (
      <nav aria-label="Tags" className="flex flex-wrap justify-center gap-2">
        {tags.map((tag) => (
          <ButtonLink key={tag} size="small" to={`/games?tag=${encodeURIComponent(tag)}`}>
            {tag}
          </ButtonLink>
        ))}
      </nav>
    )}
    {games.length > 0 && (
      <section aria-labelledby="popular" className="grid gap-5">
        <h2 id="popular" className="d3">
          Popular games
        </h2>
        <ul className="cards">
          {games.map((game) => (
            <li key={game._id}>
              <GameCard game={game} />
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)

/** Names the one filter to drop; its place is reserved while the games without it are counted. */
function RelaxFilterHint({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  const relaxed = useRelaxedFilter(filters)
  const { label = '', excludes = false, id = '' } = relaxed?.filter ?? {}
  const without = excludes ? `if you stop excluding ${label}` : `without ${id === 'q' ? label : `“${label}”`}`
  return (
    <span role="status" className="grid min-h-20 content-start justify-items-center gap-3">
      {relaxed && (
        <>
          {relaxed.count === 1 ? '1 game matches' : `${showTotal(relaxed.count)} games match`} {without}.
          <Button kind="primary" onClick={() => setFilters(relaxed.filter.removal)} className="max-w-full">
            <span className="truncate">{excludes ? `Stop excluding ${label}` : `Remove ${label}`}</span>
          </Button>
        </>
      )}
    </span>
  )
}
