import type { AdminPayout, StatementLine } from '@nofiller/contract/payouts/payouts'
import type { Account } from '../../platform/caller.ts'
import { type Columns, csvOf } from '../../platform/csv.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { type AdminFilter, adminPayouts } from './admin-payouts.ts'
import { ownPayout, statementLines } from './statement.ts'

const LINE_COLUMNS: Columns<StatementLine> = {
  Time: (line) => line.at,
  Kind: (line) => line.kind,
  Item: (line) => line.title,
  Order: (line) => line.orderNumber,
  Paid: (line) => line.paid,
  'Provider fee': (line) => line.fee,
  'Store share': (line) => line.platform,
  'Your share': (line) => line.amount,
}

/** The lines of one of the caller's statements, or of any for an admin. @throws HttpError 404 */
export async function* statementCsv(db: Database, account: Account, id: string): AsyncGenerator<string> {
  yield* csvOf(LINE_COLUMNS, statementLines(db, await ownPayout(db, account, id)))
}

const PAYOUT_COLUMNS: Columns<AdminPayout & { fullAddress: string }> = {
  Statement: (payout) => payout.number,
  Developer: (payout) => payout.developer.username,
  State: (payout) => payout.state,
  'Amount (USD)': (payout) => payout.amount,
  Coin: (payout) => payout.coin,
  'Coin amount': (payout) => payout.coinAmount,
  Address: (payout) => payout.fullAddress,
  Drafted: (payout) => payout.draftedAt,
  Approved: (payout) => payout.approvedAt,
  Ended: (payout) => payout.endedAt,
  Transaction: (payout) => payout.transactionId,
  Reason: (payout) => payout.reason,
}

/** Payouts with full addresses, for paying by hand. */
export function payoutsCsv(store: Store, viewerId: string, filter: AdminFilter): AsyncGenerator<string> {
  const list = adminPayouts(store, viewerId, filter)
  return csvOf(PAYOUT_COLUMNS, {
    ...list,
    toItem: (row) => ({ ...list.toItem(row), fullAddress: row.address }),
  })
}
