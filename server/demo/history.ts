import type { OrderStatus } from '@nofiller/contract/orders/order-status'
import { utcDay } from '@nofiller/contract/text/time'
import { randomOf } from '@nofiller/demo/random'
import type { Insertable } from 'kysely'
import { newPaymentReference } from '../orders/checkout/payment-reference.ts'
import { goodsKey } from '../orders/checkout/price-goods.ts'
import { newPageToken } from '../orders/payment-page/page-address.ts'
import { saleLines } from '../orders/settlement/ledger.ts'
import type { Tables } from '../platform/database/tables.ts'
import { FEE_SHARE } from '../sandbox/books.ts'
import { idMaker, randomIdMaker } from './ids.ts'
import type { PlantedGame } from './store-game.ts'

const DAYS = 90
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const INVOICE_MS = 120 * MINUTE_MS
const ORDERS_A_DAY = 16
const EXTRA_SHARE = 0.18
const VIEWS_OF_INTEREST = 0.3
const CLAIMS_A_DAY = 5
const PLATFORM_SHARE_PERCENT = 10
/** Where the visitors of a game's page come from, and what part of them; the rest came from nowhere in particular. */
const REFERRERS: readonly (readonly [host: string, share: number])[] = [
  ['forum.example', 0.19],
  ['search.example', 0.16],
  ['chat.example', 0.11],
  ['indiegames.example', 0.07],
  ['mastodon.example', 0.04],
]

type Rows = { [Table in keyof Tables]: Insertable<Tables[Table]>[] }
export type History = Pick<
  Rows,
  | 'orders'
  | 'order_items'
  | 'payment_references'
  | 'sandbox_invoices'
  | 'invoices'
  | 'payment_pages'
  | 'provider_payments'
  | 'order_events'
  | 'ledger_entries'
  | 'grants'
  | 'downloads'
  | 'page_views'
  | 'page_referrers'
>
type Player = { id: string; email: string }
type Options = { games: readonly PlantedGame[]; playerIds: readonly Player[]; publicUrl: string; now: Date }
type File = PlantedGame['files'][number]
/** A game's base, or one of its extras. */
type Good = { planted: PlantedGame; extra: File | null }
type Outcome = Extract<OrderStatus, 'PAID' | 'EXPIRED' | 'CANCELLED' | 'FAILED' | 'PENDING' | 'CREATED'>

/**
 * Ninety days of a store's life as rows: orders of every status with their invoices, grants and ledger entries, free
 * claims, downloads and page views. The first player, whose account visitors try, has a little of everything.
 */
