import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { useState } from 'react'
import { useParams } from 'react-router'
import { GrantDialog } from '../../features/admin/order/grant-dialog.tsx'
import { OrderCases } from '../../features/admin/order/order-cases.tsx'
import { OrderItems } from '../../features/admin/order/order-items.tsx'
import { OrderMails, useSending } from '../../features/admin/order/order-mails.tsx'
import { OrderInvoices, OrderLedger } from '../../features/admin/order/order-money.tsx'
import { OrderNotes } from '../../features/admin/order/order-notes.tsx'
import { OrderSidebar } from '../../features/admin/order/order-sidebar.tsx'
import { RefundDialog } from '../../features/admin/order/refund-dialog.tsx'
import { RevokeDialog } from '../../features/admin/order/revoke-dialog.tsx'
import { useAdminOrder, useOrderDeeds } from '../../features/admin/order/use-admin-order.ts'
import { WorkColumns, WorkPage } from '../../features/admin/work-page.tsx'
import { FlagPills, StatusPill } from '../../features/orders/progress/order-status.tsx'
import { titled } from '../../shell/store-info.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { IconGift, IconUndo } from '../../ui/desk-icons.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconBan, IconMail } from '../../ui/icons.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { showUtcMoment } from '../../ui/when.ts'

export const meta = titled('Order')

/** Everything about one order, and what an admin can do about it. */
export default function AdminOrderPage() {
  const { id = '' } = useParams()
  const detail = useAdminOrder(id)
  const order = detail.data?.order
  const [open, setOpen] = useState<OpenDialog>(null)
  return (
    <WorkPage
      back={{ to: '/admin/orders', label: 'Orders' }}
      title={order ? `Order ${order.number}` : 'Order'}
      state={order && <State of={order} />}
      actions={detail.data && <Actions of={detail.data} onOpen={setOpen} />}
    >
      <QueryView query={detail} error="Failed to load the order" skeleton={<Skeleton className="h-96" />}>
        {(shown) => (
          <>
            <Detail key={shown.order.orderId} of={shown} onOpen={setOpen} />
            {open && <OrderDialog open={open} of={shown} onClose={() => setOpen(null)} />}
          </>
        )}
      </QueryView>
    </WorkPage>
  )
}

/** Which dialog is open, with the items that are chosen in it at first. */
type OpenDialog = { deed: 'refund' | 'revoke' | 'grant'; positions: number[] } | null
type OnOpen = (dialog: OpenDialog) => void

const State = ({ of: order }: { of: AdminOrder['order'] }) => (
  <>
    <StatusPill status={order.status} />
    <FlagPills flags={order.flags} />
    <span>{showUtcMoment(order.createdAt)}</span>
    <TextLink to={`/receipt?order=${order.orderId}`}>Receipt</TextLink>
  </>
)

function Actions({ of: { order, items, buyer }, onOpen }: { of: AdminOrder; onOpen: OnOpen }) {
  const { sendReceipt } = useOrderDeeds(order.orderId)
  const { busy, send } = useSending(sendReceipt, `Receipt sent to ${order.email}.`)
  const isPaid = order.status === 'PAID'
  const left = items.filter((item) => item.left > 0).map(({ position }) => position)
  const held = items.filter(({ revokedAt }) => revokedAt === null).map(({ position }) => position)
  return (
    <>
      {isPaid && held.length > 0 && (
        <Button busy={busy} onClick={send}>
          {!busy && <IconMail />}
          Send receipt again
        </Button>
      )}
      <Button
        aria-label={`Grant a game to ${buyer.username}`}
        onClick={() => onOpen({ deed: 'grant', positions: [] })}
      >
        <IconGift />
        Grant a game
      </Button>
      {isPaid && left.length > 0 && (
        <Button onClick={() => onOpen({ deed: 'refund', positions: left })}>
          <IconUndo />
          Refund
        </Button>
      )}
      {isPaid && held.length > 0 && (
        <Button kind="danger" onClick={() => onOpen({ deed: 'revoke', positions: held })}>
          <IconBan />
          Revoke
        </Button>
      )}
    </>
  )
}

const Detail = ({ of: shown, onOpen }: { of: AdminOrder; onOpen: OnOpen }) => (
  <>
    <OrderCases of={shown} />
    <WorkColumns sidebar={<OrderSidebar of={shown} />}>
      <OrderItems
        of={shown}
        onRefund={(position) => onOpen({ deed: 'refund', positions: [position] })}
        onRevoke={(position) => onOpen({ deed: 'revoke', positions: [position] })}
      />
      <OrderInvoices of={shown} />
      <OrderLedger of={shown} />
      <OrderMails of={shown} />
      <OrderNotes of={shown} />
    </WorkColumns>
  </>
)

type OrderDialogProps = { open: NonNullable<OpenDialog>; of: AdminOrder; onClose: () => void }

function OrderDialog({ open: { deed, positions }, of: shown, onClose }: OrderDialogProps) {
  if (deed === 'grant')
    return <GrantDialog orderId={shown.order.orderId} buyer={shown.buyer} onClose={onClose} />
  const Deed = deed === 'refund' ? RefundDialog : RevokeDialog
  return <Deed of={shown} chosen={positions} onClose={onClose} />
}
