import { useCall } from '../../../api/use-call.ts'
import { useKeysChanged } from './use-keys-changed.ts'

const SESSIONS = ['GET /api/sessions']

/** The user's open sessions, the most recently used first. */
export const useSessions = () => useCall('GET /api/sessions', {})

/** Refetches the list. */
export function useSessionsChanged(): () => Promise<void> {
  const keysChanged = useKeysChanged()
  return () => keysChanged(SESSIONS)
}
