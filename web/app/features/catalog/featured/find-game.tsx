import { SEARCH_MAX } from '@nofiller/contract/text/characters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { IconCheck, IconPlus } from '../../../ui/icons.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { GameRow } from './game-row.tsx'
import type { Featured } from './use-featured.ts'

const FROM_LETTERS = 2
const RESULTS_MAX = 8
const GAMES = 'GET /api/admin/games'

/** Finds public games by words, to feature them; all games, whatever the admin's own filters. */
export function FindGame({ featured }: { featured: Featured }) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 300)
  const results = useQuery({
    queryKey: [GAMES, 'to feature', q],
    queryFn: ({ signal }) =>
      call(GAMES, { query: { q, state: 'public', sort: 'sales', limit: RESULTS_MAX }, signal }),
    enabled: q.length >= FROM_LETTERS,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Games to feature" className="grid content-start gap-4">
      <Field label="Find a game" hint="Title, developer or tag, at least two letters.">
        <TextInput
          type="search"
          value={typed}
          maxLength={SEARCH_MAX}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {q.length >= FROM_LETTERS && (
        <QueryView
          query={results}
          error="Failed to fetch games"
          empty={<p className="text-muted">No game matches these words.</p>}
        >
          {(games) => (
            <ul className="divide-y divide-line border-y border-line">
              {games.map((game) => (
                <li key={game._id}>
                  <GameRow game={game}>
                    {featured.has(game._id) ? (
                      <span className="flex items-center gap-1.5 pr-2 text-sm text-muted">
                        <IconCheck className="size-3.5" />
                        Featured
                      </span>
                    ) : (
                      <Button
                        size="small"
                        disabled={featured.isFull}
                        aria-label={`Add ${game.title}`}
                        onClick={() => featured.add(game)}
                      >
                        <IconPlus className="size-3.5" />
                        Add
                      </Button>
                    )}
                  </GameRow>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      )}
    </section>
  )
}
