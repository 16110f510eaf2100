import { useQueryClient } from '@tanstack/react-query'

/** Refetches a list of keys by its query key, and the security events, which include the change. */
export function useKeysChanged(): (queryKey: readonly string[]) => Promise<void> {
  const queries = useQueryClient()
  return async (queryKey) => {
    void queries.invalidateQueries({ queryKey: ['GET /api/security-events'] })
    await queries.invalidateQueries({ queryKey })
  }
}
