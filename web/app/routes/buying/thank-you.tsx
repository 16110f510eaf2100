import type { OrderStatus } from '@nofiller/contract/orders/order-status'
import { isOpen, THANK_YOU_POLL_SECONDS } from '@nofiller/contract/orders/order-status'
import type { OrderDetail } from '@nofiller/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { GamePicture } from '../../features/catalog/game-picture.tsx'
import { useOrder } from '../../features/orders/list/use-orders.ts'
import { StatusPill } from '../../features/orders/progress/order-status.tsx'
import { failureText, useOrderWatch } from '../../features/orders/progress/order-watch.ts'
import { PayRest } from '../../features/orders/progress/pay-rest.tsx'
import { paymentLead } from '../../features/orders/progress/payment-lead.ts'
import { paymentSteps } from '../../features/orders/progress/payment-steps.ts'
import { LeftWishlist } from '../../features/orders/receipt/left-wishlist.tsx'
import { refreshUser, useSession } from '../../session/session.ts'
import { MessagePage } from '../../shell/message-page.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconDownload, IconReceipt } from '../../ui/icons.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { Steps } from '../../ui/steps.tsx'

export const meta = titled('Thank you')

const HEADINGS: Record<OrderStatus, string> = {
  CREATED: 'Almost there',
  WAITING: 'Almost there',
  PENDING: 'Almost there',
  PAID: 'Thank you!',
  EXPIRED: 'Payment expired',
  CANCELLED: 'Order cancelled',
  FAILED: 'Payment failed',
}

/**
 * Follows the payment of an order (`?order=`) and then offers the download. Open to anyone who knows the order's id; the
 * signed-in buyer also sees the game, the order's number and the missing amount.
 */
export default function ThankYou() {
  const [search] = useSearchParams()
  const orderId = search.get('order') || null
  const watch = useOrderWatch(orderId)
  const { failure, isUnknown } = watch
  const { state } = useSession()
  const { data: order, isLoading, refetch } = useOrder(isUnknown ? null : orderId)
  // All at once: a picture that loads later would push the download from under a finger.
  const seen = state === 'checking' || isLoading ? undefined : watch.seen
  // Of two responses about one order only matching ones are shown together: a button of the older one would pay twice.
  const agreed = order?.status === seen?.status ? order : undefined
  const isBehind = order !== undefined && seen !== undefined && agreed === undefined
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  if (isUnknown || orderId === null) return <NoOrder />
  return (
    <Container className="pt-8 pb-16 phone:pt-22 phone:pb-24">
      <div className="mx-auto flex max-w-190 items-start gap-6 max-phone:flex-col phone:gap-10">
        {order && <GamePicture game={order.game} sizes="250px" className="h-[175px] w-[250px] rounded-2" />}
        <div className="grid min-w-0 flex-1 justify-items-start gap-4">
          <PageTitle>{seen ? HEADINGS[seen.status] : 'Your order'}</PageTitle>
          <div role="status">
            <Lead>{seen ? paymentLead(seen, agreed) : failure === null && 'Looking up your order…'}</Lead>
          </div>
          {seen?.status === 'PAID' && (
            <Paid orderId={orderId} downloadUrl={seen.downloadUrl} items={agreed?.items ?? []} />
          )}
          {agreed && <LeftWishlist order={agreed} />}
          {seen && seen.status !== 'PAID' && <NotPaid status={seen.status} order={agreed} />}
          {seen && (
            <div className="py-3">
              <Steps
                label="The payment"
                steps={paymentSteps({
                  status: seen.status,
                  hasDownload: seen.downloadUrl !== undefined,
                  part: agreed && agreed.missing > 0 ? agreed : null,
                })}
              />
            </div>
          )}
          {seen && seen.status !== 'PAID' && <Waiting status={seen.status} />}
          <p role="status" className="text-sm text-warn empty:hidden">
            {failure === null ? '' : `${failureText(failure)}. Trying again in a moment.`}
          </p>
          <p className="max-w-full">
            {order && (
              <span translate="no" className="block font-650 tabular-nums">
                {order.number}
              </span>
            )}
            <span translate="no" className={order ? 'sr-only' : 'mono break-all text-faint'}>
              {orderId}
            </span>
          </p>
        </div>
      </div>
    </Container>
  )
}

const Lead = ({ children }: { children: ReactNode }) => (
  <p className="text-lg text-muted empty:hidden">{children}</p>
)

const NoOrder = () => (
  <MessagePage
    title="We couldn't find an order to check..."
    icon={<IconReceipt />}
    action={
      <>
        <ButtonLink kind="primary" to="/orders">
          My Orders
        </ButtonLink>
        <ButtonLink to="/">Browse games</ButtonLink>
      </>
    }
  >
    We don’t know this order.
  </MessagePage>
)

