import { actorOf } from '../platform/database/audit.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { clearMalware } from './clear-malware.ts'
import { answerExplicitCard } from './explicit-card.ts'
import { listMalware } from './list-malware.ts'
import { acknowledge, preflight, takeBackAcknowledgement } from './preflight.ts'

export function checkRoutes(serve: Serve, store: Store): void {
  serve('POST /api/games/:id/preflight', async ({ account, params }) => preflight(store, account, params.id))

  serve('POST /api/games/:id/preflight/acknowledgements', async ({ account, params, body }) => {
    await acknowledge(store, account, params.id, body)
    return { ok: true } as const
  })

  serve('DELETE /api/games/:id/preflight/acknowledgements', async ({ account, params, body }) => {
    await takeBackAcknowledgement(store, account, params.id, body)
    return { ok: true } as const
  })

  serve('GET /api/admin/malware', async ({ account, query }) => listMalware(store.db, account.id, query))

  serve('POST /api/admin/builds/:id/clear-malware', async ({ account, params, body }) => {
    await clearMalware(store, actorOf(account), params.id, body.reason)
    return { ok: true } as const
  })

  serve('PUT /api/games/:id/explicit-card', async ({ account, params, body }) => {
    await answerExplicitCard(store, account, params.id, body.explicit)
    return { ok: true } as const
  })
}
