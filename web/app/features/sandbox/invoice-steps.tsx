import { showPrice } from '@nofiller/contract/pricing/money'
import type { SandboxInvoice } from '@nofiller/contract/sandbox/sandbox'
import { type Step, Steps } from '../../ui/steps.tsx'
import { showMoment } from '../../ui/when.ts'
import { coinOf } from './coins.ts'

/** The progress of an invoice's payment, in four steps. */
export const InvoiceSteps = ({ invoice }: { invoice: SandboxInvoice }) => (
  <Steps label="The payment" steps={stepsOf(invoice)} />
)

/** The four steps of an invoice; one that ended unpaid says so and stops there. */
export function stepsOf(invoice: SandboxInvoice): Step[] {
  const created: Step = { state: 'done', name: 'Invoice created', detail: showMoment(invoice.createdAt) }
  const coin = coinOf(invoice.coin)
  const confirming = coin ? `Usually ${coin.usualTime.toLowerCase()}` : 'By the network'
  const paid: Step = { state: 'next', name: 'Paid', detail: 'Your files unlock' }
  const unconfirmed: Step = { state: 'next', name: 'Confirming', detail: confirming }
  switch (invoice.status) {
    case 'new':
      return [
        created,
        { state: 'now', name: 'Waiting for payment', detail: 'Choose a coin' },
        unconfirmed,
        paid,
      ]
    case 'waiting':
      return [
        created,
        { state: 'now', name: 'Waiting for payment', detail: `Watching the ${coin?.network} network` },
        unconfirmed,
        paid,
      ]
    case 'partial':
      return [
        created,
        {
          state: 'now',
          name: 'Part of the payment arrived',
          detail: `${showPrice(invoice.received)} of ${showPrice(invoice.amount)}`,
        },
        unconfirmed,
        paid,
      ]
    case 'seen':
      return [
        created,
        { state: 'done', name: 'Payment seen', detail: `On the ${coin?.network} network` },
        { ...unconfirmed, state: 'now', detail: confirmedSoFar(invoice) ?? confirming },
        paid,
      ]
    case 'paid':
      return [
        created,
        { state: 'done', name: 'Payment seen', detail: `On the ${coin?.network} network` },
        { state: 'done', name: 'Confirmed', detail: `${showPrice(invoice.received)} received` },
        { ...paid, state: 'done', detail: 'Your files are unlocked' },
      ]
    case 'expired':
      return [created, { state: 'ended', name: 'Expired', detail: 'The time ran out' }]
    case 'cancelled':
      return [created, { state: 'ended', name: 'Cancelled', detail: 'The payment was called off' }]
    case 'failed':
      return [created, { state: 'ended', name: 'Failed', detail: 'The network refused the payment' }]
  }
}

/** `8 of 32 confirmations`, once there is one. */
const confirmedSoFar = ({ confirmations }: SandboxInvoice): string | null =>
  confirmations && confirmations.count > 0
    ? `${confirmations.count} of ${confirmations.needed} confirmations`
    : null
