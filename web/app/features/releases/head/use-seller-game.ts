import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../api/use-call.ts'
import { useUser } from '../../../session/session.ts'

/** The game of a developer's page. */
export function useSellerGame(id: string) {
  const user = useUser()
  return useCall('GET /api/dev/games/:id', { params: { id }, enabled: user !== null, retry: false })
}

/** Refetches what the page of a game shows, after a change of its releases. */
export function useSellerGameChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    const isOfGame = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
      typeof name === 'string' && name.startsWith('GET /api/dev/games/:id')
    await client.invalidateQueries({ predicate: isOfGame })
  }
}
