import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { retireNames } from '../../accounts/registration/names.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { removeDeveloper } from './remove-developer.ts'

/**
 * Removes an account: what only it needs is deleted, and what others or the books need keeps no name, address or text of
 * it. Orders, payments and the ledger stay, under the id of an account that nobody can enter, and so do the games that others
 * own. A second time it changes nothing.
 */
export async function removeAccount(
  store: Pick<Store, 'config' | 'clock' | 'catalogChanged' | 'hashKeys'>,
  tx: Tx,
  accountId: string,
): Promise<void> {
  const now = store.clock()
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'email', 'keeps_reviews'])
    .select(sql<boolean>`exists (select from games where developer_id = accounts.id)`.as('has_games'))
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return
  const username = `deleted-${randomBytes(4).toString('hex')}`
  const replaced = {
    username,
    email: `${username}@${NO_MAIL}`,
    display_name: account.has_games ? FORMER_DEVELOPER : null,
  }
  await lockReviewed(tx, accountId)
  if (account.keeps_reviews) await leaveReviews(tx, accountId)
  await removeDeveloper(store, tx, accountId)
  for (const statement of [...deleted(account), ...emptied(account, replaced.email, now)])
    await statement.execute(tx)
  await retireNames(tx, store.hashKeys, accountId)
  await replaceIdentity(tx, accountId, replaced, now)
}

/** The games whose reviews are counted anew as the account's reviews and votes go, in the order in which counting locks them. */
async function lockReviewed(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select from games where id in (
      select game_id from reviews where account_id = ${accountId}
      union select game_id from reviews join review_votes on review_id = reviews.id where review_votes.account_id = ${accountId})
    order by id for no key update`.execute(tx)
}

/**
 * Cuts the reviews that others see off the account, before its grants go: signed "Owner", and nothing links them any more
 * (RV14). They count on where their writer paid; free copies of many accounts that are gone would be beyond any decision.
 */
async function leaveReviews(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from review_versions where review_id in (select id from reviews where account_id = ${accountId})`.execute(
    tx,
  )
  await tx
    .updateTable('reviews')
    // What readers are not shown goes, too: nobody is left who could appeal.
    .set({
      account_id: null,
      name_kind: 'owner',
      qualifies: sql<boolean>`qualifies and exists (
        select from grants join order_items as item on item.order_id = grants.order_id and item.game_id = grants.game_id
        where grants.account_id = reviews.account_id and grants.game_id = reviews.game_id and grants.file_id is null
          and item.kind = 'base' and item.price_cents > item.refunded_cents)`,
      text: sql<string>`case when text_removed_by is null then text else '' end`,
    })
    .where('account_id', '=', accountId)
    .where('is_shown', '=', true)
    .execute()
}

/** A domain that never receives email (RFC 2606). */
const NO_MAIL = 'deleted.invalid'

/** Who made the games that owners keep. */
const FORMER_DEVELOPER = 'Former developer'

type Removed = { id: string; email: string }

/** Beside the rows of `own_tables`, which the database deletes itself once `deleted_at` is set. */
function deleted({ id, email }: Removed): RawBuilder<unknown>[] {
  const orders = sql`(select id from orders where account_id = ${id})`
  return [
    sql`delete from account_exports where account_id = ${id} and ready_at is null`,
    sql`delete from contact_messages where account_id = ${id} or lower(email) = ${email}`,
    sql`delete from order_mails where order_id in ${orders}`,
    sql`delete from order_notes where order_id in ${orders}`,
    sql`delete from payment_pages where order_id in ${orders}`,
    sql`delete from registrations where email = ${email}`,
    sql`delete from review_answers where author_id = ${id}`,
    sql`delete from review_mutes where writer_id = ${id}`,
  ]
}

/** The archives of exports end now; the job that drops old ones deletes their files. */
function emptied({ id, email }: Removed, replacedBy: string, now: Date): RawBuilder<unknown>[] {
  return [
    sql`update account_exports set ends_at = least(ends_at, ${now}) where account_id = ${id}`,
    sql`update downloads set account_id = null where account_id = ${id}`,
    sql`update game_holds set email = null where lower(email) = ${email}`,
    sql`update orders set email = ${replacedBy} where account_id = ${id}`,
    sql`delete from reporter_measures where lower(email) = ${email}`,
    sql`update reports set email = null, signature = null, network_hash = '', browser_hash = '', confirm_hash = null
      where reporter_id = ${id} or lower(email) = ${email}`,
    sql`update uploads set name = '' where account_id = ${id}`,
  ]
}

/** Without `verified_at` nobody logs in to it, by whatever way. */
async function replaceIdentity(
  tx: Tx,
  accountId: string,
  replaced: { username: string; email: string; display_name: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      ...replaced,
      password_hash: '',
      role: 'player',
      safety: false,
      verified_at: null,
      developer_requested_at: null,
      bio: null,
      website: null,
      twitter: null,
      patreon: null,
      wallet: null,
      avatar_url: null,
      notify_purchases: false,
      notify_updates: false,
      notify_todo: false,
      content_choice: null,
      excluded_tags: [],
      my_devices: [],
      webauthn_user_id: null,
      deletion_at: null,
      deletion_asked_at: null,
      keeps_reviews: false,
      deleted_at: now,
    })
    .where('id', '=', accountId)
    .execute()
}
