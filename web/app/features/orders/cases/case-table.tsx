import type { PaymentCase } from '@nofiller/contract/payments/payment-cases'
import { showPrice } from '@nofiller/contract/pricing/money'
import { useState } from 'react'
import { Button, TextLink } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { UtcTime } from '../../../ui/utc-time.tsx'
import { showUtcMoment } from '../../../ui/when.ts'
import { StatusPill } from '../progress/order-status.tsx'
import { CASE_NAMES } from './case-names.ts'
import { ResolveCase } from './resolve-case.tsx'

const COLUMNS: readonly Column<PaymentCase>[] = [
  {
    head: 'Opened (UTC)',
    cell: ({ openedAt }) => <UtcTime iso={openedAt} />,
    className: 'whitespace-nowrap text-muted max-bar:text-sm',
  },
  {
    head: 'Case',
    cell: ({ kind }) => CASE_NAMES[kind],
    card: { order: 3 },
    className: 'font-650 whitespace-nowrap',
  },
  {
    head: 'Amount',
    cell: ({ amount, coin }) => (
      <>
        {showPrice(amount)}
        {coin && <span className="block text-xs text-muted">{coin}</span>}
      </>
    ),
    align: 'right',
    card: { order: 2 },
    className: 'whitespace-nowrap max-bar:font-650',
  },
  {
    head: 'Order',
    cell: ({ orderId, orderNumber, gameTitle, email, orderStatus }) => (
      <>
        <TextLink to={`/admin/orders/${orderId}`} className="font-semibold whitespace-nowrap tabular-nums">
          {orderNumber}
        </TextLink>
        <span className="block break-words bar:max-w-48">{gameTitle}</span>
        <span className="block text-sm break-words text-muted bar:max-w-48">{email}</span>
        <span className="mt-1 block">
          <StatusPill status={orderStatus} />
        </span>
      </>
    ),
    card: { wide: true },
  },
  {
    head: 'Transaction',
    cell: ({ transactionIds }) => (
      <span className="mono block text-sm break-all text-muted">{transactionIds.join(', ') || '–'}</span>
    ),
    card: { wide: true },
    className: 'bar:max-w-40',
  },
]

const stepColumn = (head: string): Column<PaymentCase> => ({
  head,
  cell: (paymentCase) => <Step of={paymentCase} />,
  card: { wide: true },
  className: 'bar:max-w-72',
})

const actionColumn = (onResolve: (paymentCase: PaymentCase) => void): Column<PaymentCase> => ({
  head: 'Action',
  cell: (paymentCase) =>
    paymentCase.resolvedAt === null && (
      <Button
        size="small"
        aria-label={`Resolve ${CASE_NAMES[paymentCase.kind]}, ${paymentCase.gameTitle}`}
        onClick={() => onResolve(paymentCase)}
      >
        Resolve
      </Button>
    ),
  align: 'right',
  card: { wide: true },
  className: 'max-bar:empty:hidden',
})

/** Payment cases for an admin, each with what is to be done, or was. */
export function CaseTable({ cases }: { cases: readonly PaymentCase[] }) {
  const [resolving, setResolving] = useState<PaymentCase | null>(null)
  const areOpen = cases.some(({ resolvedAt }) => resolvedAt === null)
  const columns = areOpen
    ? [...COLUMNS, stepColumn('Next step'), actionColumn(setResolving)]
    : [...COLUMNS, stepColumn('What was done')]
  return (
    <>
      <Panel flush>
        <Table label="Payment cases" columns={columns} rows={cases} keyOf={({ _id }) => _id} />
      </Panel>
      {resolving && <ResolveCase of={resolving} onClose={() => setResolving(null)} />}
    </>
  )
}

/** What an admin has to do about an open case, or what was done about a resolved one. */
function Step({ of: paymentCase }: { of: PaymentCase }) {
  if (paymentCase.resolvedAt === null) return <>{paymentCase.nextStep}</>
  return (
    <>
      <span className="block break-words whitespace-pre-line">{paymentCase.note}</span>
      <span className="block text-xs text-muted">
        {paymentCase.resolvedBy ?? 'The store'}, {showUtcMoment(paymentCase.resolvedAt)}
      </span>
    </>
  )
}
