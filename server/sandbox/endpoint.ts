import { SANDBOX_ENDPOINTS } from '@nofiller/contract/sandbox/sandbox-endpoints'
import type { OutsidePost, OutsidePosted } from '../platform/http/outside-client.ts'

/** The far side of webhooks in a store that takes no real money: it answers in this process, and nothing goes out. */
export function sandboxEndpoint({ url, headers }: OutsidePost): OutsidePosted {
  const isFailing = url.href === SANDBOX_ENDPOINTS.fails
  return {
    status: isFailing ? 503 : 200,
    answer: Buffer.from(
      isFailing
        ? '<html><h1>Service unavailable</h1></html>'
        : JSON.stringify({ received: headers['webhook-id'] }),
    ),
    retryAfter: null,
  }
}
