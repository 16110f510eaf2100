import { audienceOf } from '../platform/http/audience.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { countUnread, noticesOf } from './list-notices.ts'
import { mailingGames, setMuted } from './mailing-games.ts'
import { markRead } from './mark-read.ts'
import { preferencesOf, setPreferences } from './preferences.ts'

export function noticeRoutes(serve: Serve, { db, preparedDb }: Store): void {
  serve.list('GET /api/notices', async ({ account, query, request }) =>
    noticesOf(db, account.id, query, audienceOf(request)),
  )

  serve('GET /api/notices/unread', async ({ account, request }) => ({
    count: await countUnread(preparedDb, account.id, audienceOf(request)),
  }))

  serve('POST /api/notices/read', async ({ account, body }) => {
    await markRead(db, account.id, body)
    return { ok: true } as const
  })

  serve('GET /api/notice-preferences', async ({ account }) => preferencesOf(db, account.id))

  serve('PUT /api/notice-preferences', async ({ account, body }) => setPreferences(db, account.id, body))

  serve('GET /api/notices/games', async ({ account, request }) =>
    mailingGames(db, account.id, audienceOf(request)),
  )

  serve('PUT /api/notices/games', async ({ account, body }) => {
    await setMuted(db, account.id, body)
    return { ok: true } as const
  })
}
