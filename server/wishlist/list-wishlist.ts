import { BASKET_MAX } from '@nofiller/contract/basket/basket-rules'
import type { Received } from '@nofiller/contract/calls'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import type { VisitorWish, WishlistEntry, WishlistSummary } from '@nofiller/contract/wishlist/wishlist'
import {
  WISHLIST_MAX,
  WISHLIST_PAGE,
  type WishChoice,
  type WishlistSort,
  type WishState,
} from '@nofiller/contract/wishlist/wishlist-rules'
import { type RawBuilder, sql } from 'kysely'
import { isPaused } from '../basket/goods.ts'
import { selectCards, toCard } from '../catalog/card.ts'
import { availableFrom } from '../catalog/coming-releases.ts'
import { pageSeenBy } from '../catalog/visibility.ts'
import { beyondLimits, withinLimits } from '../catalog/within-limits.ts'
import type { Queryable } from '../platform/database/database.ts'
import { keysetPage, type ListOrder, type Page, paginate } from '../platform/database/paginate.ts'
import type { Audience } from '../platform/http/audience.ts'
import { lowestCents } from './lowest-price.ts'

type Filter = Pick<Received<'GET /api/wishlist', 'query'>, 'sort' | 'sale'>

/**
 * A page of an account's wishlist at today's prices, without what its limits or content choice hide.
 * @throws HttpError 400 `bad_cursor`
 */
export const wishlistOf = (
  db: Queryable,
  accountId: string,
  query: Received<'GET /api/wishlist', 'query'>,
  audience: Audience,
): Promise<Page<WishlistEntry>> =>
  paginate(db, listOf(db, wishesOf(accountId), query, audience), {
    ...query,
    limit: query.limit ?? WISHLIST_PAGE,
  })

/** A visitor's list, which their browser stores, as a whole. */
export async function lookUpWishes(
  db: Queryable,
  wishes: readonly VisitorWish[],
  filter: Filter,
  audience: Audience,
): Promise<{ entries: WishlistEntry[]; summary: WishlistSummary }> {
  const source = visitorWishes(wishes)
  const { items } = await keysetPage(listOf(db, source, filter, audience), { limit: WISHLIST_MAX })
  // A list that anybody can write names nothing that only its developer sees.
  const entries = items.map((entry) => (entry.state === 'gone' ? { ...entry, game: null } : entry))
  return { entries, summary: await summaryOf(db, source, audience) }
}

/** How many games an account wants, and which of them it can buy at once. */
export const wishlistSummary = (
  db: Queryable,
  accountId: string,
  audience: Audience,
): Promise<WishlistSummary> => summaryOf(db, wishesOf(accountId), audience)

/** The games that an account wants, also those that its limits hide. */
export async function wishedIds(db: Queryable, accountId: string): Promise<{ gameIds: string[] }> {
  const rows = await db
    .selectFrom('wishlist')
    .select('game_id')
    .where('account_id', '=', accountId)
    .orderBy('game_id')
    .execute()
  return { gameIds: rows.map((row) => row.game_id) }
}

type Wish = { game_id: string; added_at: Date; notify: WishChoice; my_price_cents: number | null }
/** Wishes, and which games are in the store for who wishes. */
type Source = { wishes: RawBuilder<Wish>; isThere: RawBuilder<boolean> }

const wishesOf = (accountId: string): Source => ({
  wishes: sql<Wish>`(select game_id, added_at, notify, my_price_cents from wishlist where account_id = ${accountId})`,
  isThere: pageSeenBy({ id: accountId, role: 'player' }),
})

/** A list that anybody can write says no more of a private game than of one that does not exist. */
const visitorWishes = (wishes: readonly VisitorWish[]): Source => ({
  wishes: sql<Wish>`(
    select "gameId" as game_id, min("addedAt") as added_at, 'all' as notify, null::integer as my_price_cents
    from json_to_recordset(${JSON.stringify(wishes)}) as wish ("gameId" uuid, "addedAt" timestamptz)
    where not exists (select from games where id = "gameId" and visibility = 'private') group by "gameId"
  )`,
  isThere: pageSeenBy(null),
})

function listOf(db: Queryable, source: Source, { sort, sale }: Filter, audience: Audience) {
  const filter = sql<boolean>`(${isShown(audience)} and ${sale ? isOnSale(source) : sql`true`})`
  return {
    rows: selectWishes(db, source),
    from: sql`games join ${source.wishes} as wish on wish.game_id = games.id`,
    filter,
    key: sql`games.id`,
    order: orderOf(sort ?? 'added', source),
    toItem: (row: Row) => toEntry(row, audience),
  }
}

