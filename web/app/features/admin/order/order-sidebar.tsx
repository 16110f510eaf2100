import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { showCount } from '@nofiller/contract/text/digits'
import { Avatar } from '../../../shell/avatar.tsx'
import { TextLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Price } from '../../../ui/price.tsx'
import { WorkPanel } from '../work-page.tsx'
import { type Moment, momentsTime, orderTimeline } from './order-timeline.ts'

/** The buyer of an order, its events, and its long id. */
export const OrderSidebar = ({ detail }: { detail: AdminOrder }) => (
  <>
    <Buyer detail={detail} />
    <Timeline moments={orderTimeline(detail)} />
    <WorkPanel title="Long id">
      <div className="flex items-center justify-between gap-3">
        <span translate="no" className="mono min-w-0 text-sm break-all text-muted">
          {detail.order.orderId}
        </span>
        <CopyButton text={detail.order.orderId} name="the long id" />
      </div>
    </WorkPanel>
  </>
)

function Buyer({ detail: { order, buyer, otherOrders, otherOrderCount, messages } }: { detail: AdminOrder }) {
  return (
    <WorkPanel title="Buyer" link={<TextLink to={`/admin/users/${buyer._id}`}>Open account</TextLink>}>
      <div className="flex items-center gap-3">
        <Avatar user={buyer} />
        <div className="min-w-0">
          <p className="font-semibold break-all">{buyer.username}</p>
          <p translate="no" className="text-sm break-all text-muted">
            {order.email}
          </p>
        </div>
      </div>
      {otherOrders.length > 0 && (
        <section>
          <h3 className="text-xs font-semibold text-faint">Other orders</h3>
          <ul className="mt-1 text-ui">
            {otherOrders.map((other) => (
              <li key={other.orderId}>
                <TextLink to={`/admin/orders/${other.orderId}`} className="font-semibold whitespace-nowrap">
                  {other.number}
                </TextLink>
                , <Price dollars={other.price} />, {other.status.toLowerCase()}
              </li>
            ))}
          </ul>
          {otherOrderCount > otherOrders.length && (
            <TextLink to={`/admin/orders?q=${encodeURIComponent(buyer.email)}`} className="text-sm">
              All {showCount(otherOrderCount + 1)} orders
            </TextLink>
          )}
        </section>
      )}
      {messages.length > 0 && (
        <section>
          <h3 className="text-xs font-semibold text-faint">Messages</h3>
          <ul className="mt-1 text-ui">
            {messages.map(({ _id, subject }) => (
              <li key={_id} className="truncate">
                <TextLink to={`/admin/inbox/${_id}`}>{subject}</TextLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </WorkPanel>
  )
}

const DOTS: Record<NonNullable<Moment['tone']> | 'plain', string> = {
  go: 'before:border-go before:bg-go',
  warn: 'before:border-warn before:bg-warn',
  plain: 'before:border-edge before:bg-bg',
}

const Timeline = ({ moments }: { moments: readonly Moment[] }) => (
  <WorkPanel title="Timeline">
    <p className="-mt-3 text-xs text-faint">All times in UTC</p>
    <ol className="ml-[5px] grid border-l-2 border-line">
      {moments.map(({ at, what, more, tone }, nth) => (
        <li
          key={`${at} ${what} ${more}`}
          className={`relative grid pb-4 pl-5 before:absolute before:top-1 before:-left-[7px] before:size-3 before:rounded-full before:border-2 last:pb-0 ${DOTS[tone ?? 'plain']}`}
        >
          <time dateTime={at} className="text-xs text-faint">
            {momentsTime(at, moments[nth - 1]?.at)}
          </time>
          <b className="text-ui font-semibold wrap-anywhere">{what}</b>
          {more && <span className="text-sm wrap-anywhere text-muted">{more}</span>}
        </li>
      ))}
    </ol>
  </WorkPanel>
)
