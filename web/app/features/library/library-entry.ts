import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useUser } from '../../session/session.ts'

/** What every question about the library is cached under. */
export const LIBRARY = ['GET /api/library']

/** What the signed-in user has of one game, null for nothing; asked again on each return to the tab, where a payment may have been made. */
export function useLibraryEntry(gameId: string) {
  const user = useUser()
  return useQuery({
    queryKey: [...LIBRARY, gameId],
    queryFn: async ({ signal }) => (await call('GET /api/library', { query: { gameId }, signal }))[0] ?? null,
    enabled: user !== null,
    refetchOnWindowFocus: 'always',
  })
}

/** Asks for everything of the library again. */
export function useRefreshLibrary() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: LIBRARY })
}
