import type { Order } from '@nofiller/contract/orders/orders'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Price } from '../../../ui/price.tsx'

type Short = Pick<Order, 'orderId' | 'status' | 'flags' | 'price' | 'received'>
type Opening =
  | { state: 'idle' | 'opening' }
  | { state: 'open'; payUrl: string }
  | { state: 'failed'; message: string }

/** Whether some confirmed money came, but not enough. */
export const isShort = ({ status, flags, received }: Short): boolean =>
  status !== 'PAID' && flags.includes('underpaid') && received > 0

/** The missing amount of an underpaid order, and a button to pay it; nothing for any other order. */
export function PayRest({ order }: { order: Short }) {
  const { opening, open } = useRestInvoice(order.orderId)
  if (!isShort(order)) return null
  return (
    <Note
      kind="warn"
      role="status"
      className="w-full max-phone:flex-wrap"
      action={
        <Button kind="primary" busy={opening.state === 'opening'} onClick={open}>
          Pay the rest
        </Button>
      }
    >
      We received <Price dollars={order.received} /> of <Price dollars={order.price} />.{' '}
      <Price dollars={order.price - order.received} /> to go.
      {opening.state === 'open' && (
        <span className="block">
          The invoice opens in a new tab.{' '}
          <TextLink to={opening.payUrl} target="_blank" rel="noopener">
            Open invoice
          </TextLink>
        </span>
      )}
      {opening.state === 'failed' && (
        <span role="alert" className="block text-bad">
          {opening.message} <TextLink to="/contact">Contact support</TextLink>
        </span>
      )}
    </Note>
  )
}

/** Opens the invoice for the rest in a new tab; its link stays, because the browser may block the tab. */
function useRestInvoice(orderId: string) {
  const [opening, setOpening] = useState<Opening>({ state: 'idle' })
  const open = async () => {
    // Within the click itself: browsers allow a new tab only there.
    const tab = window.open('about:blank', '_blank')
    setOpening({ state: 'opening' })
    try {
      const { payUrl } = await call('POST /api/orders/:orderId/rest', { params: { orderId } })
      setOpening({ state: 'open', payUrl })
      if (tab === null || tab.closed) return
      tab.opener = null
      tab.location.replace(payUrl)
    } catch (error) {
      tab?.close()
      setOpening({ state: 'failed', message: messageOf(error, 'Could not open the invoice page.') })
    }
  }
  return { opening, open }
}
