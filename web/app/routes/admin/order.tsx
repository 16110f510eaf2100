import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { useParams } from 'react-router'
import { GrantDialog } from '../../features/admin/order/grant-dialog.tsx'
import { OrderCases } from '../../features/admin/order/order-cases.tsx'
import { OrderMails, useSending } from '../../features/admin/order/order-emails.tsx'
import { isTickable, OrderItems } from '../../features/admin/order/order-items.tsx'
import { OrderInvoices, OrderLedger } from '../../features/admin/order/order-money.tsx'
import { OrderNotes } from '../../features/admin/order/order-notes.tsx'
import { OrderSidebar } from '../../features/admin/order/order-sidebar.tsx'
import { RefundDialog } from '../../features/admin/order/refund-dialog.tsx'
import { RevokeDialog } from '../../features/admin/order/revoke-dialog.tsx'
import { useAdminOrder, useOrderActions } from '../../features/admin/order/use-admin-order.ts'
import { WorkColumns, WorkPage } from '../../features/admin/work-page.tsx'
import { FlagPills, StatusPill } from '../../features/orders/progress/order-status.tsx'
import { Menu, MenuButton } from '../../shell/menu/menu.tsx'
import { titled } from '../../shell/store-info.ts'
import { Button, buttonClass, TextLink } from '../../ui/button.tsx'
import { IconGift, IconUndo } from '../../ui/dashboard-icons.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { IconBan, IconChevronDown, IconMail } from '../../ui/icons.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Order')

/** Everything about one order, with an admin's actions. */
export default function AdminOrderPage() {
  const { id = '' } = useParams()
  const detail = useAdminOrder(id)
  const order = detail.data?.order
  const [open, setOpen] = useState<OpenDialog>(null)
  const [positions, setTicked] = useState<readonly number[]>([])
  const tickable = detail.data?.items.filter(isTickable).map(({ position }) => position) ?? []
  const ticked = positions.filter((position) => tickable.includes(position))
  return (
    <WorkPage
      back={{ to: '/admin/orders', label: 'Orders' }}
      title={order ? `Order ${order.number}` : 'Order'}
      state={order && <State order={order} />}
      actions={detail.data && <Actions detail={detail.data} ticked={ticked} onOpen={setOpen} />}
    >
      <QueryView query={detail} error="Failed to load the order" skeleton={<Skeleton className="h-96" />}>
        {(shown) => (
          <>
            <Detail
              key={shown.order.orderId}
              detail={shown}
              ticked={ticked}
              onTick={(position) => setTicked(toggled(ticked, position))}
              onOpen={setOpen}
            />
            {open && <OrderDialog open={open} detail={shown} onClose={() => setOpen(null)} />}
          </>
        )}
      </QueryView>
    </WorkPage>
  )
}

const toggled = (ticked: readonly number[], position: number): number[] =>
  ticked.includes(position) ? ticked.filter((other) => other !== position) : [...ticked, position]

/** The open dialog, with its initially selected items. */
type OpenDialog = { deed: 'refund' | 'revoke' | 'grant'; positions: number[] } | null
type OnOpen = (dialog: OpenDialog) => void

const State = ({ order }: { order: AdminOrder['order'] }) => (
  <>
    <StatusPill status={order.status} />
    <FlagPills flags={order.flags} />
    <span>{showUtcMoment(order.createdAt)}</span>
    <TextLink to={`/receipt?order=${order.orderId}`}>Receipt</TextLink>
  </>
)

type ActionsProps = { detail: AdminOrder; ticked: readonly number[]; onOpen: OnOpen }

/** Refund is support's most frequent action; the others are in a menu. All apply to the selected items, or to all. */
function Actions({ detail: { order, items, buyer }, ticked, onOpen }: ActionsProps) {
  const { sendReceipt } = useOrderActions(order.orderId)
  const { busy, press } = useSending(sendReceipt, `Receipt sent to ${order.email}.`)
  const isPaid = order.status === 'PAID'
  const chosen = items.filter(({ position }) => ticked.length === 0 || ticked.includes(position))
  const left = chosen.filter((item) => item.left > 0)
  const held = chosen.filter(({ revokedAt }) => revokedAt === null)
  const open = (deed: 'refund' | 'revoke' | 'grant', about: typeof items) => () =>
    onOpen({ deed, positions: about.map(({ position }) => position) })
  return (
    <>
      {isPaid && left.length > 0 && (
        <Button onClick={open('refund', left)}>
          <IconUndo />
          <span>{ticked.length === 0 ? 'Refund' : `Refund ${plural(left.length, 'item')}`}</span>
        </Button>
      )}
      <Menu
        label="More about this order"
        buttonClass={buttonClass({ kind: 'secondary' })}
        button={
          <>
            <span>More</span>
            {busy ? <Spinner /> : <IconChevronDown />}
          </>
        }
      >
        {isPaid && items.some(({ revokedAt }) => revokedAt === null) && (
          <MenuButton onPress={() => press()}>
            <IconMail />
            Send receipt again
          </MenuButton>
        )}
        <MenuButton onPress={open('grant', [])}>
          <IconGift />
          Grant {buyer.username} a game
        </MenuButton>
        {isPaid && held.length > 0 && (
          <MenuButton onPress={open('revoke', held)}>
            <IconBan />
            {ticked.length === 0 ? 'Revoke' : `Revoke ${plural(held.length, 'item')}`}
          </MenuButton>
        )}
      </Menu>
    </>
  )
}

type DetailProps = ActionsProps & { onTick: (position: number) => void }

function Detail({ detail, ticked, onTick, onOpen }: DetailProps) {
  const refundable = detail.items.filter(({ left }) => left > 0).map(({ position }) => position)
  return (
    <>
      <OrderCases detail={detail} onRefundItems={() => onOpen({ deed: 'refund', positions: refundable })} />
      <WorkColumns sidebar={<OrderSidebar detail={detail} />}>
        <OrderItems detail={detail} ticked={ticked} onTick={onTick} />
        <OrderInvoices detail={detail} />
        <OrderLedger detail={detail} />
        <OrderMails detail={detail} />
        <OrderNotes detail={detail} />
      </WorkColumns>
    </>
  )
}

type OrderDialogProps = { open: NonNullable<OpenDialog>; detail: AdminOrder; onClose: () => void }

function OrderDialog({ open: { deed, positions }, detail: shown, onClose }: OrderDialogProps) {
  if (deed === 'grant')
    return <GrantDialog orderId={shown.order.orderId} buyer={shown.buyer} onClose={onClose} />
  const Deed = deed === 'refund' ? RefundDialog : RevokeDialog
  return <Deed detail={shown} chosen={positions} onClose={onClose} />
}
