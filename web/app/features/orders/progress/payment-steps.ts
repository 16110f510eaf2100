import type { OrderStatus } from '@nofiller/contract/orders/order-status'
import { showPrice } from '@nofiller/contract/pricing/money'
import type { Step } from '../../../ui/steps.tsx'

type Progress = {
  status: OrderStatus
  /** Not when the game is withheld. */
  hasDownload: boolean
  /** The received and requested amounts, when only a part came; only the buyer knows them. */
  part: { received: number; price: number } | null
}

/** The steps of an order's payment: waiting, detected, confirmed, ready. An order that ended unpaid stops. */
export function paymentSteps({ status, hasDownload, part }: Progress): Step[] {
  switch (status) {
    case 'CREATED':
      return [waiting('No payment method chosen yet'), SEEN, CONFIRMED, READY]
    case 'WAITING':
      return [waiting('Nothing seen on the network yet'), SEEN, CONFIRMED, READY]
    case 'PENDING':
      return part
        ? [BEGUN, partSeen(part), CONFIRMED, READY]
        : [BEGUN, done(SEEN), now(CONFIRMED, 'The network is confirming it'), READY]
    case 'PAID':
      return [BEGUN, done(SEEN), done(CONFIRMED), ...(hasDownload ? [done(READY)] : [])]
    case 'EXPIRED':
    case 'CANCELLED':
    case 'FAILED':
      return [{ state: 'ended', ...ENDED[status] }]
  }
}

const BEGUN: Step = { state: 'done', name: 'Payment started', detail: 'The invoice was opened' }
const SEEN: Step = { state: 'next', name: 'Payment seen', detail: 'On the network' }
const CONFIRMED: Step = { state: 'next', name: 'Payment confirmed', detail: 'By the network' }
const READY: Step = { state: 'next', name: 'Ready', detail: 'In your library' }

const ENDED = {
  EXPIRED: { name: 'Expired', detail: 'The invoice ran out of time' },
  CANCELLED: { name: 'Cancelled', detail: 'The payment was cancelled' },
  FAILED: { name: 'Failed', detail: 'The payment did not go through' },
}

const done = (step: Step): Step => ({ ...step, state: 'done' })
const now = (step: Step, detail: string): Step => ({ ...step, state: 'now', detail })
const waiting = (detail: string): Step => ({ state: 'now', name: 'Waiting for your payment', detail })

const partSeen = ({ received, price }: { received: number; price: number }): Step => ({
  state: 'now',
  name: 'Part of the payment received',
  detail: `${showPrice(received)} of ${showPrice(price)}`,
})