export function makeHistory({ games, playerIds, publicUrl, now }: Options): History {
  const random = randomOf('history')
  const history: History = {
    orders: [],
    order_items: [],
    payment_references: [],
    sandbox_invoices: [],
    invoices: [],
    payment_pages: [],
    provider_payments: [],
    order_events: [],
    ledger_entries: [],
    grants: [],
    downloads: [],
    page_views: [],
    page_referrers: [],
  }
  const book: Book = {
    history,
    publicUrl,
    now,
    orderId: randomIdMaker('orders'),
    id: idMaker('history'),
  }
  const owned = new Set<string>()
  const [first, ...others] = playerIds
  if (!first) return history
  const paid = games.filter((planted) => !planted.game.isFree)
  const free = games.filter((planted) => planted.game.isFree)

  for (let daysAgo = DAYS; daysAgo >= 1; daysAgo -= 1) {
    const day = new Date(now.getTime() - daysAgo * DAY_MS)
    const weekend = [0, 6].includes(day.getUTCDay()) ? 1.5 : 1
    const growth = 0.6 + 0.8 * (1 - daysAgo / DAYS)
    const times = (perDay: number) => Math.round(perDay * weekend * growth * (0.7 + random() * 0.6))

    for (let number = times(ORDERS_A_DAY); number > 0; number -= 1) {
      const planted = pick(random, paid, day)
      const player = others[Math.floor(random() * others.length)]
      if (!planted || !player || owned.has(player.id + planted.row.id)) continue
      const at = momentOf(random, day)
      const outcome = outcomeOf(random())
      addOrder(book, player, [{ planted, extra: null }], outcome, at)
      if (outcome !== 'PAID') continue
      owned.add(player.id + planted.row.id)
      addDownloads(book, player, planted, at, 1 + Math.floor(random() * 3), random)
      const extra = extraOf(planted)
      if (extra && random() < EXTRA_SHARE)
        addOrder(book, player, [{ planted, extra }], 'PAID', later(at, random() * 5 * MINUTE_MS + MINUTE_MS))
    }
    for (let number = times(CLAIMS_A_DAY); number > 0; number -= 1) {
      const planted = pick(random, free, day)
      const player = others[Math.floor(random() * others.length)]
      if (!planted || !player || owned.has(player.id + planted.row.id)) continue
      owned.add(player.id + planted.row.id)
      const at = momentOf(random, day)
      addGrant(book, player, { planted, extra: null }, null, at)
      addDownloads(book, player, planted, at, 1 + Math.floor(random() * 2), random)
    }
    for (const planted of games) {
      if (planted.publishedAt > day) continue
      const interest = planted.game.popularity * weekend * growth * (0.6 + random() * 0.8)
      addViews(book, planted, day, Math.max(1, Math.round(interest * VIEWS_OF_INTEREST)))
      if (planted.game.hasDemo && random() < 0.25)
        addDownloads(book, null, planted, momentOf(random, day), 1, random)
    }
  }
  writeFirstPlayer(book, first, paid, free, now, random)
  return history
}

/** The demo player's library and orders. */
function writeFirstPlayer(
  book: Book,
  player: Player,
  paid: readonly PlantedGame[],
  free: readonly PlantedGame[],
  now: Date,
  random: () => number,
): void {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const known = [...paid]
    .filter((planted) => planted.publishedAt < before(84))
    .sort((a, b) => b.game.popularity - a.game.popularity)
  const outcomes: [Outcome, number][] = [
    ['PAID', 80],
    ['PAID', 61],
    ['EXPIRED', 47],
    ['PAID', 40],
    ['PAID', 33],
    ['CANCELLED', 26],
    ['PAID', 20],
    ['FAILED', 15],
    ['PAID', 11],
    ['PAID', 6],
    ['PENDING', 10 / 1_440],
    ['CREATED', 4 / 1_440],
  ]
  for (const [number, [outcome, days]] of outcomes.entries()) {
    const planted = known[number]
    if (!planted) continue
    addOrder(book, player, [{ planted, extra: null }], outcome, before(days))
    const extra = extraOf(planted)
    if (outcome !== 'PAID') continue
    addDownloads(book, player, planted, before(days), 1, random)
    if (extra && number === 0) addOrder(book, player, [{ planted, extra }], 'PAID', before(days - 1))
  }
  writeOrdersOfMany(book, player, known.slice(outcomes.length), before)
  for (const planted of free.filter(({ publishedAt }) => publishedAt < before(31)).slice(0, 2))
    addGrant(book, player, { planted, extra: null }, null, before(30))
}

/** A game, its extra and another developer's game in one payment; then two games, one of which the admin refunds. */
function writeOrdersOfMany(
  book: Book,
  player: Player,
  games: readonly PlantedGame[],
  before: (days: number) => Date,
): void {
  const first = games.find(extraOf)
  const [other, second, returned] = games.filter(({ row }) => row.developer_id !== first?.row.developer_id)
  if (!first || !other || !second || !returned) throw new Error('the demo has too few games')
  const base = (planted: PlantedGame): Good => ({ planted, extra: null })
  addOrder(
    book,
    player,
    [base(first), { planted: first, extra: extraOf(first) ?? null }, base(other)],
    'PAID',
    before(4),
  )
  addOrder(book, player, [base(second), base(returned)], 'PAID', before(2))
}

