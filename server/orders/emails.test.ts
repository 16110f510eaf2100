import { CASE_KINDS } from '@nofiller/contract/orders/payment-case-kinds'
import type { Email } from 'postal-mime'
import { beforeAll, expect, it } from 'vitest'
import { type OwnerToNotify, ownerMail } from '../library/emails.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { addOrder } from '../testing/fixtures/orders.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import type { NewCase } from './cases/resolve-case.ts'
import { type MailedOrder, queueCaseMail, queuePaymentUpdate, queueReceipt } from './emails.ts'
import { queueGift, queueRefunded, queueRevoked } from './refunds/emails.ts'
import type { Decision } from './settlement/decide.ts'

/** Titles that must not show on a lock screen, with characters that could break the layout. */
const HOSTILE = 'Obscene “Title”: <b>Depravity</b> & Filth\u202e'
const test = useTestStore()
let june: Person
let order: MailedOrder

beforeAll(async () => {
  june = await signedIn(test)
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id, title: HOSTILE })
  const id = await addOrder(test, june, game, { title: HOSTILE, status: 'EXPIRED' })
  const row = await test.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  order = { ...row, other_games: 1 }
})

const item = () => ({
  position: 0,
  game_id: order.game_id,
  title: HOSTILE,
  price_cents: 999,
  backCents: 999,
})
const seen = { status: 'EXPIRED', receivedCents: 500, flags: ['underpaid'] } as unknown as Decision
const late = { status: 'PAID', receivedCents: 999, flags: ['late'] } as unknown as Decision
const caseOf = (kind: NewCase['kind']) => ({ kind, amountCents: 500, snapshots: [] }) as unknown as NewCase
const inTx = (run: (tx: Parameters<typeof queueReceipt>[1]) => Promise<unknown>) =>
  test.db.transaction().execute(run)

const ABOUT_ORDERS: [string, () => Promise<unknown>][] = [
  ['the receipt', () => inTx((tx) => queueReceipt(test.store, tx, order, [item()]))],
  ['a short payment', () => inTx((tx) => queuePaymentUpdate(test.store, tx, order, seen))],
  ['a late payment', () => inTx((tx) => queuePaymentUpdate(test.store, tx, order, late))],
  ...CASE_KINDS.map((kind): [string, () => Promise<unknown>] => [
    `the case ${kind}`,
    () => inTx((tx) => queueCaseMail(test.store, tx, order, caseOf(kind))),
  ]),
  [
    'a refund',
    () =>
      inTx((tx) =>
        queueRefunded(test.store, tx, order as never, [item()] as never, {
          transactionId: 'tx-1',
          reason: 'The zip is damaged.',
          isOwn: false,
        }),
      ),
  ],
  [
    'a revocation',
    () =>
      inTx((tx) =>
        queueRevoked(test.store, tx, order as never, [item()] as never, {
          reason: 'A stolen card.',
          isOwn: false,
        }),
      ),
  ],
]

const OBSCENE = /Obscene|Depravity|Filth/

/** What a lock screen or an inbox shows: the subject, and the start of the body up to the preview's length. */
function expectDiscreet({ subject = '', text = '', html = '', attachments }: Email): void {
  const preview = html.slice(0, html.indexOf('&#847;'))
  expect(html).toContain('&#847;')
  expect(`${subject} ${text.split('\n')[0]} ${preview}`).not.toMatch(OBSCENE)
  expect(attachments.map(({ filename }) => filename)).toEqual([])
}

it.each(ABOUT_ORDERS)(
  '%s names the order by its number in subject and preview, and the title only below',
  async (_what, send) => {
    const before = (await test.mailsTo(june.email)).length
    await send()
    await test.drain()
    const [mail, ...more] = (await test.mailsTo(june.email)).slice(before)
    if (!mail) throw new Error('no mail was sent')
    expect(more).toEqual([])
    expectDiscreet(mail)
    expect(mail.subject).toContain(order.number)
    expect(mail.text?.split('\n')[0]).toContain(order.number)
    expect(mail.text).toMatch(OBSCENE)
    expect(mail.html).not.toContain('<b>')
  },
)

it('emails about a gift or an owned game name it only below the preview', async () => {
  const kim = await signedIn(test)
  const gift = { email: kim.email, title: HOSTILE, reason: 'For your report.' }
  await inTx((tx) => queueGift(test.store, tx, gift))
  const states: [OwnerToNotify['state'], OwnerToNotify['told']][] = [
    ['removed', null],
    ['removed', 'held'],
    ['paused', null],
    ['held', null],
    ['sealed', null],
    [null, 'paused'],
  ]
  for (const [state, told] of states)
    for (const order_number of [order.number, null]) {
      const owner = { account_id: kim.id, email: kim.email, game_id: order.game_id, title: HOSTILE }
      const mail = ownerMail(test.store.config, { ...owner, order_number, state, told })
      if (mail) await inTx((tx) => test.store.mail.queue(tx, mail))
    }
  await test.drain()
  const emails = await test.mailsTo(kim.email)
  expect(emails).toHaveLength(13)
  for (const mail of emails) expectDiscreet(mail)
})
