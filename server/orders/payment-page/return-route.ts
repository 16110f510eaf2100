import type { FastifyInstance } from 'fastify'
import { buyerCookie } from '../../accounts/sessions/cookies.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { redirect } from '../../platform/http/redirect.ts'
import type { Store } from '../../store.ts'
import { orderCalled } from '../checkout/payment-reference.ts'
import { paymentPageOf } from './page-address.ts'

/**
 * Where a provider's page links back to. Only the buyer's own browser learns the order's id, which opens its downloads;
 * anyone else who saw the page returns to the payment page.
 */
export function returnRoute(app: FastifyInstance, store: Store): void {
  const buyer = buyerCookie(store.config)
  app.get<{ Params: { reference: string } }>(
    '/return/:reference',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const orderId = await orderCalled(store.preparedDb, request.params.reference)
      if (orderId === null) throw notFound('We do not know this payment.')
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      const isBuyers = await isOrderOf(store, orderId, buyer.read(request))
      return redirect(reply, isBuyers ? `/thank-you?order=${orderId}` : await paymentPageOf(store, orderId))
    },
  )
}

async function isOrderOf({ preparedDb }: Store, orderId: string, accountId: string | null): Promise<boolean> {
  if (accountId === null) return false
  const order = await preparedDb
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return order !== undefined
}
