import { randomOf } from '@nofiller/demo/random'
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { History } from './history.ts'
import { idMaker } from './ids.ts'

const HOUR_MS = 3_600_000

type Rows = { [Table in keyof Tables]: Insertable<Tables[Table]>[] }
export type AdminWork = Pick<Rows, 'payment_cases' | 'contact_messages' | 'sell_requests' | 'audit_log'> & {
  /** The accounts whose requests to sell wait, and since when. */
  askers: { id: string; at: Date }[]
  /** The admin's refund for an order of several goods. */
  refund: { orderId: string; position: number; transactionId: string; reason: string }
}
type Person = { id: string; username: string; email: string }
type Options = {
  admin: Person
  player: Person
  developer: Person
  others: readonly Person[]
  history: History
  now: Date
}

/**
 * Work for the demo's admin, so visitors who try the store find no empty screens: two or three requests to sell, messages
 * and payment cases, open and done, and what the admin wrote down about them. The orders of the cases are changed to fit.
 */
export function planAdminWork({ admin, player, developer, others, history, now }: Options): AdminWork {
  const id = idMaker('desk')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const auditEntry = (
    hours: number,
    action: AdminWork['audit_log'][number]['action'],
    [subject_kind, subject_id, subject]: ['user' | 'contact' | 'order', string, string],
    { reason = null, before, after }: { reason?: string | null; before: object; after: object },
  ) => ({
    actor_id: admin.id,
    actor: admin.username,
    action,
    subject_kind,
    subject_id,
    subject,
    reason,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    created_at: hoursAgo(hours),
  })

  const cases = makeCases(history, admin, player, now)
  const [first, second, refused] = others
  if (!first || !second || !refused) throw new Error('the demo has too few players')
  const words = (asker: Person, hours: number, [who, link, plans]: readonly [string, string, string]) => ({
    id: id(hoursAgo(hours)),
    account_id: asker.id,
    who,
    links: [link],
    plans,
    created_at: hoursAgo(hours),
  })
  const approvedAt = hoursAgo(400 * 24)
  const refusal = 'We could not open the link. Please ask again when it works.'
  const answered = { id: id(hoursAgo(52)), subject: 'Saltglass on a second computer' }

  return {
    askers: [
      { id: first.id, at: hoursAgo(4) },
      { id: second.id, at: hoursAgo(30) },
    ],
    refund: refundOf(history, player),
    sell_requests: [
      words(first, 4, FIRST_REQUEST),
      words(second, 30, SECOND_REQUEST),
      {
        ...words(refused, 80, THIRD_REQUEST),
        decision: 'refused',
        decided_at: hoursAgo(71),
        reason: refusal,
      },
      {
        ...words(developer, 401 * 24, DEVELOPERS_REQUEST),
        decision: 'approved',
        decided_at: approvedAt,
      },
    ],
    contact_messages: [
      {
        id: id(hoursAgo(3)),
        email: player.email,
        subject: 'Which coin is cheapest for a $5 game?',
        message: 'Hi! I only want to buy one small game. Which coin costs me the least in fees?\n\nJune',
        created_at: hoursAgo(3),
      },
      {
        id: id(hoursAgo(26)),
        email: first.email,
        subject: 'The download stops at 90 %',
        message: 'Twice now, on the same file. The first game I bought came through without a problem.',
        created_at: hoursAgo(26),
      },
      {
        ...answered,
        email: second.email,
        message: 'May I install it on my laptop as well, or do I have to buy it again?',
        created_at: hoursAgo(52),
        answered_at: hoursAgo(49),
        answered_by: admin.id,
      },
    ],
    payment_cases: cases.rows,
    audit_log: [
      auditEntry(400 * 24, 'role_changed', ['user', developer.id, developer.username], {
        reason: 'Two finished games, both their own',
        before: { role: 'player' },
        after: { role: 'developer' },
      }),
      ...cases.resolved.map((orderId) =>
        auditEntry(96, 'case_resolved', ['order', orderId, 'Payment case: overpaid'], {
          reason: RESOLVED_NOTE,
          before: { resolved: false },
          after: { resolved: true },
        }),
      ),
      auditEntry(71, 'developer_declined', ['user', refused.id, refused.username], {
        reason: refusal,
        before: { requestedAt: hoursAgo(80).toISOString() },
        after: { requestedAt: null },
      }),
      auditEntry(49, 'contact_answered', ['contact', answered.id, answered.subject], {
        before: { answered: false },
        after: { answered: true },
      }),
    ],
  }
}

