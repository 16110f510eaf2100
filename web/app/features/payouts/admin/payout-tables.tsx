import { coinOf } from '@nofiller/contract/payments/coins'
import { BLOCK_TEXTS } from '@nofiller/contract/payouts/payout-rules'
import type { AdminPayout, AdminPayoutSummary } from '@nofiller/contract/payouts/payouts'
import { showPrice } from '@nofiller/contract/pricing/money'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { Button, TextLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { IconClock } from '../../../ui/icons.tsx'
import type { Column } from '../../../ui/list/table.tsx'
import { Price } from '../../../ui/price.tsx'
import { type Selection, SelectRow } from '../../admin/bulk.tsx'
import { AdminPill } from '../payout-pill.tsx'
import { coinOnNetwork, TransactionLink } from '../transaction-link.tsx'

const developer: Column<AdminPayout> = {
  head: 'Developer',
  cell: ({ developer: { _id, name } }) => (
    <TextLink to={`/admin/users/${_id}`} className="font-650 wrap-anywhere">
      {name}
    </TextLink>
  ),
}

const amount: Column<AdminPayout> = {
  head: 'Amount',
  cell: ({ amount: dollars }) => <Price dollars={dollars} />,
  align: 'right',
  className: 'font-650 whitespace-nowrap',
}

const state: Column<AdminPayout> = {
  head: 'State',
  cell: (payout) => <AdminPill state={payout.state} />,
  card: { wide: true },
}

const statement: Column<AdminPayout> = {
  head: 'Statement',
  cell: ({ _id, number }) => (
    <TextLink
      to={`/dev/statement/${_id}`}
      className="whitespace-nowrap tabular-nums"
      aria-label={`Statement ${number}`}
    >
      {number}
    </TextLink>
  ),
  align: 'right',
  card: { wide: true, align: 'left' },
}

const to: Column<AdminPayout> = {
  head: 'To',
  cell: ({ coin, address }) => (
    <>
      {coinOnNetwork(coin)}
      <span translate="no" className="mono block text-sm text-muted">
        {address}
      </span>
    </>
  ),
  card: { wide: true },
}

/** The payouts that can be approved now. */
export const canApprove = ({ addressUsableAt, isOwn }: AdminPayout): boolean =>
  !isOwn && Date.parse(addressUsableAt) <= currentTime().getTime()

/** Due payouts, each with the facts to check before it is sent. */
export const dueColumns = (
  selection: Selection<AdminPayout>,
  { secondAbove }: AdminPayoutSummary,
): Column<AdminPayout>[] => [
  {
    ...developer,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-3">
        {canApprove(row) ? (
          <SelectRow row={row} name={row.developer.name} selection={selection} />
        ) : (
          <IconClock className="size-5 flex-none text-muted" />
        )}
        {developer.cell(row)}
      </span>
    ),
  },
  amount,
  to,
  {
    head: 'Before sending',
    cell: (row) => <BeforeSending payout={row} secondAbove={secondAbove} />,
    card: { wide: true },
  },
  statement,
]

function BeforeSending({ payout, secondAbove }: { payout: AdminPayout; secondAbove: number }): ReactNode {
  const { isFirst, needsSecond, firstApproval } = payout
  if (payout.isOwn) return 'Your own: another admin has to approve it'
  if (!canApprove(payout)) return `Address usable from ${showUtcMoment(payout.addressUsableAt)}`
  const remarks = [
    firstApproval && `${firstApproval.by} approved it. Another admin has to.`,
    needsSecond && !firstApproval && `Needs a second admin, above ${showPrice(secondAbove)}`,
    isFirst && 'First payout: look before you approve',
  ].filter(Boolean)
  if (remarks.length === 0) return 'Ready'
  return remarks.map((remark) => (
    <span key={String(remark)} className="block text-warn">
      {remark}
    </span>
  ))
}

/** Evidence that waits for an admin other than the payer. */
export const canConfirm = ({ state: now, evidence }: AdminPayout): boolean =>
  now === 'SENDING' && evidence !== null && !evidence.isOwn

