import { useQueryClient } from '@tanstack/react-query'

/** Has a list of keys asked for again by its query key, and the security events, which tell of the change. */
export function useKeysChanged(): (queryKey: readonly string[]) => Promise<void> {
  const queries = useQueryClient()
  return async (queryKey) => {
    void queries.invalidateQueries({ queryKey: ['GET /api/security-events'] })
    await queries.invalidateQueries({ queryKey })
  }
}
