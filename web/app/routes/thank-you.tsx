import type { OrderStatus } from '@nofiller/contract/order-status'
import { isOpen, THANK_YOU_POLL_SECONDS } from '@nofiller/contract/order-status'
import type { OrderDetail } from '@nofiller/contract/orders'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { StatusPill } from '../features/orders/order-status.tsx'
import { failureText, useOrderWatch } from '../features/orders/order-watch.ts'
import { PayRest } from '../features/orders/pay-rest.tsx'
import { paymentLead } from '../features/orders/payment-lead.ts'
import { paymentSteps } from '../features/orders/payment-steps.ts'
import { useOrder } from '../features/orders/use-orders.ts'
import { refreshUser } from '../session/session.ts'
import { titled } from '../shell/store-info.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconDownload, IconReceipt } from '../ui/icons.tsx'
import { Container, PageTitle } from '../ui/page.tsx'
import { Steps } from '../ui/steps.tsx'

export const meta = titled('Thank you')

/**
 * Follows the payment of an order (`?order=`) and then gives the download. Open to whoever knows the order's id; the
 * signed-in buyer also sees the game and what is missing.
 */
export default function ThankYou() {
  const [search] = useSearchParams()
  const orderId = search.get('order') || null
  const { seen, failure, isUnknown } = useOrderWatch(orderId)
  const { data: order } = useOrder(isUnknown ? null : orderId)
  if (isUnknown || orderId === null) return <NoOrder />
  return (
    <Container className="pt-8 pb-16 phone:pt-22 phone:pb-24">
      <div className="mx-auto flex max-w-190 items-start gap-6 max-phone:flex-col phone:gap-10">
        {order?.game.cardImageUrl && (
          <img
            src={order.game.cardImageUrl}
            alt=""
            width={250}
            height={175}
            className="h-[175px] w-[250px] rounded-2 object-cover"
          />
        )}
        <div className="grid min-w-0 flex-1 justify-items-start gap-4">
          <PageTitle>Thank you!</PageTitle>
          <div role="status">
            <Lead>{seen ? paymentLead(seen, order) : failure === null && 'Looking up your order.'}</Lead>
          </div>
          {seen?.status === 'PAID' && <Paid orderId={orderId} downloadUrl={seen.downloadUrl} />}
          {seen && seen.status !== 'PAID' && <NotPaid status={seen.status} order={order} />}
          {seen && (
            <div className="py-3">
              <Steps
                label="The payment"
                steps={paymentSteps({
                  status: seen.status,
                  hasDownload: seen.downloadUrl !== undefined,
                  part: order && order.missing > 0 ? order : null,
                })}
              />
            </div>
          )}
          {seen && seen.status !== 'PAID' && <Waiting status={seen.status} />}
          <p role="status" className="text-sm text-warn empty:hidden">
            {failure === null ? '' : `${failureText(failure)}. Trying again in a moment.`}
          </p>
          <p className="mono max-w-full break-all text-faint">{orderId}</p>
        </div>
      </div>
    </Container>
  )
}

const Lead = ({ children }: { children: ReactNode }) => (
  <p className="text-lg text-muted empty:hidden">{children}</p>
)

const NoOrder = () => (
  <Container width="middle" className="pt-8 pb-16 phone:pt-16 phone:pb-24">
    <Empty
      heading="h1"
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
      The link you followed names no order that we know.
    </Empty>
  </Container>
)

function Paid({ orderId, downloadUrl }: { orderId: string; downloadUrl: string | undefined }) {
  useFreshPossessions()
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
      <ButtonLink size="large" to="/library">
        Open Library
      </ButtonLink>
      <ButtonLink kind="quiet" size="large" to={`/receipt?order=${encodeURIComponent(orderId)}`}>
        View receipt
      </ButtonLink>
    </div>
  )
}

/** Badges, library and orders know of the purchase at once. */
function useFreshPossessions() {
  const client = useQueryClient()
  useEffect(() => {
    void refreshUser()
    void client.invalidateQueries({ queryKey: ['GET /api/library'] })
    void client.invalidateQueries({ queryKey: ['GET /api/orders'] })
    void client.invalidateQueries({ queryKey: ['GET /api/orders/:orderId'] })
  }, [client])
}

type NotPaidProps = { status: Exclude<OrderStatus, 'PAID'>; order: OrderDetail | undefined }

/** Where the order stands and, for its buyer, the way to the invoice and what is missing. */
function NotPaid({ status, order }: NotPaidProps) {
  const isWaiting = isOpen(status)
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
        {isWaiting && order?.invoiceUrl && canPay(order) && (
          <ButtonLink kind="primary" to={order.invoiceUrl} target="_blank" rel="noopener">
            Resume checkout
          </ButtonLink>
        )}
        <ButtonLink to="/orders">My Orders</ButtonLink>
      </div>
    </>
  )
}

/** Nothing has come yet: a rest is paid in its own way. */
const canPay = ({ status, missing }: OrderDetail): boolean => status !== 'PENDING' && missing === 0

const Waiting = ({ status }: { status: OrderStatus }) => (
  <p className="max-w-[46ch] text-sm text-faint">
    {isOpen(status)
      ? 'Solana usually confirms in under a minute. BTC and ETH may take 30-60 minutes. You can close this page; your game will be in your library.'
      : 'Did you pay already? Money that arrives late still counts, and this page will tell you.'}
  </p>
)
