import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'

/** The games of the signed-in user, newest first. */
export function useLibrary() {
  const { user } = useSession()
  return useQuery({
    queryKey: ['GET /api/library'],
    queryFn: ({ signal }) => call('GET /api/library', { signal }),
    enabled: user !== null,
  })
}

/** What the signed-in user has of one game, null for nothing; asked again on each return to the tab, where a payment may have been made. */
export function useLibraryEntry(gameId: string) {
  const { user } = useSession()
  return useQuery({
    queryKey: ['GET /api/library', gameId],
    queryFn: async ({ signal }) => (await call('GET /api/library', { query: { gameId }, signal }))[0] ?? null,
    enabled: user !== null,
    refetchOnWindowFocus: 'always',
  })
}
