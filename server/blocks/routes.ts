import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ViewerCookie } from '../accounts/sessions/viewer-cookie.ts'
import type { Account } from '../platform/caller.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { block, unblock } from './change-blocks.ts'
import { listBlocks } from './list-blocks.ts'

export function blockRoutes(serve: Serve, { db }: Store, viewer: ViewerCookie): void {
  const changed = async (input: { account: Account; request: FastifyRequest; reply: FastifyReply }) => {
    await viewer.keep(input.request, input.reply, input.account.sessionId)
    return { ok: true } as const
  }

  serve.list('GET /api/blocks', async ({ account, query }) => listBlocks(db, account.id, query))

  serve('PUT /api/blocks/:kind/:id', async (input) => {
    await block(db, input.account.id, input.params.kind, input.params.id)
    return changed(input)
  })

  serve('DELETE /api/blocks/:kind/:id', async (input) => {
    await unblock(db, input.account.id, input.params.kind, input.params.id)
    return changed(input)
  })
}
