import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { SIGNATURE_HEADER } from '../payments/sandbox-provider.ts'
import { hmac } from '../platform/signatures.ts'

const RETRY_MS = [500, 2_000]
const TIMEOUT_MS = 10_000

export type NotifyStore = (orderId: string, messageId: string) => Promise<void>

/** Sends the store a signed webhook about an invoice; tries three times. */
export function notifyingStore(
  { selfUrl }: { selfUrl: string },
  webhookSecret: string,
  log: FastifyBaseLogger,
): NotifyStore {
  return async (orderId, messageId) => {
    const body = JSON.stringify({ messageId, orderId })
    const headers = {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: hmac(webhookSecret, Buffer.from(body)).toString('hex'),
    }
    for (const pause of [...RETRY_MS, null]) {
      const answer = await fetch(`${selfUrl}/api/webhooks/sandbox`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: Error) => ({ ok: false, status: error.message }))
      if (answer.ok) return
      if (pause === null)
        log.warn({ orderId, status: answer.status }, 'the store did not take a sandbox message')
      else await sleep(pause)
    }
  }
}
