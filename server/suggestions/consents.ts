import type { Received } from '@nofiller/contract/calls'
import { SUGGESTION_TEXTS, type SuggestionPage } from '@nofiller/contract/suggestions/suggestion-rules'
import type { SuggestionConsents } from '@nofiller/contract/suggestions/suggestions'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'

type Purpose = 'counted' | 'suggested'

/** What an account agreed to about suggestions; nothing until it did. */
export async function suggestionConsents(db: Queryable, accountId: string): Promise<SuggestionConsents> {
  const { rows } = await sql<SuggestionConsents>`
    select ${agreedTo('counted', sql`${accountId}`)} as "isCounted", ${agreedTo('suggested', sql`${accountId}`)} as "isSuggested",
      exists (select from suggestion_questions where account_id = ${accountId}) as "isAsked"`.execute(db)
  return rows[0] ?? { isCounted: false, isSuggested: false, isAsked: false }
}

/** Whether an account's consent to a purpose holds, by `suggestion_consents_one_open`. */
export const agreedTo = (purpose: Purpose, accountId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from suggestion_consents where account_id = ${accountId} and purpose = ${sql.lit(purpose)} and withdrawn_at is null)`

/** Gives or withdraws an account's consents, and notes that it closed the question about them. */
export async function setSuggestionConsents(
  db: Database,
  accountId: string,
  { isCounted, isSuggested, isAsked, page }: Received<'PUT /api/suggestion-consents', 'body'>,
): Promise<SuggestionConsents> {
  await db.transaction().execute(async (tx) => {
    if (isCounted !== undefined) await set(tx, accountId, 'counted', isCounted, page)
    if (isSuggested !== undefined) await set(tx, accountId, 'suggested', isSuggested, page)
    if (isAsked) await closeQuestion(tx, accountId)
  })
  return suggestionConsents(db, accountId)
}

const set = (tx: Tx, accountId: string, purpose: Purpose, isGiven: boolean, page: SuggestionPage) =>
  isGiven ? give(tx, accountId, purpose, page) : withdraw(tx, accountId, purpose, page)

/** A consent that holds already stays as it was given. */
const give = (tx: Tx, accountId: string, purpose: Purpose, page: SuggestionPage) =>
  tx
    .insertInto('suggestion_consents')
    .values({
      account_id: accountId,
      purpose,
      text_version: SUGGESTION_TEXTS.version,
      given_through: page,
    })
    .onConflict((open) =>
      open.columns(['account_id', 'purpose']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .execute()

const withdraw = (tx: Tx, accountId: string, purpose: Purpose, page: SuggestionPage) =>
  tx
    .updateTable('suggestion_consents')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_through: page })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .execute()

const closeQuestion = (tx: Tx, accountId: string) =>
  tx
    .insertInto('suggestion_questions')
    .values({ account_id: accountId, text_version: SUGGESTION_TEXTS.version })
    .onConflict((known) => known.doNothing())
    .execute()
