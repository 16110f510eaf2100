import { DOWNLOAD_HOURS_MAX } from '@nofiller/contract/library/download-lifetimes'
import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { showPrice } from '@nofiller/contract/pricing/money'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcClock, showUtcTime, utcDay } from '@nofiller/contract/text/time'
import { orderHistory } from '../../orders/progress/order-history.ts'

/** `go`: the payment; `warn`: something that went another way. */
export type Moment = { at: string; what: string; more?: string; tone?: 'go' | 'warn' }

type Told = Pick<AdminOrder, 'order' | 'items' | 'invoices' | 'refunds' | 'downloads' | 'linksOutlast'>

/** The events of an order, oldest first, with details for support. */
export function orderTimeline({ order, items, invoices, refunds, downloads, linksOutlast }: Told): Moment[] {
  const events = order.events.filter(({ kind }) => kind !== 'refunded' && kind !== 'revoked')
  const moments: Moment[] = [
    ...orderHistory(events).map(({ at, words, kind, transactionId }) => ({
      at,
      what: kind === 'delivered' ? `${plural(items.length, 'item')} granted` : words,
      ...(kind === 'CREATED' && { more: `${plural(items.length, 'item')}, ${showPrice(order.price)}` }),
      ...(kind === 'payment_confirmed' && transactionId !== null && { more: transactionId }),
      ...(kind === 'PAID' && { tone: 'go' as const }),
      ...(WENT_WRONG.has(kind) && { tone: 'warn' as const }),
    })),
    ...invoices.map(({ openedAt, _id, amount }) => ({
      at: openedAt,
      what: 'Invoice opened',
      more: `${_id}, ${showPrice(amount)}`,
    })),
    ...downloads.map(({ at, file }) => ({ at, what: 'Downloaded', more: file })),
    ...refunds.map((refund) => ({
      at: refund.at,
      what: `${showPrice(refund.amount)} refunded: ${namesOf(
        items,
        refund.items.map(({ position }) => position),
      )}`,
      more: `${refund.by === null ? '' : `By ${refund.by}: `}“${refund.reason}” Transaction ${refund.transactionId}`,
      tone: 'warn' as const,
    })),
    ...revocations(items, linksOutlast),
  ]
  return moments.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const WENT_WRONG = new Set<string>(['EXPIRED', 'CANCELLED', 'FAILED', 'case_opened'])

/** Items that were revoked together have the same time. */
function revocations(items: Told['items'], linksOutlast: boolean): Moment[] {
  const gone = items.flatMap(({ revokedAt, position }) =>
    revokedAt === null ? [] : [{ revokedAt, position }],
  )
  return [...Map.groupBy(gone, ({ revokedAt }) => revokedAt)].map(([at, own]) => ({
    at,
    what: `${namesOf(
      items,
      own.map(({ position }) => position),
    )} taken back`,
    more: linksEnd(linksOutlast, at),
    tone: 'warn' as const,
  }))
}

/** `Nov 21, 2026, 13:31` in UTC, and `13:31` when the moment before was of the same day. */
export function momentsTime(at: string, before: string | undefined): string {
  return before !== undefined && utcDay(before) === utcDay(at) ? showUtcClock(at) : showUtcTime(at)
}

/** How long download links from before a time still work: an object store does not check them again. */
export const linksEnd = (linksOutlast: boolean, iso: string): string =>
  linksOutlast
    ? `Download links already given out stop working by ${showUtcClock(Date.parse(iso) + DOWNLOAD_HOURS_MAX * 3_600_000)} UTC`
    : 'Download links already given out stop working at once'

const namesOf = (items: Told['items'], positions: readonly number[]): string =>
  items
    .filter(({ position }) => positions.includes(position))
    .map(({ title }) => title)
    .join(', ')
