import { z } from 'zod'
import { centsRoundedUp, decimalText, unitsOf, worthOf } from '../decimal.ts'
import type { CoinOffer, PayAddress } from '../provider.ts'

const Decimal = z.union([z.string(), z.number()])
const Units = Decimal.transform((value) => unitsOf(value) ?? 0n)
const SomeUnits = Units.nullish().catch(null)
const SomeText = z.string().nullish().catch(null)

/** One way to pay an invoice, as `GET …/payment-methods` returns it. A lazy method has no destination until it is activated. */
export const PaymentMethod = z.object({
  paymentMethodId: z.string().nullish(),
  currency: z.string().nullish(),
  rate: Units,
  /** What is left to pay; negative when overpaid. */
  due: SomeUnits,
  destination: SomeText,
  paymentLink: SomeText,
  paymentMethodFee: SomeUnits,
  /** The fee's name before version 2. */
  networkFee: SomeUnits,
  activated: z.boolean().nullish(),
  payments: z.array(z.object({ id: z.string(), value: Units, fee: Units, status: z.string() })),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** The coin of `contract/payments/coins.ts` that a method accepts: a network's own coin is named by its ticker, plus Lightning. */
export function coinOfMethod({ paymentMethodId, currency }: PaymentMethod): string | null {
  const [, chainCoin] = /^(\w+)-CHAIN$/.exec(paymentMethodId ?? '') ?? []
  if (chainCoin) return chainCoin
  return paymentMethodId?.endsWith('-LN') ? paymentMethodId : (currency ?? paymentMethodId ?? null)
}

/** An LNURL pays the same coin as its Lightning method, by a link that returns the real invoice. */
const isChoosable = ({ paymentMethodId }: PaymentMethod): boolean => !paymentMethodId?.endsWith('-LNURL')

/** The method that pays an invoice in a coin, by its id in `coins.ts`. */
export const findMethod = (methods: readonly PaymentMethod[], coin: string): PaymentMethod | undefined =>
  methods.find((method) => isChoosable(method) && coinOfMethod(method) === coin)

/** The coins of an invoice, each once. The server accepts any amount; it does not know what a network charges the sender. */
export function offersOf(methods: readonly PaymentMethod[]): CoinOffer[] {
  const offers = new Map<string, CoinOffer>()
  for (const method of methods.filter(isChoosable)) {
    const coin = coinOfMethod(method)
    if (coin && !offers.has(coin))
      offers.set(coin, { coin, amount: amountOf(method), minimumCents: 0, networkFeeCents: feeCents(method) })
  }
  return [...offers.values()]
}

/** Null while there is no address, and when nothing is left to pay. */
export function payAddressOf(method: PaymentMethod | undefined): PayAddress | null {
  const amount = method && amountOf(method)
  if (!method?.destination || !amount) return null
  return {
    paymentId: null, // one payment method has one address for each invoice
    address: method.destination,
    memo: null,
    amount,
    walletUri: WALLET_LINK.test(method.paymentLink ?? '') ? (method.paymentLink ?? null) : null,
    validUntil: null,
  }
}

/** It becomes a link on the page, so only a wallet's scheme is allowed. */
const WALLET_LINK = /^(?:bitcoin|lightning|litecoin|dogecoin|monero|ethereum|solana):/i

const amountOf = ({ due }: PaymentMethod): string | null => (due && due > 0n ? decimalText(due) : null)

/** The amount that the store adds for its network cost, if any. */
function feeCents({ paymentMethodFee, networkFee, rate }: PaymentMethod): number | null {
  const fee = paymentMethodFee ?? networkFee ?? 0n
  return fee > 0n ? centsRoundedUp(decimalText(worthOf(fee, rate))) : null
}
