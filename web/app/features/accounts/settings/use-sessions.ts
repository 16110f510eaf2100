import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { useKeysChanged } from './use-keys-changed.ts'

const SESSIONS = ['GET /api/sessions']

/** Where the user is signed in, the last used first. */
export const useSessions = () =>
  useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => call('GET /api/sessions', { signal }) })

/** Has the list asked for again. */
export function useSessionsChanged(): () => Promise<void> {
  const keysChanged = useKeysChanged()
  return () => keysChanged(SESSIONS)
}
