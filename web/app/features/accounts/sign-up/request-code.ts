import { RESEND_SECONDS } from '@nofiller/contract/accounts/account-rules'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { currentTime } from '../../../ui/clock.ts'

/** Requests a code, and returns when another one may be requested, in ms. */
export async function requestCode(email: string): Promise<number> {
  const { resendSeconds } = await call('POST /api/verify-resend', { body: { email } })
  return momentIn(resendSeconds)
}

/** When another code may be requested, in ms, if one was refused because the last was sent moments ago; else null. */
export function pauseEnd(error: unknown): number | null {
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : null
  return seconds !== null && seconds <= RESEND_SECONDS ? momentIn(seconds) : null
}

export const momentIn = (seconds: number): number => currentTime().getTime() + seconds * 1_000
