import type { Config } from '../config.ts'
import { keyFor } from '../platform/signatures.ts'

/** What the store and its built-in provider share, as a real provider's settings page would show it. */
export function sandboxKeys(config: Config): { apiKey: string; webhookSecret: string } {
  const [secret = ''] = config.secretKeys
  return {
    apiKey: keyFor(secret, 'sandbox-api').toString('hex'),
    webhookSecret: keyFor(secret, 'sandbox-webhook').toString('hex'),
  }
}
