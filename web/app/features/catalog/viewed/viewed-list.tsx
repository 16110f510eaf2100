import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/client.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { GameCard, GameCardSkeleton } from '../game-card.tsx'
import { shownCard } from '../shown-card.ts'
import { dropGames, useViewedGames } from './viewed-games.ts'

/** The cards of games, the last one first. What the store shows no more is forgotten. */
export default function ViewedList() {
  const viewed = useViewedGames()
  const ids = viewed.map(({ id }) => id)
  const asked = ids.join()
  const query = useQuery({
    queryKey: ['POST /api/viewed-games/look-up', asked],
    queryFn: ({ signal }) => call('POST /api/viewed-games/look-up', { body: { gameIds: ids }, signal }),
    placeholderData: (before) => before,
    enabled: ids.length > 0,
  })
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const shown = data.games.map(({ _id }) => _id)
    dropGames(asked.split(',').filter((id) => !shown.includes(id)))
  }, [data, isPlaceholderData, asked])
  if (ids.length === 0) return null
  return (
    <QueryView
      query={query}
      error="Failed to load the games you viewed"
      skeleton={<Waiting count={ids.length} />}
    >
      {({ games }) => (
        <ul className="cards mt-6">
          {games.map((game) => (
            <li key={game._id}>
              <GameCard game={shownCard(game)} />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}

const Waiting = ({ count }: { count: number }) => (
  <div className="cards mt-6">
    {Array.from({ length: count }, (_, nth) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
      <GameCardSkeleton key={nth} />
    ))}
  </div>
)
