import type { GameCard } from '@nofiller/contract/catalog/catalog'
import type { FeaturedGame } from '@nofiller/contract/catalog/featured'
import { FEATURED_MAX } from '@nofiller/contract/catalog/sections'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'

const KEY = ['GET /api/admin/featured']

/** The saved featured games, and the edited list. */
export function useFeatured() {
  const client = useQueryClient()
  const saved = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /api/admin/featured', { signal }),
    refetchOnWindowFocus: false, // the edited list is on the screen
  })
  const [changed, setChanged] = useState<readonly FeaturedGame[] | null>(null)
  const games = changed ?? saved.data ?? []
  const save = useMutation({
    mutationFn: () => call('PUT /api/admin/featured', { body: { gameIds: games.map(({ _id }) => _id) } }),
    onSuccess: (answer) => {
      client.setQueryData(KEY, answer)
      setChanged(null)
    },
  })
  return {
    saved,
    games,
    isChanged: changed !== null && idsOf(changed) !== idsOf(saved.data ?? []),
    isFull: games.length >= FEATURED_MAX,
    has: (id: string) => games.some((game) => game._id === id),
    add: (game: GameCard) => setChanged([...games, { ...game, visibility: 'public' }]),
    remove: (id: string) => setChanged(games.filter((game) => game._id !== id)),
    move: (from: number, to: number) => setChanged(moved(games, from, to)),
    discard: () => setChanged(null),
    save,
  }
}

export type Featured = ReturnType<typeof useFeatured>

const idsOf = (games: readonly FeaturedGame[]): string => games.map(({ _id }) => _id).join()

function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}
