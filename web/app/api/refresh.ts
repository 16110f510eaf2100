import { readStored, writeStored } from '../session/stored-user.ts'
import { ApiError, isOutage, networkError } from './api-error.ts'
import { withExclusiveLock } from './in-turn.ts'

let running: Promise<string> | null = null
let onDead: (reason: string) => void = () => writeStored(null)

/** Sets the handler for a refused refresh: the session module signs the user out and stores the reason. */
export function whenSessionDies(act: (reason: string) => void): void {
  onDead = act
}

/**
 * A token newer than the one that was just refused. One refresh at a time: callers of this tab share it, and a
 * Web Lock keeps the tabs apart, since the refresh cookie is rotated at each use (requirements 2.6).
 * @throws ApiError `Refresh failed` or `No access token from refresh`; the user is then logged out, unless the
 * server could not be reached.
 */
export function freshToken(refused: string): Promise<string> {
  running ??= withExclusiveLock('session-refresh', () => replace(refused)).finally(() => {
    running = null
  })
  return running
}

async function replace(refused: string): Promise<string> {
  const stored = readStored()
  if (stored === null) throw new ApiError({ status: 401, message: 'Refresh failed', code: 'signed_out' })
  if (stored.token !== refused) return stored.token
  try {
    const token = await askForToken()
    // The user may have logged out before the response came.
    const now = readStored()
    if (now) writeStored({ ...now, token })
    return token
  } catch (error) {
    if (!isOutage(error)) onDead(error instanceof Error ? error.message : 'Refresh failed')
    throw error
  }
}

async function askForToken(): Promise<string> {
  const response = await fetch('/api/refresh', { method: 'POST' }).catch(() => {
    throw networkError()
  })
  if (!response.ok) throw new ApiError({ status: response.status, message: 'Refresh failed' })
  const answer: { accessToken?: unknown } | null = await response.json().catch(() => {
    throw networkError() // truncated, or not from the store
  })
  if (typeof answer?.accessToken === 'string' && answer.accessToken !== '') return answer.accessToken
  throw new ApiError({ status: 401, message: 'No access token from refresh' })
}
