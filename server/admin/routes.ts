import { actorOf } from '../platform/database/audit.ts'
import { contentChoiceOf } from '../platform/http/content-choice.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { auditChain } from './audit/audit-chain.ts'
import { listAudit } from './audit/audit-list.ts'
import { auditCsv, contactsCsv, gamesCsv, usersCsv } from './csv.ts'
import { findAdminGame, listAllGames } from './games.ts'
import { findContactDetail } from './inbox/contact-detail.ts'
import { listContacts, markContact } from './inbox/inbox.ts'
import { replyTo } from './inbox/reply.ts'
import { findAdminOrder } from './orders/order-detail.ts'
import { sendMailAgain, sendReceiptAgain } from './orders/order-emails.ts'
import { addNote } from './orders/order-notes.ts'
import { findDecisionChoices, restoreGame, takeDown } from './take-down.ts'
import { runHealthChecks } from './todo/health-checks.ts'
import { countToDo, dismiss, findToDo, retry, setNotice } from './todo/todo.ts'
import { changeUser, declineDeveloper, signOutUser } from './users/change-user.ts'
import { findUser, listUsers } from './users/users.ts'

const ok = { ok: true } as const

export function adminRoutes(serve: Serve, store: Store): void {
  userRoutes(serve, store)
  moderationRoutes(serve, store)
  toDoRoutes(serve, store)
  adminOrderRoutes(serve, store)

  serve.list('GET /api/admin/audit', async ({ query }) => listAudit(store.db, query))

  serve('GET /api/admin/audit/chain', () => auditChain(store.db))

  serve.csv('GET /api/admin/audit.csv', 'audit.csv', ({ query }) => auditCsv(store.db, query))
}

function userRoutes(serve: Serve, store: Store): void {
  serve.list('GET /api/users', async ({ query }) => listUsers(store.db, query))

  serve.csv('GET /api/admin/users.csv', 'users.csv', ({ query }) => usersCsv(store.db, query))

  serve('GET /api/admin/users/:id', async ({ account, params, request }) =>
    findUser(store.db, account, params.id, contentChoiceOf(request)),
  )

  serve('PATCH /api/admin/users/:id', async ({ account, params, body }) => {
    const { reason, ...change } = body
    return changeUser(store, actorOf(account), params.id, change, reason)
  })

  serve('POST /api/admin/users/:id/sign-out', async ({ account, params, body }) => {
    await signOutUser(store, actorOf(account), params.id, body.reason)
    return ok
  })

  serve('POST /api/admin/users/:id/decline-developer', async ({ account, params, body }) =>
    declineDeveloper(store, actorOf(account), params.id, body.reason),
  )
}

function moderationRoutes(serve: Serve, store: Store): void {
  serve.list('GET /api/admin/games', async ({ query, request }) =>
    listAllGames(store.db, query, contentChoiceOf(request)),
  )

  serve.csv('GET /api/admin/games.csv', 'games.csv', ({ query }) => gamesCsv(store.db, query))

  serve('POST /api/admin/games/:id/take-down', async ({ account, params, body, request }) => {
    await takeDown(store, { ...actorOf(account), id: account.id }, params.id, body)
    return findAdminGame(store.db, params.id, contentChoiceOf(request))
  })

  serve('GET /api/admin/games/:id/decision', async ({ params }) => findDecisionChoices(store, params.id))

  serve('POST /api/admin/games/:id/restore', async ({ account, params, body, request }) => {
    await restoreGame(store, actorOf(account), params.id, body.reason)
    return findAdminGame(store.db, params.id, contentChoiceOf(request))
  })

  serve.list('GET /api/admin/contacts', async ({ query }) => listContacts(store.db, query))

  serve.csv('GET /api/admin/contacts.csv', 'inbox.csv', ({ query }) => contactsCsv(store.db, query))

  serve('PUT /api/admin/contacts/:id', async ({ account, params, body }) =>
    markContact(store.db, actorOf(account), params.id, body),
  )

  serve('GET /api/admin/contacts/:id', async ({ account, params, request }) =>
    findContactDetail(store.db, account, params.id, contentChoiceOf(request)),
  )

  serve('POST /api/admin/contacts/:id/reply', async ({ account, params, body }) => {
    await replyTo(store, actorOf(account), params.id, body)
    return ok
  })
}

function toDoRoutes(serve: Serve, store: Store): void {
  serve('GET /api/admin/todo', async ({ account }) => findToDo(store, account.id))

  serve('GET /api/admin/todo/counts', async ({ account }) => countToDo(store.db, account.id))

  serve('GET /api/admin/health-checks', async () => runHealthChecks(store))

  serve('PUT /api/admin/todo/notice', async ({ account, body }) => {
    await setNotice(store, actorOf(account), body.notifyToDo)
    return ok
  })

  serve('POST /api/admin/jobs/:id/retry', async ({ account, params }) => {
    await retry(store, actorOf(account), params.id)
    return ok
  })

  serve('POST /api/admin/jobs/:id/dismiss', async ({ account, params }) => {
    await dismiss(store, actorOf(account), params.id)
    return ok
  })
}

function adminOrderRoutes(serve: Serve, store: Store): void {
  serve('GET /api/admin/orders/:orderId', async ({ account, params, request }) =>
    findAdminOrder(store, account, params.orderId, contentChoiceOf(request)),
  )

  serve('POST /api/admin/orders/:orderId/receipt', async ({ account, params }) => {
    await sendReceiptAgain(store, actorOf(account), params.orderId)
    return ok
  })

  serve('POST /api/admin/orders/:orderId/emails/:id/send-again', async ({ account, params }) => {
    await sendMailAgain(store, actorOf(account), params.orderId, params.id)
    return ok
  })

  serve('POST /api/admin/orders/:orderId/notes', async ({ account, params, body }) => {
    await addNote(store.db, account, params.orderId, body)
    return ok
  })
}
