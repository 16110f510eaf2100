import { BLOCK_TEXTS, shortAddress } from '@nofiller/contract/payouts/payout-rules'
import type { Payout } from '@nofiller/contract/payouts/payouts'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type Page, type Position, paginate } from '../../platform/database/paginate.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'

/** A payout as its developer sees it. */
export const toPayout = (row: PayoutRow): Payout => ({
  _id: row.id,
  number: row.number,
  state: row.state,
  amount: dollarsOf(row.amount_cents),
  coin: row.coin,
  address: shortAddress(row.address),
  draftedAt: row.drafted_at.toISOString(),
  approvedAt: row.approved_at?.toISOString() ?? null,
  releasedAt: row.releasing_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  coinAmount: row.coin_amount,
  transactionId: row.transaction_id,
  reason: row.reason ?? (row.block_reason && BLOCK_TEXTS[row.block_reason]),
})

/** The payouts of a developer, the newest first, by the index `payouts_of_developer`. @throws HttpError 400 `bad_cursor` */
export const listPayouts = (
  db: Database,
  { developerId, ...position }: Position & { developerId: string },
): Promise<Page<Payout>> =>
  paginate(
    db,
    {
      rows: db.selectFrom('payouts').selectAll(),
      from: sql`payouts`,
      filter: sql<boolean>`payouts.developer_id = ${developerId}::uuid`,
      key: sql`payouts.id`,
      order: { by: sql`payouts.drafted_at`, direction: 'desc' },
      toItem: toPayout,
    },
    position,
  )
