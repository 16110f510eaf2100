import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { listDeliveries, redeliver, sendTest } from './deliveries.ts'
import {
  addEndpoint,
  changeEndpoint,
  changeSecret,
  listEndpoints,
  pauseEndpoint,
  removeEndpoint,
} from './endpoints.ts'

export function webhookRoutes(serve: Serve, store: Store): void {
  serve('GET /api/endpoints', async ({ account }) => listEndpoints(store, account.id))
  serve('POST /api/endpoints', async ({ account, body }) => addEndpoint(store, account, body))
  serve('PUT /api/endpoints/:id', async ({ account, params, body }) =>
    changeEndpoint(store, account, params.id, body),
  )
  serve('PATCH /api/endpoints/:id', async ({ account, params, body }) =>
    pauseEndpoint(store, account, params.id, body),
  )
  serve('DELETE /api/endpoints/:id', async ({ account, params }) => removeEndpoint(store, account, params.id))
  serve('POST /api/endpoints/:id/secret', async ({ account, params }) =>
    changeSecret(store, account, params.id),
  )
  serve('POST /api/endpoints/:id/test', async ({ account, params }) => sendTest(store, account, params.id))
  serve.list('GET /api/endpoints/deliveries', async ({ account, query }) =>
    listDeliveries(store, account, null, query),
  )
  serve.list('GET /api/endpoints/:id/deliveries', async ({ account, params, query }) =>
    listDeliveries(store, account, params.id, query),
  )
  serve('POST /api/endpoints/:id/redeliver', async ({ account, params, body }) =>
    redeliver(store, account, params.id, body),
  )
}
