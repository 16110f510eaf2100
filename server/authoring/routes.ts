import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { cancelUpload } from './cancel-upload.ts'
import { storeDescriptionImage } from './desc-image.ts'
import { saveGame } from './save-game.ts'
import { openUpload } from './temp-file.ts'
import { uploadState } from './upload-state.ts'

export function authoringRoutes(serve: Serve, store: Store): void {
  serve('POST /api/games', async ({ account, form, files }) => saveGame(store, account, null, form, files))

  serve('POST /api/games/:id', async ({ account, params, form, files }) =>
    saveGame(store, account, params.id, form, files),
  )

  serve('POST /api/upload/temp-file', async ({ account, body }) => openUpload(store, account.id, body))

  serve('GET /api/upload/temp-file/:tempKey', async ({ account, params }) =>
    uploadState(store, account.id, params.tempKey),
  )

  serve('DELETE /api/upload/temp-file/:tempKey', async ({ account, params }) => {
    await cancelUpload(store, account.id, params.tempKey)
    return { ok: true } as const
  })

  serve('POST /api/upload/desc-image', async ({ account, form, files }) =>
    storeDescriptionImage(store.storage, account, form.title, files),
  )
}
