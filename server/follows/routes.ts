import { audienceOf } from '../platform/http/audience.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { follow, unfollow } from './follow.ts'
import { followsOf } from './list-follows.ts'
import { ownDevices, setOwnDevices } from './own-devices.ts'

export function followRoutes(serve: Serve, store: Store): void {
  serve('GET /api/follows', async ({ account, request }) =>
    followsOf(store.db, account.id, audienceOf(request)),
  )

  serve('PUT /api/follows/:kind/:id', async ({ account, params }) => follow(store, account.id, params))

  serve('DELETE /api/follows/:kind/:id', async ({ account, params }) => unfollow(store, account.id, params))

  serve('GET /api/follows/devices', async ({ account }) => ownDevices(store.db, account.id))

  serve('PUT /api/follows/devices', async ({ account, body }) =>
    setOwnDevices(store.db, account.id, body.devices),
  )
}
