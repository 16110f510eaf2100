import { type ConsentPlace, NEWS_TEXTS } from '@nofiller/contract/news/news-rules'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

/** An account's consent to news by the checkbox, beside which the present text stood unless it says otherwise. */
export type Consent = { accountId: string; through: ConsentPlace; givenAt?: Date; textVersion?: number }

/** Notes that an account wants news, from now on or since `givenAt`. One that gets them already changes nothing. */
export async function giveConsent(
  tx: Tx,
  { accountId, through, givenAt, textVersion = NEWS_TEXTS.version }: Consent,
): Promise<void> {
  const changed = await tx
    .updateTable('accounts')
    .set({ notify_updates: true })
    .where('id', '=', accountId)
    .where('notify_updates', '=', false)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return
  await tx
    .insertInto('news_consents')
    .values({
      account_id: accountId,
      text_version: textVersion,
      given_through: through,
      ...(givenAt && { given_at: givenAt }),
    })
    .execute()
  await tx
    .insertInto('digests')
    .values({ account_id: accountId, next_at: null })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Notes the answer of an account to what its consent did not cover: that it agreed to the present text too, or was asked. */
export async function extendConsent(tx: Tx, accountId: string, isGiven: boolean): Promise<void> {
  const through = '/notices/preferences'
  if (isGiven) {
    await withdrawConsent(tx, accountId, through)
    await giveConsent(tx, { accountId, through })
    return
  }
  await tx
    .updateTable('news_consents')
    .set({ asked_version: NEWS_TEXTS.version })
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Ends the news of an account. The second of two that come at once waits for the first, and changes nothing. */
export async function withdrawConsent(tx: Tx, accountId: string, through: ConsentPlace): Promise<void> {
  const changed = await tx
    .updateTable('accounts')
    .set({ notify_updates: false })
    .where('id', '=', accountId)
    .where('notify_updates', '=', true)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return
  await tx
    .updateTable('news_consents')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_through: through })
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .execute()
}
