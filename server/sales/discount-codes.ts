import type { CodeTerms } from '@nofiller/contract/pricing/pricing'
import { readCode } from '@nofiller/contract/sales/discount-code-rules'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { HttpError } from '../platform/http/errors/errors.ts'
import { addressKey } from '../platform/http/rate-limits.ts'
import type { Store } from '../store.ts'
import { holdsCodeUnpaid, usesCode } from './price-lock.ts'

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

/** The same for a caller who may be guessing: wrong codes are counted. @throws HttpError 400 `code_refused`, 429 */
export async function enteredCode(
  { db, rateLimits }: Store,
  typed: string,
  asker: Asker,
): Promise<UsableCode> {
  const keys = [asker.address && addressKey(asker.address), asker.accountId].filter((key) => key !== null)
  for (const key of keys) await rateLimits.check('wrong-discount-code', key)
  const code = await findCode(db, readCode(typed))
  if (code) return code
  for (const key of keys) await rateLimits.consume('wrong-discount-code', key)
  throw unknownCode()
}

/** The user of a code. `network`: a keyed hash of their network. */
export type CodeUser = { accountId: string; network: Buffer }

/** Holds a use of a code for an order that is about to be made. @throws HttpError 400 `code_refused` */
export async function holdUse(tx: Tx, codeId: string, user: CodeUser): Promise<void> {
  const code = await lockCode(tx, codeId)
  if (!code) throw unknownCode()
  const refusal = useRefusal(code, await countUses(tx, codeId, user))
  if (refusal !== null) throw refusedCode(refusal)
}

/**
 * The code of an order whose lock ended before it was paid, if a use of it is still to be had for that order at this moment.
 * The code's row stays locked until the transaction ends.
 */
export async function reclaimCode(
  tx: Queryable,
  order: { id: string; accountId: string; codeId: string },
): Promise<UsableCode | null> {
  const code = await lockCode(tx, order.codeId)
  if (!code) return null
  const counts = await countUses(
    tx,
    order.codeId,
    { accountId: order.accountId, network: NO_NETWORK },
    order.id,
  )
  return useRefusal(code, counts) === null ? findCode(tx, code.code) : null
}

type CodeLimits = { uses: number | null; isOnce: boolean }
/** Orders that use a code: in all, the buyer's own, and unpaid ones of other buyers in the same network. */
export type CodeUses = { all: number; own: number; network: number }

/** Unpaid uses of a code that one network may hold. */
export const NETWORK_HOLDS = 10
const NO_NETWORK = Buffer.alloc(0)

/** Why a code cannot be used once more; null when it can. Pure. */
export function useRefusal({ uses, isOnce }: CodeLimits, { all, own, network }: CodeUses): string | null {
  if (isOnce && own > 0) return 'You have used this code before. It works once.'
  if (uses !== null && all >= uses) return 'This code is used up.'
  if (network >= NETWORK_HOLDS)
    return 'Too many unpaid orders on your network use this code. Try again later.'
  return null
}

/** Of many concurrent buyers one gets the last use, because each locks the code's row until its order is stored. */
async function lockCode(tx: Queryable, codeId: string): Promise<(CodeLimits & { code: string }) | undefined> {
  return tx
    .selectFrom('discount_codes')
    .select(['code', 'uses', 'is_once as isOnce'])
    .where('id', '=', codeId)
    .where(sql<boolean>`coalesce(ends_at > now(), true)`)
    .forUpdate()
    .executeTakeFirst()
}

async function countUses(
  tx: Queryable,
  codeId: string,
  { accountId, network }: CodeUser,
  exceptOrderId: string | null = null,
): Promise<CodeUses> {
  const { rows } = await sql<CodeUses>`
    select count(*)::integer as "all",
      (count(*) filter (where account_id = ${accountId}))::integer as own,
      (count(*) filter (where code_network = ${network} and account_id <> ${accountId} and ${holdsCodeUnpaid}))::integer as network
    from orders
    where discount_code_id = ${codeId} and ${usesCode} and id is distinct from ${exceptOrderId}::uuid`.execute(
    tx,
  )
  const [counts] = rows
  if (!counts) throw new Error('a count answers one row')
  return counts
}

export const refusedCode = (sentence: string) => new HttpError(400, 'code_refused', sentence)
export const unknownCode = () => refusedCode('There is no such code, or it has ended.')