/** Payouts to be paid by hand. */
export const toPayColumns = (onPay: (payout: AdminPayout) => void): Column<AdminPayout>[] => [
  developer,
  amount,
  to,
  {
    head: 'Send',
    cell: ({ coin, coinAmount }) => `${coinAmount} ${coinOf(coin).ticker}`,
    className: 'tabular-nums wrap-anywhere',
  },
  {
    head: 'Actions',
    cell: (row) => (
      <Button size="small" aria-label={`Pay ${row.developer.name}`} onClick={() => onPay(row)}>
        Pay…
      </Button>
    ),
    align: 'right',
    card: { wide: true, align: 'left' },
  },
]

type PersonActions = {
  selection: Selection<AdminPayout>
  onApprove: (payout: AdminPayout) => void
  onCancel: (payout: AdminPayout) => void
  onEvidence: (payout: AdminPayout) => void
}

/** Payouts that need an admin, each with its history and actions. */
export const personColumns = ({
  selection,
  onApprove,
  onCancel,
  onEvidence,
}: PersonActions): Column<AdminPayout>[] => [
  {
    ...developer,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-3">
        {canConfirm(row) && <SelectRow row={row} name={row.developer.name} selection={selection} />}
        {developer.cell(row)}
      </span>
    ),
  },
  amount,
  state,
  { head: 'What happened', cell: (row) => whatHappened(row), card: { wide: true }, className: 'break-words' },
  {
    head: 'Actions',
    cell: (row) =>
      row.state === 'BLOCKED' ? (
        <span className="flex flex-wrap gap-2 bar:justify-end">
          <Button size="small" aria-label={`Approve ${row.developer.name}`} onClick={() => onApprove(row)}>
            Approve…
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Cancel the payout to ${row.developer.name}`}
            onClick={() => onCancel(row)}
          >
            Cancel…
          </Button>
        </span>
      ) : (
        <Button
          size="small"
          aria-label={`${actionOf(row)} for ${row.developer.name}`}
          onClick={() => onEvidence(row)}
        >
          {actionOf(row)}
        </Button>
      ),
    align: 'right',
    card: { wide: true, align: 'left' },
  },
]

function actionOf({ evidence }: AdminPayout): string {
  if (evidence === null) return 'Enter proof'
  return evidence.isOwn ? 'Change proof' : 'Confirm'
}

function whatHappened({ state: now, reason, evidence, releasedAt, asked }: AdminPayout): string {
  if (evidence)
    return `${evidence.by} says it was ${evidence.outcome === 'paid' ? 'paid' : 'not sent'}. Another admin has to confirm it.`
  if (reason === BLOCK_TEXTS.frozen) return `${reason} Talk to them, then unfreeze payouts on their page.`
  if (now !== 'UNKNOWN') return reason ?? ''
  const since = releasedAt ? `Released ${showUtcMoment(releasedAt)}. ` : ''
  return `${since}${reason ?? ''} Asked ${asked === 1 ? 'once' : `${asked} times`}. Two admins with proof can close it.`
}

/** Payouts being sent. */
export const RUNNING: readonly Column<AdminPayout>[] = [
  developer,
  amount,
  state,
  {
    head: 'Since',
    cell: ({ releasedAt, approvedAt, draftedAt }) => showUtcMoment(releasedAt ?? approvedAt ?? draftedAt),
    card: { wide: true },
  },
  { head: 'Provider says', cell: ({ providerStatus }) => providerStatus ?? '–', card: { wide: true } },
  statement,
]

/** Payouts that have ended. */
export const DONE: readonly Column<AdminPayout>[] = [
  developer,
  amount,
  state,
  { head: 'When', cell: ({ endedAt }) => endedAt && showUtcMoment(endedAt), card: { wide: true } },
  {
    head: 'Transaction',
    cell: ({ coin, transactionId, reason }) =>
      transactionId ? <TransactionLink coin={coin} transactionId={transactionId} /> : (reason ?? '–'),
    card: { wide: true },
    className: 'break-words bar:max-w-72',
  },
  statement,
]
