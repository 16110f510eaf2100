import type { Picture } from '@nofiller/contract/catalog/catalog'
import type { ContentCategory } from '@nofiller/contract/catalog/game-kinds'
import { orderTitle } from '@nofiller/contract/orders/order-title'
import type { Order, OrderItem, Reduction } from '@nofiller/contract/orders/orders'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { percentOff } from '@nofiller/contract/pricing/pricing'
import { type RawBuilder, sql } from 'kysely'
import { limitedPicture, pictureFor, viewOfOwned } from '../../catalog/content-choice.ts'
import { beyondLimits } from '../../catalog/within-limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audience, Hidden } from '../../platform/http/audience.ts'
import { paymentPageUrl } from '../payment-page/page-address.ts'

type ItemJson = {
  fileId: string | null
  type: 'base' | 'extra'
  title: string
  priceCents: number
  listCents: number | null
  code: string | null
  bundle: string | null
  refundedCents: number
  revoked: boolean
  gameId: string
  slug: string
  gameTitle: string
  card: Picture | null
  category: ContentCategory
  isHidden: boolean
  developer: string
  isOwned: boolean
}

/** A time in the API's format, with microseconds, so no order is lost between two pages. */
export const isoMicros = <Time extends string | null = string>(time: RawBuilder<unknown>) =>
  sql<Time>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const itemsJson = (hidden: Hidden | null) => sql<ItemJson[]>`(
  select coalesce(json_agg(json_build_object(
    'fileId', item.file_id, 'type', item.kind, 'title', item.title, 'priceCents', item.price_cents, 'listCents', item.list_cents,
    'code', (select code from discount_codes where id = item.discount_code_id),
    'bundle', (select title from bundles where id = item.bundle_id),
    'refundedCents', item.refunded_cents, 'revoked', item.revoked_at is not null,
    'gameId', games.id, 'slug', games.slug, 'gameTitle', games.title, 'card', games.card, 'category', games.category,
    'isHidden', ${beyondLimits(hidden)},
    'developer', coalesce(nullif(developer.display_name, ''), developer.username),
    'isOwned', exists (select from grants where account_id = orders.account_id and game_id = games.id)
  ) order by item.position), '[]')
  from order_items as item
  join games on games.id = item.game_id
  join accounts as developer on developer.id = games.developer_id
  where item.order_id = orders.id
)`

/** Orders with everything that lists and the receipt show to an audience, in one query. */
export const selectOrders = (db: Database, { hidden }: Pick<Audience, 'hidden'>) =>
  db
    .selectFrom('orders')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('invoices')
          .select(['url', 'provider_invoice_id'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('invoice'),
      (join) => join.onTrue(),
    )
    .leftJoin('payment_pages as page', 'page.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.number',
      'orders.account_id',
      'orders.status',
      'orders.flags',
      'orders.price_cents',
      'orders.received_cents',
      'orders.currency',
      'orders.email',
      'orders.mode',
      'orders.provider_status',
      'orders.game_id',
      'orders.game_title',
      'invoice.url as invoice_url',
      'invoice.provider_invoice_id',
      'page.token as pay_token',
      isoMicros(sql`orders.created_at`).as('created'),
      isoMicros<string | null>(sql`orders.paid_at`).as('paid'),
      itemsJson(hidden).as('items'),
      sql<string[]>`(select coalesce(json_agg(id), '[]') from account_files
        where account_id = orders.account_id and game_id = orders.game_id and through_base)`.as(
        'base_file_ids',
      ),
    ])

/** The account that sees the orders, how it sees games, and the store's address for payment links: null for no links. */
export type Viewer = { id: string; publicUrl: string | null } & Audience

export type ShownRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]

/** An order as the API shows it; its buyer also sees what they own. */
export function toOrder(row: ShownRow, viewer: Viewer): Order {
  const items = row.items.map((item) => toItem(item, row.account_id === viewer.id, viewer))
  const [first] = items
  if (!first) throw new Error(`order ${row.id} has no items`)
  const otherGames = new Set(items.map((item) => item.game._id)).size - 1
  return {
    orderId: row.id,
    number: row.number,
    status: row.status,
    flags: row.flags,
    price: dollarsOf(row.price_cents),
    received: dollarsOf(row.received_cents),
    refunded: dollarsOf(row.items.reduce((sum, item) => sum + item.refundedCents, 0)),
    currency: row.currency,
    createdAt: row.created,
    paidAt: row.paid,
    email: row.email,
    game: { ...first.game, title: row.game_title },
    title: orderTitle(row.game_title, otherGames),
    invoiceUrl: row.invoice_url,
    payUrl: payUrlOf(row, viewer),
    providerInvoiceId: row.provider_invoice_id,
    providerStatus: row.provider_status,
    purchasedFileIds: row.mode === 'base' ? row.base_file_ids : extrasOf(items, first.game._id),
    items,
    basePurchased: row.mode === 'base',
  }
}

/** Only for its buyer. */
const payUrlOf = ({ account_id, pay_token }: ShownRow, { id, publicUrl }: Viewer): string | null =>
  account_id === id && pay_token !== null && publicUrl !== null ? paymentPageUrl(publicUrl, pay_token) : null

const extrasOf = (items: readonly OrderItem[], gameId: string): string[] =>
  items.flatMap(({ game, fileId }) => (game._id === gameId && fileId !== null ? [fileId] : []))

function toItem(item: ItemJson, isBuyers: boolean, audience: Audience): OrderItem {
  const picture = shownPicture(item, isBuyers, audience)
  return {
    fileId: item.fileId,
    type: item.type,
    title: item.title,
    price: dollarsOf(item.priceCents),
    listPrice: dollarsOf(item.listCents ?? item.priceCents),
    reduction: reductionOf(item),
    game: {
      _id: item.gameId,
      slug: item.slug,
      title: item.gameTitle,
      cardImageUrl: picture?.url ?? null,
      cardPicture: picture,
    },
    developer: item.developer,
    refunded: dollarsOf(item.refundedCents),
    revoked: item.revoked,
  }
}

function reductionOf({ priceCents, listCents, code, bundle }: ItemJson): Reduction | null {
  if (listCents === null || listCents <= priceCents) return null
  const percent = percentOff(listCents, priceCents)
  if (bundle !== null) return { kind: 'bundle', percent, code, bundle }
  return { kind: code === null ? 'sale' : 'code', percent, code, bundle }
}

function shownPicture(
  { isOwned, category, isHidden, card }: ItemJson,
  isBuyers: boolean,
  { view }: Audience,
) {
  if (isHidden) return limitedPicture(card)
  return pictureFor(isOwned && isBuyers ? viewOfOwned(view) : view, category, card)
}
