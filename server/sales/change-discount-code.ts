import { randomInt } from 'node:crypto'
import type { Received } from '@nofiller/contract/calls'
import { centsOf } from '@nofiller/contract/pricing/money'
import {
  CODE_ALPHABET,
  codeProblems,
  GENERATED_LETTERS,
  OPEN_CODES_MAX,
  readCode,
} from '@nofiller/contract/sales/discount-code-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
import { type Tx, violates } from '../platform/database/database.ts'
import { conflict, notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'

type Body = Received<'POST /api/dev/discount-codes', 'body'>
type Made = { _id: string; code: string }

/**
 * Makes a code for a developer's own games, all of them unless some are named.
 * @throws HttpError 422 with `fields`, 404 on another developer's game, 409 `too_many_codes`
 */
export const makeCode = (store: Store, developer: Account, body: Body): Promise<Made> =>
  insertCode(store, body, developer.id, async (tx, ids) => {
    await refuseTooMany(tx, developer.id)
    const own = await tx
      .selectFrom('games')
      .select('id')
      .where('developer_id', '=', developer.id)
      .where('id', '=', sql<string>`any(${sql.val(ids)}::uuid[])`)
      .execute()
    if (own.length < ids.length) throw notFound('This game is not one of yours.')
  })

/** Makes a code for games of the entire store. @throws HttpError 422 with `fields`, 404 on an unknown game */
export const makeStoreCode = (store: Store, admin: Account, body: Body): Promise<Made> =>
  insertCode(store, body, null, async (tx, ids, made) => {
    const known = await tx
      .selectFrom('games')
      .select('id')
      .where('id', '=', sql<string>`any(${sql.val(ids)}::uuid[])`)
      .execute()
    if (known.length < ids.length) throw notFound('There is no such game.')
    await audit(tx, actorOf(admin), {
      action: 'discount_code_made',
      kind: 'store',
      id: made._id,
      name: `Code ${made.code}`,
      reason: null,
      after: { percent: body.percent, amount: body.amount, uses: body.uses, games: ids.length || 'all' },
    })
  })

/** Ends a developer's own code, or any for an admin. @throws HttpError 404, 409 `code_ended` */
export async function endCode({ db }: Store, account: Account, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const code = await tx
      .selectFrom('discount_codes')
      .select(['developer_id', 'code', sql<boolean>`coalesce(ends_at <= now(), false)`.as('hasEnded')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!code || (code.developer_id !== account.id && account.role !== 'admin')) throw notFound()
    if (code.hasEnded) throw conflict('code_ended', 'This code has ended.')
    await tx.updateTable('discount_codes').set({ ends_at: sql<Date>`now()` }).where('id', '=', id).execute()
    if (code.developer_id !== account.id)
      await audit(tx, actorOf(account), {
        action: 'discount_code_ended',
        kind: 'store',
        id,
        name: `Code ${code.code}`,
        reason: null,
      })
  })
}

async function insertCode(
  store: Store,
  body: Body,
  developerId: string | null,
  check: (tx: Tx, gameIds: string[], made: Made) => Promise<void>,
): Promise<Made> {
  const draft = readDraft(store, body)
  const gameIds = [...new Set(body.gameIds)]
  const made = { _id: uuid(), code: draft.code }
  try {
    await store.db.transaction().execute(async (tx) => {
      await check(tx, gameIds, made)
      await tx
        .insertInto('discount_codes')
        .values({
          id: made._id,
          developer_id: developerId,
          code: draft.code,
          percent: draft.percent,
          amount_cents: draft.amountCents,
          uses: draft.uses,
          ends_at: draft.endsAt,
          is_once: body.isOnce,
          is_for_all: gameIds.length === 0,
        })
        .execute()
      if (gameIds.length > 0)
        await tx
          .insertInto('discount_code_games')
          .values(gameIds.map((game_id) => ({ code_id: made._id, game_id })))
          .execute()
    })
  } catch (error) {
    if (violates(error, 'discount_codes_code_key')) throw unprocessable({ code: 'This code is taken.' })
    throw error
  }
  return made
}

/** @throws HttpError 422 with `fields` */
function readDraft(store: Store, { code, percent, amount, uses, endsAt }: Body) {
  const amountCents = amount === null ? null : centsOf(amount)
  const typed = readCode(code)
  const draft = {
    code: typed === '' ? generatedCode() : typed,
    percent,
    amountCents,
    uses,
    endsAt: endsAt === null ? null : new Date(endsAt),
  }
  const problems: Record<string, string> = {
    ...codeProblems(draft, store.clock()),
    ...(amount !== null && amountCents === null && { amount: 'Enter an amount in dollars and cents.' }),
    ...(amount !== null && percent !== null && { amount: 'Enter a percentage or an amount, not both.' }),
  }
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  return draft
}

/** Like `7Q4K-9WXT-2MHD`: 60 random bits, so that nobody guesses one. */
function generatedCode(): string {
  const letters = Array.from(
    { length: GENERATED_LETTERS },
    () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
  )
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** @throws HttpError 409 `too_many_codes` */
async function refuseTooMany(tx: Tx, developerId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', developerId).forNoKeyUpdate().execute()
  const { open } = await tx
    .selectFrom('discount_codes')
    .select(sql<number>`count(*)::integer`.as('open'))
    .where('developer_id', '=', developerId)
    .where(sql<boolean>`(ends_at is null or ends_at > now())`)
    .executeTakeFirstOrThrow()
  if (open >= OPEN_CODES_MAX)
    throw conflict('too_many_codes', `You already have ${OPEN_CODES_MAX} active codes. End one first.`)
}
