import { z } from 'zod'
import { decimalText, unitsOf } from '../decimal.ts'
import type { PayAddress, PaymentProvider, Stage } from '../provider.ts'
import { CoinRefused, coinRefusal, ProviderError } from '../provider-http.ts'
import { parsed } from '../provider-json.ts'
import { walletLink } from '../wallet-link.ts'
import { codeOfCoin } from './nowpayments-coins.ts'
import { PaymentRecord, Reference, stageOf } from './nowpayments-payments.ts'

const Coins = z.union([z.number(), z.string()]).transform(unitsOf).nullish().catch(null)
const Text = z.string().min(1).nullish().catch(null)
const Time = z.coerce.date().nullish().catch(null)
const Place = { pay_address: Text, payin_extra_id: Text }

/** A new payment. Its shape is documented by one example only: if a field is missing, the buyer goes to the provider's own page. */
const NewPayment = z.object({
  ...Place,
  payment_id: Reference.nullish().catch(null),
  pay_currency: Text,
  pay_amount: Coins,
  expiration_estimate_date: Time,
  valid_until: Time,
})
/** A payment read again, with its address. */
const ShownPayment = PaymentRecord.extend(Place)
type ShownPayment = z.infer<typeof ShownPayment>
const Renewal = z.object({ pay_amount: Coins, expiration_estimate_date: Time })

const REFUSALS = new Map<string, CoinRefused['reason']>([
  ['AMOUNT_MINIMAL_ERROR', 'too_small'],
  ['CURRENCY_UNAVAILABLE', 'unavailable'],
])
/** For an invoice or a call that the provider does not know; its own page may work. */
const UNKNOWN: ReadonlySet<number | null> = new Set([404, 405])
/** An earlier payment in another stage has confirmed or unconfirmed money: a new one would ask for the full amount again. */
const REPLACEABLE: ReadonlySet<Stage> = new Set(['waiting', 'failed', 'cancelled', 'expired'])

type Api = {
  read(path: string, signal: AbortSignal): Promise<unknown>
  /** Makes one call, with JSON. */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>
}

/**
 * Makes payments under an invoice: `POST /invoice-payment` for a coin, `POST /payment/{id}/update-merchant-estimate` for a
 * renewed amount, which changes only after its `expiration_estimate_date`. The rest is never requested at an address that
 * received a partial payment: a second deposit there is not credited automatically.
 */
export function nowpaymentsChoice({ read, post }: Api): NonNullable<PaymentProvider['chooseCoin']> {
  async function make(invoiceId: string, code: string, coin: string, signal: AbortSignal) {
    const body = { iid: invoiceId, pay_currency: code }
    const made = parsed(NewPayment, await post('/invoice-payment', body, signal))
    if ((made.pay_currency ?? code).toLowerCase() !== code) return null
    return toPayAddress(coin, made.payment_id, made, {
      amount: made.pay_amount,
      validUntil: made.expiration_estimate_date ?? made.valid_until,
    })
  }

  async function renew(coin: string, payment: ShownPayment, signal: AbortSignal) {
    const path = `/payment/${payment.payment_id}/update-merchant-estimate`
    const renewed = parsed(Renewal, await post(path, {}, signal))
    return toPayAddress(coin, payment.payment_id, payment, {
      amount: renewed.pay_amount ?? payment.pay_amount,
      validUntil: renewed.expiration_estimate_date,
    })
  }

  /** The earlier payment of this invoice. */
  async function readEarlier(invoiceId: string, paymentId: string, signal: AbortSignal) {
    const path = `/payment/${encodeURIComponent(paymentId)}`
    const payment = parsed(ShownPayment, await read(path, signal))
    return payment.invoice_id === invoiceId ? payment : null
  }

  return async ({ providerInvoiceId }, coin, paymentId, signal) => {
    const code = codeOfCoin(coin)
    if (!code) throw new CoinRefused('unavailable', `the provider takes no ${coin}`)
    try {
      const earlier = paymentId && (await readEarlier(providerInvoiceId, paymentId, signal))
      if (!earlier) return await make(providerInvoiceId, code, coin, signal)
      const isSameCoin = earlier.pay_currency.toLowerCase() === code
      const stage = stageOf(earlier)
      if (!REPLACEABLE.has(stage)) return null
      if (stage === 'waiting' && isSameCoin) return await renew(coin, earlier, signal)
      return await make(providerInvoiceId, code, coin, signal)
    } catch (error) {
      if (error instanceof ProviderError && UNKNOWN.has(error.status)) return null
      return coinRefusal(REFUSALS)(error)
    }
  }
}

function toPayAddress(
  coin: string,
  paymentId: string | null | undefined,
  { pay_address, payin_extra_id }: Pick<ShownPayment, 'pay_address' | 'payin_extra_id'>,
  { amount, validUntil }: { amount: bigint | null | undefined; validUntil: Date | null | undefined },
): PayAddress | null {
  if (!paymentId || !pay_address || !amount || amount <= 0n) return null
  const text = decimalText(amount)
  const memo = payin_extra_id ?? null
  return {
    paymentId,
    address: pay_address,
    memo,
    amount: text,
    walletUri: memo === null ? walletLink(coin, pay_address, text) : null, // no link carries the memo
    validUntil: validUntil ?? null,
  }
}
