import { refuseHidden } from '../catalog/game.ts'
import { listed } from '../catalog/search/listed-games.ts'
import { audienceOf, despiteBlocks } from '../platform/http/audience.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Serve } from '../platform/http/serve.ts'
import { readableBy, type Store } from '../store.ts'
import { changeProfile } from './change-profile.ts'
import { findDeveloper, whyDeveloperHidden } from './developer.ts'
import { ownProfile } from './own-profile.ts'
import { askToSell, sellRequestsOf } from './sell-request.ts'

const ok = { ok: true } as const

export function profileRoutes(serve: Serve, store: Store): void {
  serve('GET /api/profile', async ({ account }) => ownProfile(store, account))

  serve('PATCH /api/profile/:id', async ({ account, params, body }) => ({
    profile: await changeProfile(store, account, params.id, body),
  }))

  serve('GET /api/profile/:id', async ({ account, params, query, request }) => {
    const db = readableBy(store, account)
    const audience = query.show === 'once' ? despiteBlocks(audienceOf(request)) : audienceOf(request)
    refuseHidden(await whyDeveloperHidden(db, params.id, audience))
    const developer = await findDeveloper(db, params.id, audience)
    if (!developer) throw notFound('Failed to load profile')
    return { ...developer, games: await listed(db, account, developer.games) }
  })

  serve('GET /api/sell-request', async ({ account }) => {
    const [request = null] = await sellRequestsOf(store.db, account.id)
    return { request }
  })

  serve('POST /api/sell-request', async ({ account, body }) => {
    await askToSell(store.db, account.id, body)
    return ok
  })
}
