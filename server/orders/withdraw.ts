import { isOpen } from '@nofiller/contract/order-status'
import type { Snapshot } from '../payments/provider.ts'
import type { Store } from '../store.ts'
import type { Decision } from './decide.ts'

const ENDED = ['new', 'expired', 'failed', 'cancelled']

/**
 * Invoices of the store's own that nobody has touched and that an order has no more use for: it is paid, or it is over and
 * nothing came. A closed order on which money came, or is on its way, may still be paid by any of them; what support made
 * by hand is theirs to close. Pure.
 * @param ownIds the provider's ids of what the store made for the order
 */
export function needless(
  { status, receivedCents, mismatched }: Decision,
  seen: readonly Snapshot[],
  ownIds: readonly string[],
): Snapshot[] {
  const isIdle = receivedCents === 0 && seen.every(({ stage }) => ENDED.includes(stage))
  const isOver = status === 'PAID' || (!isOpen(status) && isIdle)
  const isUntouched = (one: Snapshot) => one.stage === 'new' && !mismatched.includes(one)
  return isOver ? seen.filter((one) => ownIds.includes(one.providerInvoiceId) && isUntouched(one)) : []
}

/**
 * Closes an invoice at the provider, where it can be closed, so that nobody pays what buys nothing. When that fails the
 * invoice runs out by itself, and money on it opens a case.
 */
export async function withdraw({ provider, log }: Store, providerInvoiceId: string): Promise<void> {
  await provider.withdraw?.(providerInvoiceId).catch((error) => {
    log.warn({ err: error, providerInvoiceId }, 'an invoice that is of no use could not be closed')
  })
}
