import { afterAll, expect, it } from 'vitest'
import { buy, buyAndPay } from '../../testing/buying.ts'
import { type MailFault, mailServer } from '../../testing/fakes/mail-server.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { MAILS } from '../../testing/rounds.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { smtpTransport, startMailing } from './mail.ts'

const FAULTS: readonly MailFault[] = ['hang up', 'greylist', 'refuse', 'lose']

const emails = await mailServer()
afterAll(emails.close)
const test = useTestStore({ settings: { SMTP_URL: emails.url, LOG_LEVEL: 'fatal' } })

const addressOf = (number: number) => `reader-${number}@example.test`
const queue = (number: number) =>
  test.db.transaction().execute((tx) =>
    test.store.mail.queue(tx, {
      to: addressOf(number),
      subject: 'News',
      text: 'Text',
      html: '<p>Text</p>',
    }),
  )

/** The pause before another try grows; here it is zero. */
const retryNow = () =>
  test.sql`update jobs.job set start_after = now() where name = 'send-mail' and state = 'retry' and start_after > now()`

it('R5 no request waits for a silent mail server', async () => {
  emails.failBy(() => 'silence')
  const game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  await eventually(() => emails.faults > 0)
  expect((await june.get('/api/orders')).body).toMatchObject([{ status: 'PAID' }])
  const other = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  expect((await buy(june, other)).orderId).toBeTruthy()
  expect(emails.received.size).toBe(0)
})

it(`R5 of ${MAILS} emails, none is lost and none arrives more than twice, whatever the mail server does at first`, async () => {
  const tries = new Map<string, number>()
  emails.failBy((address) => {
    const before = tries.get(address) ?? 0
    tries.set(address, before + 1)
    const number = Number(/\d+/.exec(address)?.[0] ?? 0)
    return before === 0 ? (FAULTS[number % 8] ?? null) : null
  })
  // More workers of the queue, like several processes would have.
  for (let worker = 0; worker < 3; worker += 1)
    await startMailing(
      test.store.jobs,
      smtpTransport(emails.url, 'store@example.test'),
      test.store.config.secretKeys,
      { prepare: async (mail) => mail, onSent: async () => undefined, onRefused: async () => undefined },
    )
  for (let number = 0; number < MAILS; number += 8)
    await Promise.all(Array.from({ length: 8 }, (_, one) => queue(number + one)))

  const missing = () =>
    Array.from({ length: MAILS }, (_, number) => addressOf(number)).filter(
      (address) => !emails.received.has(address),
    )
  await eventually(async () => {
    await retryNow()
    return missing().length === 0
  }, 120_000)
  const left = () =>
    test.sql`select from jobs.job where name = 'send-mail' and state in ('created', 'retry', 'active')
      and data->>'sealed' is not null`
  await eventually(async () => {
    await retryNow()
    return (await left()).length <= 1 // the receipt of the order above may still be queued
  }, 60_000)
  expect(Math.max(...emails.received.values())).toBe(2)
  expect([...emails.received.values()].filter((times) => times > 1).length).toBeLessThanOrEqual(MAILS / 8)
}, 240_000)
