import type { GameCard } from '@nofiller/contract/catalog/catalog'
import type { FeaturedGame } from '@nofiller/contract/catalog/featured'
import { FEATURED } from '@nofiller/contract/catalog/home-rules'
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
    mutationFn: () => call('PUT /api/admin/featured', { body: { games: games.map(planned) } }),
    onSuccess: (answer) => {
      client.setQueryData(KEY, answer)
      setChanged(null)
    },
  })
  return {
    saved,
    games,
    isChanged: changed !== null && textOf(changed) !== textOf(saved.data ?? []),
    isWrong: games.some(isTurned),
    isFull: games.length >= FEATURED.planned,
    has: (id: string) => games.some((game) => game._id === id),
    add: (game: GameCard) => setChanged([...games, { ...game, ...UNPLANNED, visibility: 'public' }]),
    remove: (id: string) => setChanged(games.filter((game) => game._id !== id)),
    setDays: (id: string, days: Partial<Pick<FeaturedGame, 'from' | 'until'>>) =>
      setChanged(games.map((game) => (game._id === id ? { ...game, ...days } : game))),
    move: (from: number, to: number) => setChanged(moved(games, from, to)),
    discard: () => setChanged(null),
    save,
  }
}

export type Featured = ReturnType<typeof useFeatured>

const UNPLANNED = { from: null, until: null, coverPicture: null, summary: '' }

const planned = ({ _id, from, until }: FeaturedGame) => ({ gameId: _id, from, until })

const textOf = (games: readonly FeaturedGame[]): string => JSON.stringify(games.map(planned))

/** Whether its last day is before the first. */
export const isTurned = ({ from, until }: FeaturedGame): boolean =>
  from !== null && until !== null && until < from

function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}
