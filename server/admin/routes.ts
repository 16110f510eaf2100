import { actorOf } from '../platform/database/audit.ts'
import { pageHeaders } from '../platform/http/paging.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { listAudit } from './audit-list.ts'
import { changeUser, declineDeveloper, resendVerification, signOutUser } from './change-user.ts'
import { auditCsv, contactsCsv, gamesCsv, usersCsv } from './csv.ts'
import { listAllGames, restoreGame, takeDown } from './games.ts'
import { listContacts, markContact } from './inbox.ts'
import { findUser, listUsers } from './users.ts'

const ok = { ok: true } as const

export function adminRoutes(serve: Serve, store: Store): void {
  userRoutes(serve, store)
  orderKeepingRoutes(serve, store)

  serve('GET /api/admin/audit', async ({ query, request, reply }) => {
    const { entries, total, next } = await listAudit(store.db, query)
    pageHeaders(request, reply, { total, after: next })
    return entries
  })

  serve('GET /api/admin/audit.csv', async ({ query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="audit.csv"')
    return auditCsv(store.db, query)
  })
}

function userRoutes(serve: Serve, store: Store): void {
  serve('GET /api/users', async ({ query, request, reply }) => {
    const { users, total, next } = await listUsers(store.db, query)
    pageHeaders(request, reply, { total, after: next })
    return users
  })

  serve('GET /api/admin/users.csv', async ({ query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="users.csv"')
    return usersCsv(store.db, query)
  })

  serve('GET /api/admin/users/:id', async ({ account, params }) => findUser(store.db, account, params.id))

  serve('PATCH /api/admin/users/:id', async ({ account, params, body }) => {
    const { reason, ...change } = body
    return changeUser(store, actorOf(account), params.id, change, reason)
  })

  serve('POST /api/admin/users/:id/sign-out', async ({ account, params, body }) => {
    await signOutUser(store, actorOf(account), params.id, body.reason)
    return ok
  })

  serve('POST /api/admin/users/:id/resend-verification', async ({ account, params, body }) => {
    await resendVerification(store, actorOf(account), params.id, body.reason)
    return ok
  })

  serve('POST /api/admin/users/:id/decline-developer', async ({ account, params, body }) =>
    declineDeveloper(store, actorOf(account), params.id, body.reason),
  )
}

function orderKeepingRoutes(serve: Serve, store: Store): void {
  serve('GET /api/admin/games', async ({ query, request, reply }) => {
    const { games, total, next } = await listAllGames(store.db, query)
    pageHeaders(request, reply, { total, after: next })
    return games
  })

  serve('GET /api/admin/games.csv', async ({ query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="games.csv"')
    return gamesCsv(store.db, query)
  })

  serve('POST /api/admin/games/:id/take-down', async ({ account, params, body }) =>
    takeDown(store, actorOf(account), params.id, body),
  )

  serve('POST /api/admin/games/:id/restore', async ({ account, params, body }) =>
    restoreGame(store, actorOf(account), params.id, body.reason),
  )

  serve('GET /api/admin/contacts', async ({ query, request, reply }) => {
    const { contacts, total, next } = await listContacts(store.db, query)
    pageHeaders(request, reply, { total, after: next })
    return contacts
  })

  serve('GET /api/admin/contacts.csv', async ({ query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="inbox.csv"')
    return contactsCsv(store.db, query)
  })

  serve('PUT /api/admin/contacts/:id', async ({ account, params, body }) =>
    markContact(store.db, actorOf(account), params.id, body.answered),
  )
}
