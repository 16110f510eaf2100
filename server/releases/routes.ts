import { audienceOf, unlimited } from '../platform/http/audience.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { changeSteps } from './change-steps.ts'
import { editNotes } from './edit-notes.ts'
import { gameStorage, setOldBuilds, setStorageMax } from './game-storage.ts'
import { nextRelease } from './next-release.ts'
import { ownRelease, ownReleases } from './own-releases.ts'
import { publishRelease, unscheduleRelease } from './publish-release.ts'
import { gameOfRelease } from './release-row.ts'
import { rollBack } from './roll-back.ts'
import { sellerGame } from './seller-game.ts'
import { latestRelease, releasesOf } from './show-release.ts'
import { setSupporters, supportersOf } from './supporters.ts'
import { withdrawRelease } from './withdraw-release.ts'

export function releaseRoutes(serve: Serve, store: Store): void {
  serve.list('GET /api/games/:id/releases', async ({ account, params, query, request }) => {
    const { show, ...page } = query
    const audience = audienceOf(request)
    return releasesOf(store.db, params.id, page, show ? unlimited(audience.view) : audience, account)
  })

  serve('GET /api/games/:id/latest', async ({ params, query }) =>
    latestRelease(store.db, params.id, query.channel),
  )

  serve('GET /api/dev/games/:id', async ({ account, params }) => sellerGame(store, account, params.id))

  serve('GET /api/dev/games/:id/next-release', async ({ account, params }) =>
    nextRelease(store.db, account, params.id),
  )

  serve('GET /api/dev/games/:id/storage', async ({ account, params }) =>
    gameStorage(store, account, params.id),
  )

  serve('PUT /api/games/:id/old-builds', async ({ account, params, body }) =>
    setOldBuilds(store, account, params.id, body.oldBuilds),
  )

  serve('PUT /api/admin/games/:id/storage', async ({ account, params, body }) =>
    setStorageMax(store, account, params.id, body),
  )

  serve.list('GET /api/dev/games/:id/releases', async ({ account, params, query }) =>
    ownReleases(store, account, params.id, query),
  )

  serve('GET /api/releases/:releaseId', async ({ account, params }) => {
    await gameOfRelease(store.db, account, params.releaseId)
    return ownRelease(store, params.releaseId)
  })

  serve('PATCH /api/releases/:releaseId/notes', async ({ account, params, body }) =>
    editNotes(store, account, params.releaseId, body),
  )

  serve('POST /api/releases/:releaseId/live', async ({ account, params, body }) =>
    publishRelease(store, account, params.releaseId, body),
  )

  serve('DELETE /api/releases/:releaseId/live', async ({ account, params }) =>
    unscheduleRelease(store, account, params.releaseId),
  )

  serve('PUT /api/releases/:releaseId/steps', async ({ account, params, body }) =>
    changeSteps(store, account, params.releaseId, body),
  )

  serve('GET /api/dev/games/:id/supporters', async ({ account, params }) =>
    supportersOf(store.db, account, params.id),
  )

  serve('PUT /api/games/:id/supporters', async ({ account, params, body }) =>
    setSupporters(store, account, params.id, body.offer),
  )

  serve('POST /api/releases/:releaseId/withdraw', async ({ account, params, body }) =>
    withdrawRelease(store, account, params.releaseId, body.reason),
  )

  serve('POST /api/releases/:releaseId/rollback', async ({ account, params, body }) =>
    rollBack(store, account, params.releaseId, body),
  )
}
