import type { Sent } from '@nofiller/contract/calls'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { signIn } from '../../../session/session.ts'
import { forgetPasskey, tellAcceptedPasskeys } from './password-manager.ts'

/** The library comes when a passkey is asked for: no public page loads it. */
const webauthn = () => import('@simplewebauthn/browser')

type Assertion = Sent<'POST /api/login/passkey', 'body'>

/** A challenge lives for 5 minutes; a new one takes its place before. */
const RENEW_MS = 4 * 60_000

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

/**
 * Asks for a passkey in the browser's own dialog, and logs in with it.
 * @throws ApiError of the store, else what the browser says when its user cancels
 */
export async function logInWithPasskey(): Promise<void> {
  const { startAuthentication } = await webauthn()
  const optionsJSON = await call('POST /api/login/passkey/options')
  await enter(await startAuthentication({ optionsJSON }))
}

/**
 * Has the browser suggest passkeys in the name field, and logs in with the one that is chosen. Ends without a word when
 * the browser cannot do this, or when `signal` says so.
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

/** The passkey that was chosen for one challenge, or why there is none. */
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
    ending.abort() // another request of the browser may be open by now, which is not ours to cancel
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
  tellAcceptedPasskeys()
}

/** What to say when it failed: the store's sentence, else that no passkey was given. */
export const passkeyFailure = (error: unknown): string =>
  error instanceof ApiError ? messageOf(error) : 'No passkey was used. Try again, or use your password.'
