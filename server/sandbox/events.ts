import type { SandboxCoin, SandboxEvent } from '@nofiller/contract/sandbox/sandbox'
import type { SandboxInvoiceRow } from '../platform/database/tables.ts'
import { confirmationsNeeded } from './coins.ts'

export type Change = Pick<
  SandboxInvoiceRow,
  'status' | 'received_cents' | 'confirmed_cents' | 'confirmations' | 'coin'
>

const DEFAULT_COIN: SandboxCoin = 'SOL'
const UNDERPAID_SHARE = 0.6
const OVERPAID_SHARE = 1.25
/** A payment is confirmed in that many steps. */
const STEPS = 4

/**
 * The invoice after an event, or null for an impossible one. An unconfirmed payment disappears with an end; one that is
 * confirmed stays, unless a cancellation gives it back.
 */
export function changeBy(
  event: SandboxEvent,
  invoice: SandboxInvoiceRow,
  chosen: SandboxCoin | undefined,
): Change | null {
  const outcome = outcomeOf(event, invoice)
  if (!outcome) return null
  return { confirmations: 0, ...outcome, coin: coinAfter(outcome, chosen ?? invoice.coin) }
}

type Outcome = Omit<Change, 'coin' | 'confirmations'> & { confirmations?: number }

/** An invoice without payments has no coin. */
const coinAfter = ({ status, received_cents }: Outcome, chosen: SandboxCoin | null): SandboxCoin | null =>
  chosen ?? (status === 'waiting' || received_cents > 0 ? DEFAULT_COIN : null)

function outcomeOf(event: SandboxEvent, invoice: SandboxInvoiceRow): Outcome | null {
  const { status, amount_cents, received_cents, confirmed_cents } = invoice
  if (status === 'paid') return null
  switch (event) {
    case 'choose':
      return isPayable(status)
        ? { status: status === 'new' ? 'waiting' : status, received_cents, confirmed_cents }
        : null
    case 'detect':
      return { status: 'seen', received_cents: amount_cents, confirmed_cents }
    case 'confirm':
      return confirmFurther(invoice)
    case 'pay':
      return ended('paid', amount_cents)
    case 'underpay':
      return ended('partial', Math.floor(amount_cents * UNDERPAID_SHARE))
    case 'overpay':
      return ended('paid', Math.ceil(amount_cents * OVERPAID_SHARE))
    case 'expire':
      return ended('expired', confirmed_cents)
    case 'fail':
      return ended('failed', confirmed_cents)
    case 'cancel':
      return ended('cancelled', 0)
  }
}

/** Whether a coin can be chosen: nothing has come, or too little. */
export const isPayable = (status: SandboxInvoiceRow['status']): boolean =>
  status === 'new' || status === 'waiting' || status === 'partial'

/** A quarter of the needed number each time; the last one makes the payment count. */
function confirmFurther(invoice: SandboxInvoiceRow): Outcome | null {
  const { status, coin, amount_cents, received_cents, confirmed_cents } = invoice
  if (status !== 'seen') return null
  const needed = confirmationsNeeded(coin ?? DEFAULT_COIN)
  const confirmations = invoice.confirmations + needed / STEPS
  return confirmations >= needed
    ? ended('paid', amount_cents)
    : { status, received_cents, confirmed_cents, confirmations }
}

const ended = (status: Change['status'], cents: number): Outcome => ({
  status,
  received_cents: cents,
  confirmed_cents: cents,
})
