import type { OrderFlag, OrderStatus } from '@nofiller/contract/orders/order-status'
import type { Order } from '@nofiller/contract/orders/orders'
import type { ReactNode } from 'react'
import { IconDashedCircle, IconTimerOff } from '../../../ui/dashboard-icons.tsx'
import { IconCheck, IconClock, IconTriangleAlert, IconX } from '../../../ui/icons.tsx'
import { Pill, type PillKind } from '../../../ui/pill.tsx'
import { subStatus } from './sub-status.ts'

type Look = { kind: PillKind; icon: ReactNode; meaning: string }

const LOOKS: Record<OrderStatus, Look> = {
  CREATED: { kind: 'neutral', icon: <IconDashedCircle />, meaning: 'No payment method chosen yet' },
  PENDING: { kind: 'warn', icon: <IconClock />, meaning: 'Payment started, unconfirmed' },
  WAITING: { kind: 'warn', icon: <IconClock />, meaning: 'Payment started, unconfirmed' },
  PAID: { kind: 'go', icon: <IconCheck />, meaning: 'Paid, receipt available' },
  EXPIRED: { kind: 'bad', icon: <IconTimerOff />, meaning: 'The invoice expired' },
  CANCELLED: { kind: 'bad', icon: <IconX />, meaning: 'Cancelled' },
  FAILED: { kind: 'bad', icon: <IconTriangleAlert />, meaning: 'The payment failed' },
}

/** The status of an order, with its color and icon; an unknown status is shown as it is, or as a dash. */
export function StatusPill({ status }: { status: string }) {
  const look = lookOf(status)
  return (
    <Pill kind={look?.kind ?? 'neutral'} icon={look?.icon}>
      {status === '' ? '–' : status}
    </Pill>
  )
}

export const FLAG_NAMES: Record<OrderFlag, string> = {
  underpaid: 'underpaid',
  overpaid: 'overpaid',
  late: 'late',
  manual: 'settled by hand',
  review: 'needs a look',
  refunded: 'refunded',
  partly_refunded: 'partly refunded',
}

/** The flags of an order by name, for an admin. */
export const FlagPills = ({ flags }: { flags: readonly OrderFlag[] }) =>
  flags.map((flag) => (
    <Pill key={flag} kind="warn">
      {FLAG_NAMES[flag]}
    </Pill>
  ))

/** The status of an order, with notes about its money beside it. */
export function OrderState({ order }: { order: Order }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusPill status={order.status} />
      {subStatus(order).map((words) => (
        <span key={words} className="max-w-52 text-xs text-muted">
          {words}
        </span>
      ))}
    </div>
  )
}

const lookOf = (status: string): Look | undefined =>
  Object.entries(LOOKS).find(([name]) => name === status)?.[1]

/** What each status means, below a list of orders. */
export function StatusLegend() {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(264px,100%),1fr))] gap-x-4 gap-y-3 px-4 pt-1 pb-5 text-ui phone:px-5">
      {Object.entries(LOOKS).map(([status, { meaning }]) => (
        <div key={status} className="grid grid-cols-[120px_1fr] items-center gap-3">
          <dt>
            <StatusPill status={status} />
          </dt>
          <dd className="text-muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
