import { beforeAll, expect, it } from 'vitest'
import { buy, buyAndPay, simulate, untilStatus } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

// Polls so seldom that only a notification can explain work within the 10 s of `eventually`.
const POLL_SECONDS = 60

const test = useTestStore({ settings: { JOB_POLL_SECONDS: String(POLL_SECONDS), PAYMENT_POLL_SCALE: '1' } })
let game: TestGame

beforeAll(async () => {
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
})

const send = (queue: string, count: number) =>
  test.db.transaction().execute(async (tx) => {
    for (let nth = 0; nth < count; nth += 1)
      await test.store.jobs.send(tx, queue, { nth }, { singletonKey: String(nth) })
  })

it('settles an order and sends its email as soon as a message arrives', async () => {
  const buyer = await signedIn(test)
  await buyAndPay(test, buyer, game)
  await eventually(async () => (await test.mailsTo(buyer.email))[0])
})

it('works through a burst of jobs, each once', async () => {
  const done: number[] = []
  await test.store.jobs.work<{ nth: number }>('burst', async ({ nth }) => void done.push(nth))
  await send('burst', 95)
  await eventually(() => done.length >= 95)
  await test.drain()
  expect([done.length, new Set(done).size]).toEqual([95, 95])
})

it('looks for missed jobs after its connection broke', async () => {
  await test.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen "pgboss%'`
  const order = await buy(await signedIn(test), game)
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
})

it('does not run a job whose sender rolls back', async () => {
  const worked: string[] = []
  await test.store.jobs.work('undone', async () => void worked.push('once'))
  await test.db
    .transaction()
    .execute(async (tx) => {
      await test.store.jobs.send(tx, 'undone', {}, { singletonKey: 'undone' })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await send('undone', 1)
  await eventually(() => worked.length > 0)
  await test.drain()
  expect(worked).toEqual(['once'])
})