const isOnSale = ({ isThere }: Source) => sql`(${isThere} and games.sale_price_cents is not null)`
const isShown = ({ view, hidden }: Audience) =>
  sql<boolean>`(${withinLimits(hidden)} and ${view === 'sfw' ? sql`games.category = 'SFW'` : sql`true`})`

function orderOf(sort: WishlistSort, { isThere }: Source): ListOrder {
  const orders: Record<WishlistSort, ListOrder> = {
    added: { by: sql`wish.added_at`, direction: 'desc' },
    price: { by: sql`price_now(games)`, direction: 'asc' },
    saving: {
      by: sql`case when ${isThere} then games.price_cents - price_now(games) else -1 end`,
      direction: 'desc',
    },
    release: { by: sql`coalesce(games.published_at, '-infinity')`, direction: 'desc' },
  }
  return orders[sort]
}

const selectWishes = (db: Queryable, source: Source) =>
  selectCards(db)
    .innerJoin(source.wishes.as('wish'), (join) => join.onRef('wish.game_id', '=', 'games.id'))
    .select([
      'games.suspended_at',
      'games.visibility',
      source.isThere.as('is_there'),
      'wish.added_at',
      'wish.notify',
      'wish.my_price_cents',
      isPaused.as('is_paused'),
      availableFrom.as('available_from'),
      lowestCents.as('lowest_cents'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectWishes>['execute']>>[number]

function toEntry(row: Row, { view }: Audience): WishlistEntry {
  const state = stateOf(row)
  const isTold =
    row.is_there || (row.published_at !== null && row.suspended_at === null && row.visibility !== 'private')
  const cents = row.sale_price_cents ?? row.price_cents
  return {
    gameId: row.id,
    game: isTold ? toCard(row, view) : null,
    state,
    availableFrom: state === 'coming' ? (row.available_from?.toISOString() ?? null) : null,
    lowestPrice: state === 'gone' || row.lowest_cents === null ? null : dollarsOf(row.lowest_cents),
    addedAt: row.added_at.toISOString(),
    notify: row.notify,
    myPrice: row.my_price_cents === null ? null : dollarsOf(row.my_price_cents),
    isAtMyPrice: state !== 'gone' && row.my_price_cents !== null && cents <= row.my_price_cents,
  }
}

function stateOf(row: Row): WishState {
  if (!row.is_there) return 'gone'
  if (row.available_from) return 'coming'
  if (row.is_paused || row.not_for_sale) return 'paused'
  return row.is_free ? 'free' : 'for-sale'
}

/** A game with how it counts. */
type Counted = {
  id: string
  cents: number
  hidden_by: 'blocks' | 'limits' | 'choice' | null
  state: WishState
}

async function summaryOf(db: Queryable, source: Source, audience: Audience): Promise<WishlistSummary> {
  const { rows } = await sql<Counted & { is_on_sale: boolean }>`
    select games.id, price_now(games) as cents, ${isOnSale(source)} as is_on_sale, ${hiddenBy(audience)} as hidden_by,
      case when not ${source.isThere} then 'gone' when ${availableFrom} is not null then 'coming'
        when ${isPaused} or games.not_for_sale then 'paused'
        when games.is_free then 'free' else 'for-sale' end as state
    from games join ${source.wishes} as wish on wish.game_id = games.id
    order by wish.added_at, games.id`.execute(db)
  const shown = rows.filter(({ hidden_by }) => hidden_by === null)
  const hidden = (by: Counted['hidden_by']) => rows.filter(({ hidden_by }) => hidden_by === by).length
  const inState = (state: WishState) => shown.filter((game) => game.state === state)
  return {
    count: rows.length,
    onSale: shown.filter(({ is_on_sale }) => is_on_sale).length,
    hidden: rows.length - shown.length,
    hiddenBy: { limits: hidden('limits'), blocks: hidden('blocks'), choice: hidden('choice') },
    notForSale: {
      coming: inState('coming').length,
      free: inState('free').length,
      paused: inState('paused').length,
      gone: inState('gone').length,
    },
    forSale: inState('for-sale')
      .slice(0, BASKET_MAX)
      .map(({ id, cents }) => ({ gameId: id, price: dollarsOf(cents) })),
  }
}

/** What hides a row of `games` from an audience, of several reasons the first; null for one that is shown. */
const hiddenBy = ({ view, hidden }: Audience) => sql<Counted['hidden_by']>`case
  when ${beyondLimits(hidden && { ...hidden, codes: [] })} then 'blocks'
  when ${beyondLimits(hidden && { ...hidden, blocks: null })} then 'limits'
  when ${view === 'sfw' ? sql`games.category <> 'SFW'` : sql`false`} then 'choice' end`
