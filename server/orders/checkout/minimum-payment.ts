import type { ResponseBody } from '@nofiller/contract/calls'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { smallestPayment } from '../../payments/smallest-payment.ts'
import { type HttpError, unavailable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { providerDeadline, providerDown } from './invoice.ts'

/** The smallest payment, for setting a price (requirements 5.16) or for checkout. @throws HttpError 503 `provider_unavailable` */
export const minimumPayment = async (store: Store): Promise<ResponseBody<'GET /api/checkout/minimum'>> => ({
  minimum: dollarsOf(await askMinimum(store, providerDeadline(), notKnown())),
})

const notKnown = () => unavailable('The smallest payment is not known right now.', 'provider_unavailable', 60)

/**
 * Refuses an amount that no coin can pay: the provider would keep the money, and the order would sell nothing.
 * @returns a sentence about the smallest payment when an amount is below it, else null
 * @throws HttpError 503 `provider_unavailable`
 */
export async function tooSmall(
  store: Store,
  amountCents: number,
  deadline: AbortSignal,
): Promise<string | null> {
  const minimumCents = await askMinimum(store, deadline, providerDown())
  return amountCents < minimumCents
    ? `below the smallest payment possible right now, ${showPrice(dollarsOf(minimumCents))}.`
    : null
}

/** @throws `failure` when no provider responds */
async function askMinimum(store: Store, deadline: AbortSignal, failure: HttpError): Promise<number> {
  const minimumCents = await smallestPayment(store, deadline)
  if (minimumCents === null) throw failure
  return minimumCents
}
