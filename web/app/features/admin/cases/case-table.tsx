import type { PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { TextLink } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { ShortHash } from '../../../ui/short-hash.tsx'
import { UtcTime } from '../../../ui/utc-time.tsx'
import { StatusPill } from '../../orders/progress/order-status.tsx'
import { AskedPill } from './asked-pill.tsx'
import { CaseActions } from './case-actions.tsx'
import { CASE_NAMES } from './case-names.ts'

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
        <Price dollars={amount} />
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
        <span translate="no" className="block text-sm break-words text-muted bar:max-w-48">
          {email}
        </span>
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
      <span className="grid justify-items-start">
        {transactionIds.length === 0 ? '–' : transactionIds.map((id) => <ShortHash key={id} id={id} />)}
      </span>
    ),
    card: { wide: true },
  },
]

const stepColumn = (head: string): Column<PaymentCase> => ({
  head,
  cell: (paymentCase) => <Step paymentCase={paymentCase} />,
  card: { wide: true },
  className: 'bar:max-w-96',
})

/** Payment cases for an admin, each with its next step, or its result. */
export const CaseTable = ({ cases }: { cases: readonly PaymentCase[] }) => (
  <Panel flush>
    <Table
      label="Payment cases"
      columns={[
        ...COLUMNS,
        stepColumn(cases.some(({ resolvedAt }) => resolvedAt === null) ? 'Next step' : 'What was done'),
      ]}
      rows={cases}
      keyOf={({ _id }) => _id}
    />
  </Panel>
)

const OpenStep = ({ paymentCase }: { paymentCase: PaymentCase }) => (
  <span className="grid justify-items-start gap-2">
    <AskedPill paymentCase={paymentCase} />
    {paymentCase.nextStep}
    <CaseActions paymentCase={paymentCase} />
  </span>
)

/** An open case's next step, or a resolved one's result. */
function Step({ paymentCase }: { paymentCase: PaymentCase }) {
  if (paymentCase.resolvedAt === null) return <OpenStep paymentCase={paymentCase} />
  return (
    <>
      <span dir="auto" className="block break-words whitespace-pre-line">
        {paymentCase.note}
      </span>
      <span className="block text-xs text-muted">
        {paymentCase.resolvedBy ?? 'The store'}, {showUtcMoment(paymentCase.resolvedAt)}
      </span>
    </>
  )
}
