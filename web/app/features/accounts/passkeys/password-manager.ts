import { call } from '../../../api/client.ts'

/** A browser that does not take it, or cannot reach the store, goes on without: nothing relies on this. */
const ignored = () => undefined

/**
 * Tells the password manager which passkeys the store still knows, so that it offers no others. Only for who is signed in,
 * as it tells what an account has.
 */
export function tellAcceptedPasskeys(): void {
  if ('PublicKeyCredential' in window && 'signalAllAcceptedCredentials' in PublicKeyCredential)
    sendAccepted().catch(ignored)
}

async function sendAccepted(): Promise<void> {
  const [{ sendSignal }, { accepted }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('GET /api/passkeys'),
  ])
  if (accepted.userId === null) return
  await sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: accepted.rpId,
    userID: accepted.userId,
    allAcceptedCredentialIDs: accepted.credentialIds,
  })
}

/** Tells the password manager that the store does not know a passkey. */
export function forgetPasskey(credentialID: string): void {
  import('@simplewebauthn/browser')
    .then(({ sendSignal }) =>
      sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID }),
    )
    .catch(ignored)
}
