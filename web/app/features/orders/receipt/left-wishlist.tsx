import type { OrderDetail } from '@nofiller/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** Tells a buyer once that what they bought left their wishlist. */
export function LeftWishlist({ order: { orderId, leftWishlist } }: { order: OrderDetail }) {
  const queries = useQueryClient()
  if (leftWishlist.length === 0) return null
  const dismiss = async () => {
    try {
      await call('DELETE /api/orders/:orderId/left-wishlist', { params: { orderId } })
      await queries.invalidateQueries({ queryKey: ['GET /api/orders/:orderId'] })
    } catch (error) {
      toast(messageOf(error, 'Failed to save that you read it.'), { kind: 'bad' })
    }
  }
  return (
    <Note
      action={
        <Button kind="quiet" size="small" onClick={() => void dismiss()}>
          Got it
        </Button>
      }
    >
      {leftWishlist.map((title, at) => (
        <Fragment key={title}>
          {at > 0 && ', '}
          <bdi translate="no">{title}</bdi>
        </Fragment>
      ))}{' '}
      left <TextLink to="/wishlist">your wishlist</TextLink>.
    </Note>
  )
}
