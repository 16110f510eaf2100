import { useNavigate, useSearchParams } from 'react-router'
import { FileDownloads } from '../features/library/file-downloads.tsx'
import { PayRest } from '../features/orders/pay-rest.tsx'
import { ReceiptSheet } from '../features/orders/receipt-sheet.tsx'
import { useOrder } from '../features/orders/use-orders.ts'
import { servicesContext } from '../services.ts'
import type { Meeting } from '../session/guard.tsx'
import { titled } from '../shell/store-info.ts'
import { Answer } from '../ui/answer.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconArrowLeft, IconMail, IconPrint, IconReceipt } from '../ui/icons.tsx'
import { Container } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Route } from './+types/receipt'

export const meta = titled('Receipt')

export const handle: Meeting = { flash: 'Please sign in to view your receipt.' }

export function loader({ context }: Route.LoaderArgs) {
  return context.get(servicesContext).seller
}

/** The receipt of one order, fit for printing, and below it the downloads of a paid one. */
export default function Receipt({ loaderData: seller }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const orderId = search.get('order') || null
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24 print:p-0">
      <div className="mx-auto max-w-196 print:max-w-none">
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

type OrderReceiptProps = { orderId: string; seller: Route.ComponentProps['loaderData'] }

function OrderReceipt({ orderId, seller }: OrderReceiptProps) {
  const order = useOrder(orderId)
  return (
    <>
      {!order.data && <h1 className="sr-only">Receipt</h1>}
      <Actions supportEmail={seller.supportEmail} orderId={orderId} />
      <Answer of={order} error="Failed to load receipt" skeleton={<Skeleton className="h-130" />}>
        {(found) => (
          <div className="grid gap-8">
            <div className="empty:hidden print:hidden">
              <PayRest order={found} />
            </div>
            <ReceiptSheet order={found} seller={seller} />
            {found.status === 'PAID' && (
              <section className="grid gap-3 print:hidden">
                <h2 className="d4">Downloads</h2>
                <FileDownloads gameId={found.game._id} fileIds={found.purchasedFileIds} />
              </section>
            )}
          </div>
        )}
      </Answer>
    </>
  )
}

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
