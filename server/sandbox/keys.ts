import type { Config } from '../config.ts'
import { keyFor } from '../platform/signatures.ts'

/** The secrets shared by the store and its built-in provider, as a real provider's settings page would show them. */
export function sandboxKeys(config: Config): { apiKey: string; webhookSecret: string } {
  const [secret = ''] = config.secretKeys
  return {
    apiKey: keyFor(secret, 'sandbox-api').toString('hex'),
    webhookSecret: keyFor(secret, 'sandbox-webhook').toString('hex'),
  }
}
