import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { buy, simulate, statusOf } from '../testing/buying.ts'
import { freshDatabase } from '../testing/database.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { eventually, openTestStore } from '../testing/store.ts'

const STATEMENTS_MAX = 40

it('sells a game in at most 40 statements, from the checkout to the receipt that is sent', async () => {
  const database = await freshDatabase()
  // As in production; what looks by itself from time to time does not look during the test.
  const settings = { DATABASE_URL: database.url, PAYMENT_POLL_SCALE: '1000', JOB_POLL_SECONDS: '600' }
  const test = await openTestStore({ database, settings })
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id, priceCents: 999 })
  const buyer = await signedIn(test)
  await test.drain()

  const { statements, stop } = countStatements()
  const order = await buy(buyer, game)
  await simulate(test, order, 'pay')
  await eventually(async () => (await test.mailsTo(buyer.email))[0])
  await test.drain()
  stop()

  expect(await statusOf(test, order)).toBe('PAID')
  expect((await buyer.get('/api/library')).body).toHaveLength(1)
  expect(statements.length, `\n${statements.join('\n')}\n`).toBeLessThanOrEqual(STATEMENTS_MAX)
  await test.close()
})

/** Every statement that is sent to the database, begin and commit, the built-in provider and the sending of mail included. */
function countStatements(): { statements: string[]; stop(): void } {
  const statements: string[] = []
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text: string }]
    const text = typeof asked === 'string' ? asked : asked.text
    if (!isOfTheQueue(text)) statements.push(`${statements.length + 1} ${text.replace(/\s+/g, ' ')}`)
    return Reflect.apply(send, this, given)
  } as typeof send)
  return { statements, stop: () => spy.mockRestore() }
}

/** The queue looks for jobs and marks them done, for all that are due together; what is queued for a purchase is its own. */
const isOfTheQueue = (text: string): boolean =>
  /\bjobs\./.test(text) && !/^\s*WITH ins AS \(\s*INSERT INTO jobs\./.test(text)
