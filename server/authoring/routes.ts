import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { archiveGame, unarchiveGame } from './archive-game.ts'
import { changeAccess } from './change-access.ts'
import { saveGame } from './game-form/save-game.ts'
import { storeDescriptionImage } from './pictures/desc-image.ts'
import { changeDraft, createDraft, deleteDraft } from './release-form/draft.ts'
import { cancelUpload } from './uploads/cancel-upload.ts'
import { openUpload } from './uploads/temp-file.ts'
import { uploadState } from './uploads/upload-state.ts'

export function authoringRoutes(serve: Serve, store: Store): void {
  serve('POST /api/games', async ({ account, form, files }) => saveGame(store, account, null, form, files))

  serve('POST /api/games/:id', async ({ account, params, form, files }) =>
    saveGame(store, account, params.id, form, files),
  )

  serve('POST /api/games/:id/archive', async ({ account, params }) => {
    await archiveGame(store, account, params.id)
    return { ok: true } as const
  })

  serve('DELETE /api/games/:id/archive', async ({ account, params }) => {
    await unarchiveGame(store, account, params.id)
    return { ok: true } as const
  })

  serve('PUT /api/games/:id/access', async ({ account, params, body }) =>
    changeAccess(store, account, params.id, body),
  )

  serve('POST /api/games/:id/releases', async ({ account, params, body }) =>
    createDraft(store, account, params.id, body),
  )

  serve('PUT /api/releases/:releaseId', async ({ account, params, body }) =>
    changeDraft(store, account, params.releaseId, body),
  )

  serve('DELETE /api/releases/:releaseId', async ({ account, params }) => {
    await deleteDraft(store, account, params.releaseId)
    return { ok: true } as const
  })

  serve('POST /api/upload/temp-file', async ({ account, body }) => openUpload(store, account, body))

  serve('GET /api/upload/temp-file/:tempKey', async ({ account, params }) =>
    uploadState(store, account.id, params.tempKey),
  )

  serve('DELETE /api/upload/temp-file/:tempKey', async ({ account, params }) => {
    await cancelUpload(store, account.id, params.tempKey)
    return { ok: true } as const
  })

  serve('POST /api/upload/desc-image', async ({ account, form, files }) =>
    storeDescriptionImage(store, account, form.title, files),
  )
}
