import type { CaseKind } from '@nofiller/contract/orders/payment-case-kinds'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'

export type KnownCase = {
  kind: CaseKind
  amountCents: number
  /** Whether the game is withheld from all buyers at present. */
  isIllegal: boolean
  /** Whether the order can still be paid. */
  isLive: boolean
}

/** What support does next about a case. */
export function nextStepOf({ kind, amountCents, isIllegal, isLive }: KnownCase): string {
  const amount = showPrice(dollarsOf(amountCents))
  switch (kind) {
    case 'paid_twice':
      return `The buyer already owned this. Ask for an address, send ${amount} back, then book the refund.`
    case 'undeliverable':
      return isIllegal
        ? `The game was taken down as illegal before the money came, so the buyer can’t download it. Ask for an address, send ${amount} back, then book the refund.`
        : `The game is no longer illegal: the buyer, who was told otherwise, can download it. Tell them, then resolve. If they still want their ${amount} back, ask for an address.`
    case 'overpaid':
      return `Overpaid by ${amount}. Ask for an address, send it back, then book the refund.`
    case 'mismatch':
      return `${amount} came on an invoice that doesn’t match the order. Compare both at the provider. Send the money back and book the refund, or settle the order there and resolve.`
    case 'underpaid':
      if (isLive)
        return `${amount} of the price arrived, and the buyer was asked for the rest. This case closes when it arrives.`
      return `The order closed with ${amount} of its price paid. Ask for an address, send it back, then book the refund.`
    case 'old_price':
      return `${amount} came after the order had closed and the price had risen. It doesn’t cover today’s price. Ask for an address, send it back, then book the refund.`
    case 'review':
      return amountCents > 0
        ? `${amount} came in a way that the store doesn’t count by itself. Check it at the provider. Settle the order there and resolve, or send the money back and book the refund.`
        : 'The provider says something about this order that the store doesn’t understand. Check it there, then resolve.'
  }
}

/** Whether the money of a case should be refunded, as far as the store knows. */
export const isOwed = ({ kind, amountCents, isIllegal, isLive }: KnownCase): boolean =>
  amountCents > 0 && !(kind === 'underpaid' && isLive) && !(kind === 'undeliverable' && !isIllegal)
