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
