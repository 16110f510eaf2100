import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useUser } from '../../session/session.ts'

/** The cache key of all queries about the library. */
export const LIBRARY = ['GET /api/library']

/** The signed-in user's files of one game, null for none; refetched on each return to the tab, because a payment may have been made. */
export function useLibraryEntry(gameId: string) {
  const user = useUser()
  return useQuery({
    queryKey: [...LIBRARY, gameId],
    queryFn: async ({ signal }) => (await call('GET /api/library', { query: { gameId }, signal }))[0] ?? null,
    enabled: user !== null,
    refetchOnWindowFocus: 'always',
  })
}

/** Refetches everything about the library. */
export function useRefreshLibrary() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: LIBRARY })
}
