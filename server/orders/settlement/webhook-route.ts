import { rawBodyOf } from '../../platform/http/bodies/raw-body.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import { receiveMessage } from './webhook.ts'

/** Registered where bodies stay raw bytes. */
export function webhookRoute(serve: Serve, store: Store): void {
  serve('POST /api/webhooks/:provider', async ({ params, request }) => {
    await receiveMessage(store, params.provider, request.headers, rawBodyOf(request))
    return { ok: true } as const
  })
}
