import type { Game } from '@nofiller/contract/catalog/catalog'
import { useQuery } from '@tanstack/react-query'
import { isRouteErrorResponse, useParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { useUser } from '../../../session/session.ts'

/**
 * The game of a page that visitors do not get. Of a draft its developer and admins may see it, of a private game its owners too:
 * the browser requests it in their name (LA1).
 */
export function useMissingGame(error: unknown): { isMissing: boolean; isLoading: boolean; game?: Game } {
  const { id = '' } = useParams()
  const user = useUser()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const { data: game, isLoading } = useQuery({
    queryKey: ['GET /api/games/:id', id, user?._id],
    queryFn: async ({ signal }) => {
      const asked = call('GET /api/games/:id', { params: { id }, signal })
      const [game, { cleanDescription }] = await Promise.all([asked, import('./clean-description.ts')])
      return { ...game, description: cleanDescription(game.description) }
    },
    enabled: isMissing && user !== null,
    retry: false,
  })
  return { isMissing, isLoading, ...(game && { game }) }
}
