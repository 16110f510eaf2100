import { hiddenCodes, readLimits } from '@nofiller/contract/content-limits/limit-rules'
import type { WishReason } from '@nofiller/contract/wishlist/wishlist-rules'
import { type RawBuilder, sql } from 'kysely'
import { isWithheld } from '../catalog/content-choice.ts'
import { isBeyondLimits, isBlockedBy } from '../catalog/within-limits.ts'
import { isMuted } from '../library/skip-updates.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { AccountRow, GameRow } from '../platform/database/tables.ts'
import { lowestCents } from './lowest-price.ts'

/** A game on an account's wishlist with what is new about it, and its price now. */
export type WishNews = {
  accountId: string
  gameId: string
  slug: string
  title: string
  isExplicit: boolean
  reasons: WishReason[]
  priceCents: number
  listCents: number
  saleEndsAt: Date | null
  /** The lowest price of 30 days; during a sale of those before it. */
  lowestCents: number | null
  myPriceCents: number | null
  /** Of the notices that tell it. */
  noticeIds: string[]
}

/**
 * What emails may tell of the wishlists of those whose `notice`s hold for a condition, by account, the largest saving first: what
 * still holds and was not read, of no sale that is too short, and of no game that limits, blocks or the content choice hide (N6).
 */
export async function newsOfWishlists(
  db: Queryable,
  which: RawBuilder<boolean>,
): Promise<Map<string, WishNews[]>> {
  const { rows } = await sql<Row>`
    select notice.account_id, notice.game_id, games.slug, games.title, games.category, games.warning_codes,
      price_now(games) as price_cents, games.price_cents as list_cents, games.sale_ends_at,
      ${lowestCents} as lowest_cents, wish.my_price_cents, accounts.content_choice, account_limits.limits,
      array_agg(notice.id order by notice.id) as notice_ids,
      array_agg(distinct notice.reason order by notice.reason) as reasons
    from current_wishlist_notices as notice
    join games on games.id = notice.game_id
    join accounts on accounts.id = notice.account_id
    join wishlist as wish on wish.account_id = notice.account_id and wish.game_id = notice.game_id
    left join account_limits on account_limits.account_id = notice.account_id
    where ${which} and notice.read_at is null and not notice.is_brief and not ${isMuted}
      and not ${isBlockedBy(sql`notice.account_id`)}
    group by notice.account_id, notice.game_id, games.id, wish.my_price_cents, accounts.id, account_limits.limits
    order by notice.account_id, games.price_cents - price_now(games) desc, games.title, games.id`.execute(db)
  return Map.groupBy(rows.filter(isShown).map(toNews), ({ accountId }) => accountId)
}

type Row = {
  account_id: string
  game_id: string
  price_cents: number
  list_cents: number
  lowest_cents: number | null
  my_price_cents: number | null
  notice_ids: string[]
  reasons: WishReason[]
  limits: string | null
} & Pick<GameRow, 'slug' | 'title' | 'category' | 'warning_codes' | 'sale_ends_at'> &
  Pick<AccountRow, 'content_choice'>

const isShown = ({ limits, warning_codes, content_choice, category }: Row): boolean =>
  !isBeyondLimits(warning_codes, limits === null ? [] : hiddenCodes(readLimits(limits))) &&
  !isWithheld(content_choice ?? 'none', category)

const toNews = (row: Row): WishNews => ({
  accountId: row.account_id,
  gameId: row.game_id,
  slug: row.slug,
  title: row.title,
  isExplicit: row.category === 'NSFW',
  reasons: row.reasons,
  priceCents: row.price_cents,
  listCents: row.list_cents,
  saleEndsAt: row.sale_ends_at,
  lowestCents: row.lowest_cents,
  myPriceCents: row.my_price_cents,
  noticeIds: row.notice_ids,
})
