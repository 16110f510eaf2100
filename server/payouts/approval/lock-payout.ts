import { validate as isUuid } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'
import { notFound } from '../../platform/http/errors/errors.ts'

/** A payout, locked until the transaction ends. @throws HttpError 404 */
export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow> {
  const payout = isUuid(id)
    ? await tx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined
  if (!payout) throw notFound()
  return payout
}
