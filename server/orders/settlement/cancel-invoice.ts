import { isOpen } from '@nofiller/contract/order-status'
import type { Snapshot } from '../../payments/provider.ts'
import type { Store } from '../../store.ts'
import type { Decision } from './decide.ts'

const ENDED = ['new', 'expired', 'failed', 'cancelled']

/**
 * Untouched invoices that the store made and that an order no longer needs: it is paid, or it is over without any money. An
 * order that closed with money on it, or on its way, may still be paid by any of them. Invoices that support made by hand
 * are left to support. Pure.
 * @param ownIds the provider's ids of the invoices that the store made for the order
 */
export function obsoleteInvoices(
  { status, receivedCents, mismatched }: Decision,
  snapshots: readonly Snapshot[],
  ownIds: readonly string[],
): Snapshot[] {
  const isIdle = receivedCents === 0 && snapshots.every(({ stage }) => ENDED.includes(stage))
  const isOver = status === 'PAID' || (!isOpen(status) && isIdle)
  const isUntouched = (one: Snapshot) => one.stage === 'new' && !mismatched.includes(one)
  return isOver ? snapshots.filter((one) => ownIds.includes(one.providerInvoiceId) && isUntouched(one)) : []
}

/**
 * Closes an invoice at a provider that can, so that nobody pays for nothing. When that fails the invoice expires by itself,
 * and money on it opens a payment case.
 */
export async function cancelInvoice({ provider, log }: Store, providerInvoiceId: string): Promise<void> {
  await provider.cancelInvoice?.(providerInvoiceId).catch((error) => {
    log.warn({ err: error, providerInvoiceId }, 'an invoice that is of no use could not be closed')
  })
}