const FIRST_REQUEST = [
  'I am Ren, and I make small games with my sister Aya as Night Stall. She draws, I write and program.',
  'https://nightstall.example',
  'Stall Number Nine, a visual novel of about three hours set in a night market. Romance between adults, two explicit scenes. It is finished.',
] as const
const SECOND_REQUEST = [
  'Bram, a solo developer. Three jam games so far.',
  'https://jam.example/bram',
  'A horror game in a lighthouse, half done. Gore, no sex. About $7.99.',
] as const
const THIRD_REQUEST = ['A studio.', 'https://studio.example/soon', 'Several games.'] as const
const DEVELOPERS_REQUEST = [
  'Low Battery Club: two people and a cat.',
  'https://lowbattery.example',
  'Short games for the last hour before sleep.',
] as const
const RESOLVED_NOTE = 'Sent back to the address that the buyer named.'

type Order = History['orders'][number]

/** The last item of the player's newest paid order. */
function refundOf(history: History, player: Person): AdminWork['refund'] {
  const paid = history.orders.filter((order) => order.account_id === player.id && order.status === 'PAID')
  const [newest] = paid.sort((a, b) => timeOf(b) - timeOf(a))
  const last = history.order_items.findLast(({ order_id }) => order_id === newest?.id)
  if (!last) throw new Error('the demo player has no paid order')
  return {
    orderId: last.order_id,
    position: last.position,
    transactionId: transactionFrom(randomOf('refund')),
    reason: 'The download is damaged, and the developer is away until next month.',
  }
}

const transactionFrom = (random: () => number): string =>
  Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('')

/** Two buyers who paid too much, one of them settled, and one who paid too little: their orders say so as well. */
function makeCases(history: History, admin: Person, player: Person, now: Date) {
  const random = randomOf('desk')
  const newest = history.orders
    .filter(({ account_id }) => account_id !== player.id)
    .sort((a, b) => timeOf(b) - timeOf(a))
  const old = now.getTime() - 100 * HOUR_MS
  const [over] = newest.filter(({ status }) => status === 'PAID')
  const [settled] = newest.filter((order) => order.status === 'PAID' && timeOf(order) < old)
  const [under] = newest.filter(({ status }) => status === 'EXPIRED')
  if (!over || !settled || !under) throw new Error('the demo has too few orders')

  const pay = (order: Order, cents: number, flag: 'overpaid' | 'underpaid') => {
    const hash = transactionFrom(random)
    order.received_cents = cents
    order.flags = [flag]
    const named = history.payment_references.find(({ order_id }) => order_id === order.id)
    const invoice = history.sandbox_invoices.find(({ order_id }) => order_id === named?.reference)
    if (!invoice) throw new Error('a demo order has no invoice')
    Object.assign(invoice, { coin: 'SOL', received_cents: cents, confirmed_cents: cents })
    const known = history.provider_payments.filter(({ order_id }) => order_id !== order.id)
    history.provider_payments = [
      ...known,
      {
        provider: 'sandbox',
        provider_payment_id: invoice.id,
        order_id: order.id,
        coin: 'SOL',
        amount_cents: cents,
        confirmed: true,
        transaction_id: hash,
        first_seen_at: order.created_at,
      },
    ]
    return { order_id: order.id, coin: 'SOL', transaction_ids: [hash] }
  }
  const after = (order: Order) => new Date(timeOf(order) + HOUR_MS / 4)
  const surplus = 350
  const half = Math.floor(under.price_cents / 2)
  return {
    resolved: [settled.id],
    rows: [
      {
        ...pay(settled, settled.price_cents + surplus, 'overpaid'),
        kind: 'overpaid' as const,
        amount_cents: surplus,
        created_at: after(settled),
        resolved_at: new Date(now.getTime() - 96 * HOUR_MS),
        resolved_by: admin.id,
        note: RESOLVED_NOTE,
      },
      {
        ...pay(under, half, 'underpaid'),
        kind: 'underpaid' as const,
        amount_cents: half,
        created_at: new Date(timeOf(under) + 3 * HOUR_MS),
      },
      {
        ...pay(over, over.price_cents + surplus, 'overpaid'),
        kind: 'overpaid' as const,
        amount_cents: surplus,
        created_at: after(over),
      },
    ],
  }
}

const timeOf = ({ created_at }: Order): number => new Date(String(created_at)).getTime()
