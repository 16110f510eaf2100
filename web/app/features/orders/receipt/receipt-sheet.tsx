import type { Order, OrderDetail, Reduction } from '@nofiller/contract/orders/orders'
import { showPrice } from '@nofiller/contract/pricing/money'
import type { Seller } from '../../../services.ts'
import { PageTitle } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { Fact, HEAD, LINE, SellerBlock, Sheet } from '../../../ui/sheet.tsx'
import { showMoment } from '../../../ui/when.ts'
import { orderHistory } from '../progress/order-history.ts'
import { subStatus } from '../progress/sub-status.ts'

const STATUS_INK: Partial<Record<Order['status'], string>> = {
  PAID: 'text-[#036d3d]',
  EXPIRED: 'text-[#ba1d27]',
  CANCELLED: 'text-[#ba1d27]',
  FAILED: 'text-[#ba1d27]',
}

/** The receipt itself: ink on white in both themes, and the only part that is printed. */
export function ReceiptSheet({ order, seller }: { order: OrderDetail; seller: Seller }) {
  return (
    <Sheet>
      <header className="flex justify-between gap-x-6 gap-y-5 max-phone:flex-col-reverse">
        <SellerBlock seller={seller} />
        <div className="min-w-0 phone:text-right">
          <PageTitle>Receipt</PageTitle>
          <span className="block font-650 tabular-nums">{order.number}</span>
          <span translate="no" className="sr-only">
            {order.orderId}
          </span>
        </div>
      </header>
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-4 border-y border-[#d5d0d2] py-4 text-ui max-phone:grid max-phone:grid-cols-2">
        <Fact name="Status">
          <b className={STATUS_INK[order.status]}>{order.status}</b>
          {subStatus(order).map((words) => (
            <span key={words} className="block max-w-40 text-xs text-[#555]">
              {words}
            </span>
          ))}
        </Fact>
        <Fact name="Ordered">{showMoment(order.createdAt)}</Fact>
        <Fact name="Paid">{order.paidAt === null ? '–' : showMoment(order.paidAt)}</Fact>
        <Fact name="Billed to" wide>
          {order.email}
        </Fact>
      </dl>
      <Items order={order} />
      {order.payments.length > 0 && <Payments payments={order.payments} />}
      <History order={order} />
      <p className="text-sm text-[#555]">
        {order.status === 'PAID' ? 'Paid in cryptocurrency. ' : ''}
        {order.providerInvoiceId !== null && (
          <>
            Invoice{' '}
            <span translate="no" className="mono break-all">
              {order.providerInvoiceId}
            </span>
            .{' '}
          </>
        )}
        Sales are final; purchases are for personal use only.
      </p>
    </Sheet>
  )
}

function reductionSource({ code, bundle }: Reduction): string {
  if (bundle !== null) return ` in the bundle ${bundle}`
  return code === null ? '' : ` with code ${code}`
}

function Items({ order }: { order: OrderDetail }) {
  return (
    <table className="w-full border-collapse text-ui">
      <thead>
        <tr>
          <th className={`${HEAD} text-left`}>Item</th>
          <th className={`${HEAD} px-3 text-left`}>Type</th>
          <th className={`${HEAD} text-right`}>Amount</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={`${item.game._id} ${item.fileId}`} className={LINE}>
            <td className="py-3 break-words print:py-1">
              <b translate="no" dir="auto" className="font-650">
                {item.title}
              </b>
              <span className="block text-[#555] print:inline"> by {item.developer}</span>
              {item.reduction && (
                <span className="block text-xs text-[#555] print:inline">
                  {' '}
                  {item.reduction.percent}% off
                  {reductionSource(item.reduction)}, instead of <Price dollars={item.listPrice} />
                </span>
              )}
              <ItemStatus item={item} />
            </td>
            <td className="px-3 py-3 print:py-1">{item.type === 'base' ? 'Base game' : 'Extra file'}</td>
            <td className="py-3 text-right print:py-1">
              <Price dollars={item.price} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2} className="px-3 pt-4 text-right">
            Total ({order.currency})
          </td>
          <td className="d4 pt-4 text-right">
            <Price dollars={order.price} />
          </td>
        </tr>
        {order.refunded > 0 && <Sum name="Refunded" dollars={order.refunded} />}
        {order.missing > 0 && (
          <>
            <Sum name="Received" dollars={order.received} />
            <Sum name="To go" dollars={order.missing} />
          </>
        )}
      </tfoot>
    </table>
  )
}

/** An item's refund, or that it was revoked without one. */
function ItemStatus({ item: { refunded, revoked } }: { item: OrderDetail['items'][number] }) {
  if (refunded === 0 && !revoked) return null
  return (
    <span className="block text-xs font-650 text-[#555] print:inline">
      {' '}
      {refunded > 0 ? `Refunded ${showPrice(refunded)}` : 'Revoked'}
    </span>
  )
}

const Sum = ({ name, dollars }: { name: string; dollars: number }) => (
  <tr>
    <td colSpan={2} className="px-3 pt-1 text-right text-[#555]">
      {name}
    </td>
    <td className="pt-1 text-right">
      <Price dollars={dollars} />
    </td>
  </tr>
)

function Payments({ payments }: { payments: OrderDetail['payments'] }) {
  return (
    <table className="w-full border-collapse text-ui">
      <thead>
        <tr>
          <th className={`${HEAD} text-left`}>Coin</th>
          <th className={`${HEAD} px-3 text-left`}>Transaction</th>
          <th className={`${HEAD} text-right`}>Payment</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={`${payment.firstSeenAt} ${payment.transactionId}`} className={LINE}>
            <td className="py-3 print:py-1">{payment.coin ?? '–'}</td>
            <td className="px-3 py-3 print:py-1">
              <span translate="no" className="mono break-all">
                {payment.transactionId ?? '–'}
              </span>
            </td>
            <td className="py-3 text-right print:py-1">
              <Price dollars={payment.amount} />
              {!payment.confirmed && <span className="block text-xs text-[#555]">Not confirmed yet</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The events, with their times. */
const History = ({ order }: { order: OrderDetail }) => (
  <section className="text-ui">
    <h2 className={HEAD}>What happened</h2>
    <ol className="mt-3 grid gap-1.5 print:mt-1.5 print:gap-0.5">
      {orderHistory(order.events).map(({ at, words }) => (
        <li key={`${at} ${words}`} className="grid grid-cols-[190px_1fr] gap-3">
          <time dateTime={at} className="text-[#555]">
            {showMoment(at)}
          </time>
          {words}
        </li>
      ))}
    </ol>
  </section>
)
