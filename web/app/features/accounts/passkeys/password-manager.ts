import { call } from '../../../api/client.ts'

/** If the browser does not support it, or cannot reach the store, nothing happens: nothing relies on this. */
const ignored = () => undefined

/**
 * Tells the password manager which passkeys the store knows, so it offers no others. Only for signed-in users,
 * because it reveals an account's passkeys.
 */
export function signalAcceptedPasskeys(): void {
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
