import { contentChoiceOf } from '../platform/http/content-choice.ts'
import { notFound } from '../platform/http/errors.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { changeProfile } from './change-profile.ts'
import { findDeveloper } from './developer.ts'
import { requestDeveloper } from './developer-request.ts'
import { ownProfile } from './own-profile.ts'

const ok = { ok: true } as const

export function profileRoutes(serve: Serve, store: Store): void {
  serve('GET /api/profile', async ({ account }) => ownProfile(store.db, account.id))

  serve('PATCH /api/profile/:userId', async ({ account, params, body }) => ({
    profile: await changeProfile(store, account, params.userId, body),
  }))

  serve('GET /api/profile/:id', async ({ params, request }) => {
    const developer = await findDeveloper(store.db, params.id, contentChoiceOf(request))
    if (!developer) throw notFound('Failed to load profile')
    return developer
  })

  serve('POST /api/profile/developer-request', async ({ account }) => {
    await requestDeveloper(store.db, account.id)
    return ok
  })
}
