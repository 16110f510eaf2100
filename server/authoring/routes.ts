import { actorOf } from '../platform/database/audit.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { archiveGame, unarchiveGame } from './archive-game.ts'
import { clearMalware } from './checks/clear-malware.ts'
import { answerExplicitCard } from './checks/explicit-card.ts'
import { acknowledge, preflight, takeBackAcknowledgement } from './checks/preflight.ts'
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

  serve('POST /api/games/:id/preflight', async ({ account, params }) => preflight(store, account, params.id))

  serve('POST /api/games/:id/preflight/acknowledgements', async ({ account, params, body }) => {
    await acknowledge(store, account, params.id, body)
    return { ok: true } as const
  })

  serve('DELETE /api/games/:id/preflight/acknowledgements', async ({ account, params, body }) => {
    await takeBackAcknowledgement(store, account, params.id, body)
    return { ok: true } as const
  })

  serve('POST /api/admin/builds/:id/clear-malware', async ({ account, params, body }) => {
    await clearMalware(store, actorOf(account), params.id, body.reason)
    return { ok: true } as const
  })

  serve('PUT /api/games/:id/explicit-card', async ({ account, params, body }) => {
    await answerExplicitCard(store, account, params.id, body.explicit)
    return { ok: true } as const
  })

  serve('POST /api/upload/temp-file', async ({ account, body }) => openUpload(store, account.id, body))

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
