import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { choosePenName } from './choose-pen-name.ts'
import { ownPenName } from './own-pen-name.ts'

export function penNameRoutes(serve: Serve, store: Store): void {
  serve('GET /api/pen-name', async ({ account }) => ownPenName(store, account.id))

  serve('PUT /api/pen-name', async ({ account, body }) => choosePenName(store, account, body.penName))
}
