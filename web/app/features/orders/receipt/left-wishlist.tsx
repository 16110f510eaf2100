import type { OrderDetail } from '@nofiller/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'

/** Tells a buyer once that what they bought left their wishlist. */
export function LeftWishlist({ order: { orderId, leftWishlist } }: { order: OrderDetail }) {
  const queries = useQueryClient()
  const dismiss = useAction(
    () => call('DELETE /api/orders/:orderId/left-wishlist', { params: { orderId } }),
    {
      onDone: async () => {
        document.querySelector<HTMLElement>('main h1')?.focus() // the button disappears
        await queries.invalidateQueries({ queryKey: ['GET /api/orders/:orderId'] })
      },
    },
  )
  if (leftWishlist.length === 0) return null
  return (
    <Note
      action={
        <Button kind="quiet" size="small" busy={dismiss.busy} onClick={() => dismiss.press()}>
          Got it
        </Button>
      }
    >
      {leftWishlist.map(({ gameId, title }, at) => (
        <Fragment key={gameId}>
          {at > 0 && ', '}
          <bdi translate="no">{title}</bdi>
        </Fragment>
      ))}{' '}
      left <TextLink to="/wishlist">your wishlist</TextLink>.
    </Note>
  )
}
