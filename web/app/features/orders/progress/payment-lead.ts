import type { OrderStatus } from '@nofiller/contract/orders/order-status'
import type { OrderDetail } from '@nofiller/contract/orders/orders'

type Seen = { status: OrderStatus; downloadUrl?: string | undefined }
/** The signed-in buyer's data of the order. */
type Bought = Pick<OrderDetail, 'missing' | 'title'> & { game: { title: string } }

/**
 * The thank-you page's first sentence. For goods withheld because they were taken down as illegal, it only
 * confirms the payment.
 */
export function paymentLead({ status, downloadUrl }: Seen, order: Bought | undefined): string {
  if (status === 'PAID')
    return order && downloadUrl
      ? `${order.title} ${order.title === order.game.title ? 'is' : 'are'} yours.`
      : 'Your payment is confirmed.'
  return order && order.missing > 0 ? 'We received part of your payment.' : LEADS[status]
}

const LEADS: Record<Exclude<OrderStatus, 'PAID'>, string> = {
  CREATED: 'Waiting for your payment.',
  WAITING: 'Waiting for your payment.',
  PENDING: 'Waiting for the network to confirm your payment.',
  EXPIRED: 'The invoice expired before a payment arrived.',
  CANCELLED: 'This order was cancelled.',
  FAILED: 'The payment did not go through.',
}
