import { RESEND_SECONDS } from '@nofiller/contract/account-rules'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { rememberCodeSent } from './code-clock.ts'

export type Failure = { message: string; detail?: string }

/** Asks for a code. When one was mailed moments ago, `sentAt` is the time of that one. */
export async function requestCode(
  email: string,
): Promise<{ sentAt: number | null; failure: Failure | null }> {
  try {
    await call('POST /api/verify-resend', { body: { email } })
    return { sentAt: remember(email, Date.now()), failure: null }
  } catch (error) {
    const waitSeconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : null
    const isRecent = waitSeconds !== null && waitSeconds <= RESEND_SECONDS
    const sentAt = isRecent ? remember(email, Date.now() - (RESEND_SECONDS - waitSeconds) * 1_000) : null
    return { sentAt, failure: failureOf(error, 'Could not resend') }
  }
}

function remember(email: string, at: number): number {
  rememberCodeSent(email, at)
  return at
}

/** `Verification failed (HTTP 422)` with the server's sentence below it; `Server error` when no answer came. */
export function failureOf(error: unknown, what: 'Verification failed' | 'Could not resend'): Failure {
  if (!(error instanceof ApiError) || error.status === 0) return { message: 'Server error' }
  const detail = messageOf(error, '')
  const message =
    what === 'Could not resend'
      ? `Could not resend (HTTP ${error.status})`
      : `Verification failed (HTTP ${error.status})`
  return detail === '' ? { message } : { message, detail }
}
