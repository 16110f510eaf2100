import type { LedgerLine } from '@nofiller/contract/orders/admin-order-rules'
import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { showPrice, sumDollars } from '@nofiller/contract/pricing/money'
import { TextLink } from '../../../ui/button.tsx'
import { IconTimerOff } from '../../../ui/dashboard-icons.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { IconCheck, IconClock, IconTriangleAlert } from '../../../ui/icons.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Price } from '../../../ui/price.tsx'
import { ShortHash } from '../../../ui/short-hash.tsx'
import { UtcTime } from '../../../ui/utc-time.tsx'
import { TablePanel } from '../work-page.tsx'

type Invoice = AdminOrder['invoices'][number]

/** The invoices of an order, with the money received on each. */
export const OrderInvoices = ({ detail: { invoices } }: { detail: AdminOrder }) => (
  <TablePanel title="Invoices and payments">
    {invoices.length === 0 ? (
      <Nothing>No invoice was opened.</Nothing>
    ) : (
      <Table label="Invoices and payments" columns={INVOICES} rows={invoices} keyOf={({ _id }) => _id} />
    )}
  </TablePanel>
)

const Nothing = ({ children }: { children: string }) => (
  <p className="px-5 pb-4 text-sm text-muted">{children}</p>
)

const INVOICES: readonly Column<Invoice>[] = [
  {
    head: 'Invoice',
    cell: ({ _id, reference, provider, url }) => (
      <>
        <TextLink to={url} target="_blank" rel="noopener" translate="no" className="mono break-all">
          {_id}
        </TextLink>
        <span className="block text-xs text-muted">
          {provider}, reference <span className="mono break-all">{reference}</span>
        </span>
      </>
    ),
    card: { wide: true },
    className: 'bar:max-w-44',
  },
  {
    head: 'Opened (UTC)',
    cell: ({ openedAt }) => <UtcTime iso={openedAt} />,
    className: 'text-muted bar:max-w-28',
  },
  { head: 'Payment', cell: (invoice) => <Payments invoice={invoice} />, card: { order: 4, wide: true } },
  {
    head: 'Received',
    cell: ({ payments }) =>
      showPrice(sumDollars(...payments.filter(({ confirmed }) => confirmed).map(({ amount }) => amount))),
    align: 'right',
    card: { order: 3 },
  },
  { head: 'Result', cell: (invoice) => <Result invoice={invoice} />, card: { order: 5, wide: true } },
]

const Payments = ({ invoice: { payments } }: { invoice: Invoice }) =>
  payments.length === 0 ? (
    <span className="text-muted">None</span>
  ) : (
    <ul className="grid gap-1">
      {payments.map(({ coin, amount, confirmed, transactionId, firstSeenAt }) => (
        <li key={`${firstSeenAt} ${transactionId}`}>
          <Price dollars={amount} /> in {coin ?? 'an unknown coin'}
          {!confirmed && <span className="text-warn">, not confirmed yet</span>}
          {transactionId !== null && (
            <span className="block">
              <ShortHash id={transactionId} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )

function Result({ invoice: { stage, payments, amount } }: { invoice: Invoice }) {
  const received = sumDollars(...payments.map((payment) => payment.amount))
  switch (stage) {
    case 'paid':
      return received > amount ? (
        <Pill kind="warn" icon={<IconTriangleAlert />}>
          Overpaid
        </Pill>
      ) : (
        <Pill kind="go" icon={<IconCheck />}>
          Paid in full
        </Pill>
      )
    case 'partial':
      return (
        <Pill kind="warn" icon={<IconTriangleAlert />}>
          Paid in part
        </Pill>
      )
    case 'seen':
      return (
        <Pill kind="warn" icon={<IconClock />}>
          Confirming
        </Pill>
      )
    case 'expired':
      return (
        <Pill kind="bad" icon={<IconTimerOff />}>
          Expired
        </Pill>
      )
    case 'failed':
      return <Pill kind="bad">Failed</Pill>
    case 'cancelled':
      return <Pill kind="bad">Cancelled</Pill>
    case 'unknown':
      return <Pill kind="warn">Unclear</Pill>
    default:
      return <Pill icon={<IconClock />}>Open</Pill>
  }
}

type Entry = AdminOrder['ledger']['entries'][number]
type EntryRow = Entry & { key: string }

/** The shares of an order, and whether the lines balance. */
export const OrderLedger = ({ detail: { ledger } }: { detail: AdminOrder }) => (
  <TablePanel
    title="Ledger"
    note={ledger.entries.length > 0 && ledger.isBalanced && <span className="text-muted">Balanced</span>}
  >
    {!ledger.isBalanced && (
      <Note kind="bad" role="none" className="mx-5 mb-3">
        The lines of this order do not sum to zero.
      </Note>
    )}
    {ledger.entries.length === 0 ? (
      <Nothing>Nothing was booked.</Nothing>
    ) : (
      <>
        <Table
          label="Ledger"
          columns={LEDGER}
          rows={ledger.entries.map((entry, at) => ({ ...entry, key: String(at) }))}
          keyOf={({ key }) => key}
        />
        <p className="flex justify-between gap-3 border-t border-line px-5 py-3 text-ui font-650">
          Received less refunded{' '}
          <span className="tabular-nums">
            <Price dollars={ledger.net} />
          </span>
        </p>
      </>
    )}
  </TablePanel>
)

const LEDGER: readonly Column<EntryRow>[] = [
  {
    head: 'Time (UTC)',
    cell: ({ at }) => <UtcTime iso={at} />,
    className: 'whitespace-nowrap text-muted bar:py-1.5!',
    card: { order: 3 },
  },
  {
    head: 'Item',
    cell: ({ item }) => item ?? 'All items',
    className: 'break-words bar:py-1.5!',
    card: { order: 1 },
  },
  { head: 'Account', cell: accountOf, className: 'break-words bar:py-1.5!', card: { order: 4 } },
  {
    head: 'Amount',
    cell: ({ amount }) => <Price dollars={amount} />,
    align: 'right',
    className: 'whitespace-nowrap tabular-nums bar:py-1.5!',
    card: { order: 2 },
  },
]

const ACCOUNTS: Record<Exclude<LedgerLine, 'developer_share'>, string> = {
  platform_share: 'Store share',
  provider_fee: 'Provider fee',
  refund_cost: 'Store, fee not returned',
}

function accountOf({ line, developer }: Entry): string {
  return line === 'developer_share' ? (developer ?? 'Developer') : ACCOUNTS[line]
}
