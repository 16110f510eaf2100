import { NO_PAYOUT_TEXTS } from '@nofiller/contract/payouts/payout-rules'
import { requireSecondFactor } from '../accounts/second-factor/require-second-factor.ts'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
import { developerIdOf } from '../platform/developer-id.ts'
import { rawBodyOf } from '../platform/http/bodies/raw-body.ts'
import { conflict } from '../platform/http/errors/errors.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { freezePayouts, liftFreeze } from './addresses/freeze-payouts.ts'
import { ownAddress } from './addresses/own-address.ts'
import { setAddress } from './addresses/set-address.ts'
import { approve } from './approval/approve.ts'
import { giveEvidence } from './approval/evidence.ts'
import { block, cancel, switchPayouts } from './approval/hold-back.ts'
import { lockPayout } from './approval/lock-payout.ts'
import { askForPayout } from './drafts/draft-payout.ts'
import { listAdminPayouts } from './history/admin-payouts.ts'
import { adminSummary } from './history/admin-summary.ts'
import { payoutsCsv, statementCsv } from './history/csv.ts'
import { listPayouts, toPayout } from './history/payouts-list.ts'
import { listLines, ownPayout, statementOf } from './history/statement.ts'
import { payoutSummary } from './history/summary.ts'
import { receivePayoutMessage } from './sending/messages.ts'

const ok = { ok: true } as const

export function payoutRoutes(serve: Serve, store: Store): void {
  const { db } = store

  serve('GET /api/dev/payouts/summary', async ({ account, query }) =>
    payoutSummary(store, developerIdOf(account, query)),
  )
  serve.list('GET /api/dev/payouts', async ({ account, query }) =>
    listPayouts(db, { ...query, developerId: developerIdOf(account, query) }),
  )
  serve('POST /api/dev/payouts', async ({ account }) => {
    await requireSecondFactor(store, account)
    const draft = await askForPayout(store, account.id)
    if ('refused' in draft) throw conflict(draft.refused, NO_PAYOUT_TEXTS[draft.refused])
    return toPayout(await ownPayout(db, account, draft.payoutId))
  })

  serve('GET /api/payout-address', async ({ account }) => ownAddress(store, account.id))
  serve('PUT /api/payout-address', async ({ account, body }) => setAddress(store, account, body))
  serve('POST /api/payout-freeze', async ({ body }) => {
    await freezePayouts(store, body.token)
    return ok
  })
  serve('POST /api/admin/users/:id/unfreeze-payouts', async ({ account, params, body }) => {
    await liftFreeze(store, actorOf(account), params.id, body.reason)
    return ok
  })

  serve('GET /api/payouts/:id', async ({ account, params }) =>
    statementOf(db, await ownPayout(db, account, params.id)),
  )
  serve.list('GET /api/payouts/:id/lines', async ({ account, params, query }) =>
    listLines(db, await ownPayout(db, account, params.id), query),
  )
  serve.csv('GET /api/payouts/:id/statement.csv', 'statement.csv', ({ account, params }) =>
    statementCsv(db, account, params.id),
  )

  serve('GET /api/admin/payouts/summary', async () => adminSummary(store))
  serve.list('GET /api/admin/payouts', async ({ account, query }) =>
    listAdminPayouts(store, account.id, query),
  )
  serve.csv('GET /api/admin/payouts.csv', 'payouts.csv', ({ account, query }) =>
    payoutsCsv(store, account.id, query),
  )
  serve('POST /api/admin/payouts/approve', async ({ account, body }) =>
    approve(store, actorOf(account), body),
  )
  serve('POST /api/admin/payouts/:id/block', async ({ account, params, body }) => {
    await block(store, actorOf(account), params.id, body.reason)
    return ok
  })
  serve('POST /api/admin/payouts/:id/cancel', async ({ account, params, body }) => {
    await cancel(store, actorOf(account), params.id, body.reason)
    return ok
  })
  serve('POST /api/admin/payouts/:id/evidence', async ({ account, params, body }) => ({
    isFinal: await giveEvidence(store, { ...actorOf(account), id: account.id }, params.id, body),
  }))
  serve('GET /api/admin/payouts/:id/payment', async ({ account, params }) =>
    showPayment(store, account, params.id),
  )
  serve('PUT /api/admin/payouts/switch', async ({ account, body }) => {
    await switchPayouts(store, actorOf(account), body)
    return ok
  })
}

/** Registered where bodies stay raw bytes. */
export function payoutWebhookRoute(serve: Serve, store: Store): void {
  serve('POST /api/webhooks/payouts/:provider', async ({ params, request }) => {
    await receivePayoutMessage(store, params.provider, request.headers, rawBodyOf(request))
    return ok
  })
}

/** The full address, for an admin who pays by hand. Showing it is audited. @throws HttpError 404, 409 `payout_state` */
async function showPayment(store: Store, account: Account, id: string) {
  return store.db.transaction().execute(async (tx) => {
    const { coin, address, coin_amount, state, provider, number } = await lockPayout(tx, id)
    if (provider !== 'manual' || state !== 'SENDING' || coin_amount === null)
      throw conflict('payout_state', 'This payout is not paid by hand now.')
    await audit(tx, actorOf(account), {
      action: 'payout_payment_shown',
      kind: 'payout',
      id,
      name: `Payout ${number}`,
      reason: null,
    })
    return { coin, address, amount: coin_amount }
  })
}
