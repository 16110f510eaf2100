import type { MailState, OrderMailKind } from '@nofiller/contract/orders/admin-order-rules'
import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { messageOf } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { IconMail } from '../../../ui/icons.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { TablePanel } from '../work-page.tsx'
import { momentsTime } from './order-timeline.ts'
import { useOrderActions } from './use-admin-order.ts'

type SentMail = AdminOrder['emails'][number]

const KINDS: Record<OrderMailKind, string> = {
  receipt: 'Receipt',
  payment_short: 'Part of the payment arrived',
  payment_late: 'Paid late',
  case: 'About the payment',
  case_question: 'Asked for an address',
  refund: 'Refund',
  refund_notice: 'A sale was refunded',
  revocation: 'Removed from the library',
}

const STATES: Record<MailState, string> = { queued: 'Queued', delivered: 'Delivered', failed: 'Failed' }

/** The emails of an order, each with its delivery status. */
export const OrderMails = ({ detail: { order, emails } }: { detail: AdminOrder }) => (
  <TablePanel title="Emails">
    {emails.length === 0 ? (
      <p className="px-5 pb-4 text-sm text-muted">No emails were sent about this order.</p>
    ) : (
      <Table
        label="Emails"
        columns={columnsOf(order.orderId)}
        rows={emails.map((mail, nth) => ({ ...mail, time: momentsTime(mail.at, emails[nth - 1]?.at) }))}
        keyOf={({ _id }) => _id}
      />
    )}
  </TablePanel>
)

const columnsOf = (orderId: string): Column<SentMail & { time: string }>[] => [
  {
    head: 'Sent (UTC)',
    cell: ({ at, time }) => <time dateTime={at}>{time}</time>,
    className: 'text-muted bar:max-w-28',
    card: { order: 3 },
  },
  {
    head: 'Email',
    cell: ({ kind, subject, sentBy }) => (
      <>
        <span title={subject}>{KINDS[kind]}</span>
        {sentBy !== null && <span className="block text-xs text-muted">Sent again by {sentBy}</span>}
      </>
    ),
    card: { order: 1 },
  },
  {
    head: 'To',
    cell: ({ address }) => address,
    className: 'break-all text-muted',
    card: { order: 4, wide: true },
  },
  {
    head: 'State',
    cell: ({ state }) => (
      <span className={state === 'failed' ? 'font-650 text-bad' : ''}>{STATES[state]}</span>
    ),
    card: { order: 2 },
  },
  {
    head: 'Action',
    cell: (mail) => <SendAgain orderId={orderId} mail={mail} />,
    align: 'right',
    card: { order: 5, wide: true, align: 'left' },
  },
]

function SendAgain({ orderId, mail: { _id, kind, address } }: { orderId: string; mail: SentMail }) {
  const { sendMail } = useOrderActions(orderId)
  const { busy, press } = useSending(() => sendMail(_id), `${KINDS[kind]} sent again to ${address}.`)
  return (
    <Button
      icon={<IconMail className="size-3.5" />}
      size="small"
      busy={busy}
      aria-label={`Send again: ${KINDS[kind]} to ${address}`}
      onClick={() => press()}
    >
      Send again
    </Button>
  )
}

/** Sends an email on a click, and shows the result. */
export const useSending = (send: () => Promise<void>, done: string) =>
  useAction(send, {
    onDone: () => toast(done),
    failureOf: (error) => messageOf(error, 'The email could not be sent. Please try again.'),
  })
