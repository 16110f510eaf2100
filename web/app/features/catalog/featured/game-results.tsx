import type { AdminGame } from '@nofiller/contract/admin/admin'
import type { Sent } from '@nofiller/contract/calls'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { GameRow } from './game-row.tsx'

const FROM_LETTERS = 2

type GameResultsProps = {
  /** The words to search for; they find nothing below two letters. */
  typed: string
  filter: Pick<NonNullable<Sent<'GET /api/admin/games', 'query'>>, 'state' | 'limit'>
  /** What can be done with a game. */
  children: (game: AdminGame) => ReactNode
}

/** The best-selling games that match words, whatever the admin's own filters. */
export function GameResults({ typed, filter, children }: GameResultsProps) {
  const q = useDebounced(typed.trim(), 300)
  const results = useCall('GET /api/admin/games', {
    query: { q, sort: 'sales', ...filter },
    enabled: q.length >= FROM_LETTERS,
    placeholderData: keepPreviousData,
  })
  if (q.length < FROM_LETTERS) return null
  return (
    <QueryView
      query={results}
      error="Failed to fetch games"
      empty={<p className="text-muted">No game matches these words.</p>}
    >
      {(games) => (
        <ul className="divide-y divide-line border-y border-line">
          {games.map((game) => (
            <li key={game._id}>
              <GameRow game={game}>{children(game)}</GameRow>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}
