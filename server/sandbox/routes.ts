import { centsOf } from '@nofiller/contract/pricing/money'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../platform/database/audit.ts'
import { unauthorized, unprocessable } from '../platform/http/errors/errors.ts'
import type { Serve } from '../platform/http/serve.ts'
import { sameBytes } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { addInvoice, chooseCoin, findInvoice, invoicesOf, listOffers, play } from './books.ts'
import { sandboxKeys } from './keys.ts'
import { notifyingStore } from './notify-store.ts'
import {
  addPayout,
  chooseNextOutcome,
  movePayout,
  nextOutcome,
  payoutNow,
  payoutsOf,
  setOutcome,
} from './payouts.ts'

/** The built-in provider's own calls: its API for the store, its invoice page's state, and the controls of the network. */
export function sandboxRoutes(serve: Serve, { config, preparedDb: db, log }: Store): void {
  const { apiKey, webhookSecret } = sandboxKeys(config)
  const notifyStore = notifyingStore(config, webhookSecret, log)

  const checkKey = (request: FastifyRequest) => {
    const given = request.headers['x-api-key']
    if (typeof given !== 'string' || !sameBytes(Buffer.from(given), Buffer.from(apiKey))) throw unauthorized()
  }

  const withMessage = ({ invoice, message }: Awaited<ReturnType<typeof play>>) => {
    void notifyStore(invoice.orderId, `${invoice.id}-${message}`)
    return invoice
  }

  serve('POST /sandbox/api/invoices', async ({ body: { amount, ...input }, request }) => {
    checkKey(request)
    const amountCents = centsOf(amount)
    if (amountCents === null) throw unprocessable({ amount: 'An amount has at most two decimals.' })
    const invoice = await addInvoice(db, { ...input, amountCents })
    return {
      id: invoice.id,
      url: `${config.publicUrl}/sandbox/invoice/${invoice.id}`,
      expiresAt: invoice.expiresAt,
    }
  })

  serve('GET /sandbox/api/invoices', async ({ query, request }) => {
    checkKey(request)
    return invoicesOf(db, query.orderId)
  })

  serve('GET /sandbox/api/invoices/:id/coins', async ({ params, request }) => {
    checkKey(request)
    return listOffers(db, params.id)
  })

  serve('POST /sandbox/api/invoices/:id/coin', async ({ params, body, request }) => {
    checkKey(request)
    return withMessage(await chooseCoin(db, params.id, body.coin))
  })

  serve('GET /sandbox/invoice/:id/state', async ({ params }) => findInvoice(db, params.id))

  serve('POST /sandbox/invoice/:id/simulate', async ({ params, body }) =>
    withMessage(await play(db, params.id, body.event, body.coin)),
  )

  serve('POST /sandbox/api/payouts', async ({ body, request }) => {
    checkKey(request)
    return addPayout(db, body)
  })

  serve('GET /sandbox/api/payouts', async ({ query, request }) => {
    checkKey(request)
    return payoutsOf(db, query.externalId)
  })

  serve('GET /sandbox/api/payouts/:id', async ({ params, request }) => {
    checkKey(request)
    return payoutNow(db, params.id)
  })

  serve('POST /sandbox/api/payouts/:id/release', async ({ params, request }) => {
    checkKey(request)
    return movePayout(db, params.id, 'sending')
  })

  serve('POST /sandbox/api/payouts/:id/cancel', async ({ params, request }) => {
    checkKey(request)
    return movePayout(db, params.id, 'cancelled')
  })

  serve('POST /sandbox/api/payouts/:id/fate', async ({ params, body, request }) => {
    checkKey(request)
    await setOutcome(db, params.id, body.fate)
    return { ok: true } as const
  })

  serve('GET /sandbox/payouts/fate', async () => ({ fate: await nextOutcome(db) }))

  serve('PUT /sandbox/payouts/fate', async ({ account, body }) => {
    await chooseNextOutcome(db, actorOf(account), body.fate)
    return { ok: true } as const
  })
}
