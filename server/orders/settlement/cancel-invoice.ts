import { isOpen } from '@nofiller/contract/orders/order-status'
import { invoiceKey, type ProviderSnapshot } from '../../payments/provider.ts'
import type { Store } from '../../store.ts'
import type { Decision } from './decide.ts'

const ENDED = ['new', 'expired', 'failed', 'cancelled']

/**
 * Untouched invoices made by the store that an order no longer needs: it is paid, or closed without any money. An
 * order that closed with confirmed or unconfirmed money on it may still be paid by any of them. Invoices that support made by
 * hand are left to support. Pure.
 * @param own the `invoiceKey`s of the invoices that the store made for the order
 */
export function obsoleteInvoices(
  { status, receivedCents, mismatched }: Decision,
  snapshots: readonly ProviderSnapshot[],
  own: ReadonlySet<string>,
): ProviderSnapshot[] {
  const isIdle = receivedCents === 0 && snapshots.every(({ stage }) => ENDED.includes(stage))
  const isOver = status === 'PAID' || (!isOpen(status) && isIdle)
  const isUntouched = (one: ProviderSnapshot) => one.stage === 'new' && !mismatched.includes(one)
  return isOver ? snapshots.filter((one) => own.has(invoiceKey(one)) && isUntouched(one)) : []
}

/**
 * Closes an invoice at a provider that supports it, so nobody pays for nothing. If that fails, the invoice expires by itself,
 * and money on it opens a payment case.
 */
export async function cancelInvoice(
  { providers, log }: Store,
  { provider, providerInvoiceId }: ProviderSnapshot,
): Promise<void> {
  const closing = providers.get(provider)?.cancelInvoice?.(providerInvoiceId)
  await closing?.catch((error) => {
    log.warn({ err: error, provider, providerInvoiceId }, 'an invoice that is of no use could not be closed')
  })
}
