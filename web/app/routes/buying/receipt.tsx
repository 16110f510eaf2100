import type { OrderDetail } from '@nofiller/contract/orders/orders'
import { useNavigate, useSearchParams } from 'react-router'
import { useOrder } from '../../features/orders/list/use-orders.ts'
import { PayRest } from '../../features/orders/progress/pay-rest.tsx'
import { LeftWishlist } from '../../features/orders/receipt/left-wishlist.tsx'
import { OrderDownloads } from '../../features/orders/receipt/order-downloads.tsx'
import { ReceiptSheet } from '../../features/orders/receipt/receipt-sheet.tsx'
import { servicesContext } from '../../services.ts'
import type { Meeting } from '../../session/guard.tsx'
import { useUser } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { IconPrint } from '../../ui/dashboard-icons.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconArrowLeft, IconMail, IconReceipt } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Container } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import type { Route } from './+types/receipt'

export const meta = titled('Receipt')

export const handle: Meeting = { flash: 'Please sign in to view your receipt.' }

export function loader({ context }: Route.LoaderArgs) {
  return context.get(servicesContext).seller
}

/** The receipt of one order, printable, and below it the downloads of a paid one. */
export default function Receipt({ loaderData: seller }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const orderId = search.get('order') || null
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24 print:p-0">
      <div className="max-w-196 print:max-w-none">
        {orderId === null ? <NoOrderId /> : <OrderReceipt orderId={orderId} seller={seller} />}
      </div>
    </Container>
  )
}

const NoOrderId = () => (
  <Empty
    heading="h1"
    title="Missing order id."
    icon={<IconReceipt />}
    action={<ButtonLink to="/orders">My Orders</ButtonLink>}
  />
)

type Buyer = NonNullable<OrderDetail['buyer']>
type TheirOrder = OrderDetail & { buyer: Buyer }

type OrderReceiptProps = { orderId: string; seller: Route.ComponentProps['loaderData'] }

function OrderReceipt({ orderId, seller }: OrderReceiptProps) {
  const order = useOrder(orderId)
  const user = useUser()
  /** Whether an admin reads another user's order. */
  const isTheirs = (order: OrderDetail): order is TheirOrder =>
    order.buyer !== null && order.buyer._id !== user?._id
  return (
    <>
      {!order.data && <h1 className="sr-only">Receipt</h1>}
      <Actions supportEmail={seller.supportEmail} orderId={orderId} />
      <QueryView query={order} error="Failed to load receipt" skeleton={<Skeleton className="h-130" />}>
        {(order) => (
          <div className="grid gap-8">
            <div className="empty:hidden print:hidden">
              {isTheirs(order) ? <BoughtBy order={order} buyer={order.buyer} /> : <PayRest order={order} />}
              <LeftWishlist order={order} />
            </div>
            <ReceiptSheet order={order} seller={seller} />
            {order.status === 'PAID' && !isTheirs(order) && (
              <section className="grid gap-3 print:hidden">
                <h2 className="d4">Downloads</h2>
                <OrderDownloads order={order} />
              </section>
            )}
          </div>
        )}
      </QueryView>
    </>
  )
}

/** The buyer of an order that an admin reads, with links. */
const BoughtBy = ({ order, buyer }: { order: OrderDetail; buyer: Buyer }) => (
  <Note>
    {order.status === 'PAID' ? 'Bought by ' : 'Ordered by '}
    <TextLink to={`/admin/users/${buyer._id}`}>{buyer.username}</TextLink>, {order.email}.{' '}
    <TextLink to={`/admin/orders/${order.orderId}`}>All about this order</TextLink>
    {' · '}
    <TextLink to={`/admin/orders?q=${encodeURIComponent(order.email)}`}>Their orders</TextLink>
    {' · '}
    <TextLink to={`/admin/cases?state=all&q=${order.orderId}`}>Cases of this order</TextLink>
  </Note>
)

function Actions({ supportEmail, orderId }: { supportEmail: string; orderId: string }) {
  const navigate = useNavigate()
  const back = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/orders'))
  const mail = `mailto:${supportEmail}?subject=${encodeURIComponent(`Order ${orderId}`)}`
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2 phone:gap-3 print:hidden">
      <Button kind="quiet" className="-ml-3 phone:-ml-4" onClick={back}>
        <IconArrowLeft />
        Back
      </Button>
      <Button className="ml-auto" onClick={() => window.print()}>
        <IconPrint />
        Print
      </Button>
      <ButtonLink to={mail}>
        <IconMail className="size-4 max-phone:hidden" />
        Contact support
      </ButtonLink>
    </div>
  )
}
