import { OPEN_STATUSES } from '@nofiller/contract/orders/order-status'
import { readCode } from '@nofiller/contract/pricing/discount-code-rules'
import type { CodeTerms } from '@nofiller/contract/pricing/pricing'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { HttpError } from '../platform/http/errors/errors.ts'
import { addressKey } from '../platform/http/limits.ts'
import type { Store } from '../store.ts'

/** A code that can be used today, and the games it is good for. */
export type UsableCode = CodeTerms & { appliesTo(game: { id: string; developer_id: string }): boolean }

type Row = CodeTerms & { developerId: string | null; isForAll: boolean; gameIds: string[] }

/** A code by its letters, as `readCode` gives them; null for one that does not exist or has ended. */
export async function findCode(db: Queryable, code: string): Promise<UsableCode | null> {
  const { rows } = await sql<Row>`
    select id, code, percent, amount_cents as "amountCents", developer_id as "developerId",
      is_for_all as "isForAll", array(select game_id from discount_code_games where code_id = discount_codes.id) as "gameIds"
    from discount_codes where code = ${code} and (ends_at is null or ends_at > now())`.execute(db)
  const [row] = rows
  if (!row) return null
  const { developerId, isForAll, gameIds, ...terms } = row
  return {
    ...terms,
    appliesTo: (game) =>
      (developerId === null || developerId === game.developer_id) && (isForAll || gameIds.includes(game.id)),
  }
}

type Asker = { address: string | null; accountId: string | null }

/** The same for who may be guessing: wrong ones are counted. @throws HttpError 400 `code_refused`, 429 */
export async function enteredCode({ db, limits }: Store, typed: string, asker: Asker): Promise<UsableCode> {
  const keys = [asker.address && addressKey(asker.address), asker.accountId].filter((key) => key !== null)
  for (const key of keys) await limits.check('wrong-discount-code', key)
  const code = await findCode(db, readCode(typed))
  if (code) return code
  for (const key of keys) await limits.consume('wrong-discount-code', key)
  throw unknownCode()
}

/**
 * Holds a use of a code for an order that is about to be made: the row is locked until the transaction ends, so that of many
 * buyers one gets the last use. What an order that ended unpaid had held is free again by itself.
 * @throws HttpError 400 `code_refused`
 */
export async function holdUse(tx: Tx, codeId: string, accountId: string): Promise<void> {
  const code = await tx
    .selectFrom('discount_codes')
    .select(['uses', 'is_once', sql<boolean>`coalesce(ends_at <= now(), false)`.as('hasEnded')])
    .where('id', '=', codeId)
    .forUpdate()
    .executeTakeFirst()
  if (!code || code.hasEnded) throw unknownCode()
  const { all, own } = await tx
    .selectFrom('orders')
    .select([
      sql<number>`count(*)::integer`.as('all'),
      sql<number>`(count(*) filter (where account_id = ${accountId}))::integer`.as('own'),
    ])
    .where('discount_code_id', '=', codeId)
    .where('status', 'in', [...OPEN_STATUSES, 'PAID'])
    .executeTakeFirstOrThrow()
  if (code.is_once && own > 0) throw refusedCode('You have used this code before. It works once.')
  if (code.uses !== null && all >= code.uses) throw refusedCode('This code is used up.')
}

export const refusedCode = (sentence: string) => new HttpError(400, 'code_refused', sentence)
export const unknownCode = () => refusedCode('There is no such code, or it has ended.')
