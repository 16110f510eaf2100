import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { useKeysChanged } from './use-keys-changed.ts'

const SESSIONS = ['GET /api/sessions']

/** The user's open sessions, the most recently used first. */
export const useSessions = () =>
  useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => call('GET /api/sessions', { signal }) })

/** Refetches the list. */
export function useSessionsChanged(): () => Promise<void> {
  const keysChanged = useKeysChanged()
  return () => keysChanged(SESSIONS)
}
