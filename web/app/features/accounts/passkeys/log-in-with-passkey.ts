import type { Sent } from '@nofiller/contract/calls'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { signIn } from '../../../session/session.ts'
import { forgetPasskey, signalAcceptedPasskeys } from './password-manager.ts'

/** The library is loaded when a passkey is requested: no public page loads it. */
const webauthn = () => import('@simplewebauthn/browser')

type Assertion = Sent<'POST /api/login/passkey', 'body'>

/** A challenge lives for 5 minutes; it is renewed before. */
const RENEW_MS = 4 * 60_000

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

/**
 * Requests a passkey in the browser's own dialog, and logs in with it.
 * @throws ApiError of the store, else the browser's error when its user cancels
 */
export async function logInWithPasskey(): Promise<void> {
  const { startAuthentication } = await webauthn()
  const optionsJSON = await call('POST /api/login/passkey/options')
  await enter(await startAuthentication({ optionsJSON }))
}

/**
 * Makes the browser suggest passkeys in the name field, and logs in with the chosen one. Ends silently when
 * the browser does not support this, or when `signal` aborts.
 * @throws ApiError
 */
export async function suggestPasskeys(signal: AbortSignal): Promise<void> {
  const { browserSupportsWebAuthnAutofill } = await webauthn()
  if (!(await browserSupportsWebAuthnAutofill())) return
  while (!signal.aborted) {
    const chosen = await suggestedPasskey(signal)
    if (chosen === 'renew') continue
    if (chosen !== 'ended') await enter(chosen)
    return
  }
}

/** The chosen passkey for one challenge, or why there is none. */
async function suggestedPasskey(signal: AbortSignal): Promise<Assertion | 'renew' | 'ended'> {
  const { startAuthentication, WebAuthnAbortService } = await webauthn()
  const ending = new AbortController()
  const renewal = AbortSignal.timeout(RENEW_MS)
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  AbortSignal.any([signal, renewal]).addEventListener('abort', cancel, { signal: ending.signal })
  try {
    const optionsJSON = await call('POST /api/login/passkey/options', { signal })
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } catch {
    return renewal.aborted ? 'renew' : 'ended'
  } finally {
    ending.abort() // another request of the browser may be open by now, which must not be cancelled
  }
}

async function enter(assertion: Assertion): Promise<void> {
  try {
    const { accessToken } = await call('POST /api/login/passkey', { body: assertion })
    await signIn(accessToken)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unknown_passkey') forgetPasskey(assertion.id)
    throw error
  }
  signalAcceptedPasskeys()
}

/** The message after a failure: the store's sentence, else that no passkey was given. */
export const passkeyFailure = (error: unknown): string =>
  error instanceof ApiError ? messageOf(error) : 'No passkey was used. Try again, or use your password.'