type PaidProps = {
  orderId: string
  /** The first file, for anyone who knows the order's id. */
  downloadUrl: string | undefined
  /** For the buyer, each with its own link. */
  items: OrderDetail['items']
}

function Paid({ orderId, downloadUrl, items }: PaidProps) {
  useFreshPossessions()
  if (items.length > 1) return <PaidForMany orderId={orderId} items={items} />
  return (
    <div className="flex flex-wrap gap-3 max-phone:grid max-phone:w-full">
      {downloadUrl && (
        <ButtonLink
          kind="primary"
          size="large"
          to={downloadUrl}
          target="_blank"
          rel="noopener"
          reloadDocument
        >
          <IconDownload />
          Download
        </ButtonLink>
      )}
      <AfterPaying orderId={orderId} />
    </div>
  )
}

const AfterPaying = ({ orderId }: { orderId: string }) => (
  <>
    <ButtonLink size="large" to="/library">
      Open Library
    </ButtonLink>
    <ButtonLink kind="quiet" size="large" to={`/receipt?order=${encodeURIComponent(orderId)}`}>
      View receipt
    </ButtonLink>
  </>
)

/** Several goods, each with its download. */
const PaidForMany = ({ orderId, items }: Pick<PaidProps, 'orderId' | 'items'>) => (
  <div className="grid w-full gap-5">
    <ul aria-label="What you bought" className="divide-y divide-line border-y border-line">
      {items.map(({ game, fileId, title, type, downloadUrl, revoked }) => (
        <li key={`${game._id} ${fileId}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <GamePicture game={game} sizes="80px" className="h-14 w-20 rounded-1" />
          <span className="grid min-w-32 flex-1">
            <b translate="no" className="font-650 wrap-anywhere">
              {title}
            </b>
            <span className="text-sm wrap-anywhere text-muted">
              {type === 'base' ? 'Base game' : 'Extra file'}
            </span>
          </span>
          {downloadUrl ? (
            <ButtonLink
              size="small"
              to={downloadUrl}
              target="_blank"
              rel="noopener"
              reloadDocument
              aria-label={`Download ${title}`}
            >
              <IconDownload className="size-3.5" />
              Download
            </ButtonLink>
          ) : (
            <span className="text-sm text-muted">
              {revoked ? 'No longer in your library' : 'Download not available'}
            </span>
          )}
        </li>
      ))}
    </ul>
    <div className="flex flex-wrap gap-3 max-phone:grid">
      <AfterPaying orderId={orderId} />
    </div>
  </div>
)

/** Badges, library and orders show the purchase at once. */
function useFreshPossessions() {
  const client = useQueryClient()
  useEffect(() => {
    void refreshUser()
    void client.invalidateQueries({ queryKey: ['basket'] })
    void client.invalidateQueries({ queryKey: ['GET /api/library'] })
    void client.invalidateQueries({ queryKey: ['GET /api/orders'] })
    void client.invalidateQueries({ queryKey: ['GET /api/orders/:orderId'] })
  }, [client])
}

type NotPaidProps = { status: Exclude<OrderStatus, 'PAID'>; order: OrderDetail | undefined }

/** The order's status and, for its buyer, a link to the invoice and the missing amount. */
function NotPaid({ status, order }: NotPaidProps) {
  const isWaiting = isOpen(status)
  const payUrl = order?.payUrl ?? order?.invoiceUrl
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusPill status={status} />
        {isWaiting && (
          <span className="text-sm text-muted">Checking every {THANK_YOU_POLL_SECONDS} seconds</span>
        )}
      </div>
      {order && <PayRest order={order} />}
      <div className="flex flex-wrap gap-3">
        {isWaiting && payUrl && order && canPay(order) && (
          <ButtonLink kind="primary" to={payUrl} target="_blank" rel="noopener">
            Resume checkout
          </ButtonLink>
        )}
        <ButtonLink to="/orders">My Orders</ButtonLink>
      </div>
    </>
  )
}

/** No money came yet: a rest is paid on its own page. */
const canPay = ({ status, missing }: OrderDetail): boolean => status !== 'PENDING' && missing === 0

const Waiting = ({ status }: { status: OrderStatus }) => (
  <p className="max-w-[46ch] text-sm text-faint">
    {isOpen(status)
      ? 'Solana usually confirms in under a minute. BTC and ETH may take 30-60 minutes. You can close this page; your game will be in your library.'
      : 'Already paid? A late payment may still count. This page updates by itself, and we email you.'}
  </p>
)
