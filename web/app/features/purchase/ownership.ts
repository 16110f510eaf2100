import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { refreshUser, useOwns, useSession } from '../../session/session.ts'

/** What the signed-in user owns of a game: its base, and which extras. `since` is when it came, as an ISO time. */
export type Ownership = { base: boolean; extraIds: readonly string[]; since: string | null }

/** Asks the library each time the page is shown, so that a payment made in another tab is met on the way back. */
export function useOwnership(gameId: string): Ownership {
  const { user } = useSession()
  const inSession = useOwns(gameId)
  const library = useQuery({
    queryKey: ['GET /api/library', gameId],
    queryFn: ({ signal }) => askLibrary(gameId, signal),
    enabled: user !== null,
    refetchOnWindowFocus: 'always',
  })
  const base = library.data?.base ?? inSession

  useEffect(() => {
    // The badges of other pages follow the session.
    if (base && !inSession) void refreshUser()
  }, [base, inSession])

  if (user === null) return NOTHING
  return library.data ?? { ...NOTHING, base: inSession }
}

const NOTHING: Ownership = { base: false, extraIds: [], since: null }

async function askLibrary(gameId: string, signal: AbortSignal): Promise<Ownership> {
  try {
    const [entry] = await call('GET /api/library', { query: { gameId }, signal })
    if (entry === undefined) return NOTHING
    return { base: entry.baseOwned, extraIds: entry.extrasOwnedFileIds, since: entry.addedAt }
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the documents ask for a warning (document 2 §2)
    if (!signal.aborted) console.warn('The ownership check failed', error)
    throw error
  }
}