const extraOf = ({ files }: PlantedGame): File | undefined => files.find((file) => file.custom_price_cents)

/** Where the rows of the store's history are written. */
type Book = {
  history: History
  publicUrl: string
  now: Date
  orderId: ReturnType<typeof randomIdMaker>
  id: ReturnType<typeof idMaker>
}

function addOrder(
  book: Book,
  player: Player,
  goods: readonly [Good, ...Good[]],
  outcome: Outcome,
  at: Date,
): void {
  const { history, now } = book
  const order_id = book.orderId()
  const items = goods.map(itemOf)
  const [{ planted: first, extra: firstExtra }] = goods
  const price_cents = items.reduce((sum, item) => sum + item.price_cents, 0)
  const paidAt = earlier(now, later(at, 11 * MINUTE_MS))
  const isPaid = outcome === 'PAID'
  const isOpen = outcome === 'CREATED' || outcome === 'PENDING'
  history.orders.push({
    id: order_id,
    id_at_providers: false,
    account_id: player.id,
    email: player.email,
    game_id: first.row.id,
    game_title: first.game.title,
    titles: [...new Set(goods.map(({ planted }) => planted.game.title))].join(', '),
    mode: firstExtra ? 'extra' : 'base',
    goods_key: goodsKey(items.map((item) => ({ gameId: item.game_id, fileId: item.file_id }))),
    price_cents,
    status: outcome,
    provider_status: INVOICE_STATUS[outcome],
    received_cents: isPaid ? price_cents : 0,
    created_at: at,
    expires_at: later(at, INVOICE_MS),
    paid_at: isPaid ? paidAt : null,
    next_check_at: isOpen ? now : null,
  })
  history.order_items.push(...items.map((item) => ({ order_id, ...item })))
  addInvoice(book, order_id, items.map(({ title }) => title).join(', '), price_cents, outcome, at)
  addEvent(book, order_id, 'CREATED', at)
  if (outcome !== 'CREATED')
    addEvent(book, order_id, outcome, isPaid ? paidAt : earlier(now, later(at, 5 * MINUTE_MS)))
  if (!isPaid) return
  for (const good of goods) addGrant(book, player, good, order_id, paidAt)
  const sold = goods.map(({ planted }, position) => ({
    position,
    developerId: planted.row.developer_id,
    priceCents: items[position]?.price_cents ?? 0,
    refundedCents: 0,
  }))
  const lines = saleLines(order_id, sold, {
    feeCents: Math.round(price_cents * FEE_SHARE),
    platformSharePercent: PLATFORM_SHARE_PERCENT,
  })
  history.ledger_entries.push(...lines.map((line) => ({ ...line, created_at: paidAt })))
}

const addGrant = (
  { history, id }: Book,
  player: Player,
  { planted, extra }: Good,
  order: string | null,
  at: Date,
) =>
  history.grants.push({
    id: id(at),
    account_id: player.id,
    game_id: planted.row.id,
    file_id: extra?.id ?? null,
    order_id: order,
    created_at: at,
  })

function addInvoice(
  { history, publicUrl, id }: Book,
  order_id: string,
  description: string,
  amount_cents: number,
  outcome: Outcome,
  at: Date,
): void {
  const invoiceId = `inv_${order_id.replaceAll('-', '').slice(0, 24)}`
  const dates = { created_at: at, expires_at: later(at, INVOICE_MS) }
  const hasMoney = outcome === 'PAID' || outcome === 'PENDING'
  const reference = newPaymentReference()
  history.payment_references.push({ reference, order_id, provider: 'sandbox', created_at: at })
  history.sandbox_invoices.push({
    id: invoiceId,
    order_id: reference,
    description,
    amount_cents,
    currency: 'USD',
    status: INVOICE_STATUS[outcome],
    coin: hasMoney ? 'SOL' : null,
    received_cents: hasMoney ? amount_cents : 0,
    confirmed_cents: outcome === 'PAID' ? amount_cents : 0,
    success_url: `${publicUrl}/return/${reference}`,
    cancel_url: `${publicUrl}/cancelled`,
    ...dates,
  })
  history.invoices.push({
    id: id(at),
    order_id,
    provider: 'sandbox',
    provider_invoice_id: invoiceId,
    url: `${publicUrl}/sandbox/invoice/${invoiceId}`,
    amount_cents,
    stage: INVOICE_STATUS[outcome],
    ...dates,
  })
  if (outcome === 'CREATED') history.payment_pages.push({ order_id, token: newPageToken() })
  if (hasMoney)
    history.provider_payments.push({
      provider: 'sandbox',
      provider_payment_id: invoiceId,
      order_id,
      coin: 'SOL',
      amount_cents,
      confirmed: outcome === 'PAID',
      transaction_id: null,
      first_seen_at: later(at, 5 * MINUTE_MS),
    })
}

const addEvent = ({ history }: Book, order_id: string, kind: string, at: Date) =>
  history.order_events.push({ order_id, kind, created_at: at })

function addDownloads(
  { history, id, now }: Book,
  player: Player | null,
  planted: PlantedGame,
  at: Date,
  times: number,
  random: () => number,
): void {
  const base = planted.files.filter((file) =>
    player ? file.kind === 'file' && !file.custom_price_cents : file.kind === 'demo',
  )
  for (let number = 0; number < times; number += 1) {
    const file = base[Math.floor(random() * base.length)]
    const created_at = later(at, (12 + random() * 4_000 * number) * MINUTE_MS)
    if (file && created_at <= now)
      history.downloads.push({
        id: id(created_at),
        account_id: player?.id ?? null,
        game_id: planted.row.id,
        file_id: file.id,
        created_at,
      })
  }
}

function addViews({ history }: Book, planted: PlantedGame, at: Date, views: number): void {
  const seen = { game_id: planted.row.id, day: utcDay(at) }
  const known = REFERRERS.map(([host, share]) => ({ ...seen, host, views: Math.round(views * share) }))
  const direct = views - known.reduce((sum, from) => sum + from.views, 0)
  history.page_views.push({ ...seen, views })
  history.page_referrers.push(
    ...[...known, { ...seen, host: '', views: direct }].filter((from) => from.views > 0),
  )
}

function itemOf({ planted, extra }: Good, position: number) {
  const { row, game, builds } = planted
  const build = extra && builds.find(({ file_id }) => file_id === extra.id)
  return {
    position,
    game_id: row.id,
    kind: extra ? ('extra' as const) : ('base' as const),
    file_id: extra?.id ?? null,
    title: build ? `${game.title}: ${build.name}` : game.title,
    price_cents: extra?.custom_price_cents ?? game.priceCents,
  }
}

const INVOICE_STATUS = {
  PAID: 'paid',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
  PENDING: 'seen',
  CREATED: 'new',
} as const satisfies Record<Outcome, string>

function outcomeOf(chance: number): Outcome {
  if (chance < 0.86) return 'PAID'
  if (chance < 0.94) return 'EXPIRED'
  return chance < 0.98 ? 'CANCELLED' : 'FAILED'
}

/** A game that was out on that day, the popular ones more often. */
function pick(random: () => number, games: readonly PlantedGame[], day: Date): PlantedGame | undefined {
  const out = games.filter((planted) => planted.publishedAt <= day)
  let left = random() * out.reduce((sum, { game }) => sum + game.popularity, 0)
  return out.find(({ game }) => {
    left -= game.popularity
    return left <= 0
  })
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** Sometime in the 20 hours after a moment, so nothing is in the future. */
const momentOf = (random: () => number, day: Date): Date => later(day, random() * 20 * 60 * MINUTE_MS)
