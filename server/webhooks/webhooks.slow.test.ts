import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { OutsidePosted } from '../platform/http/outside-client.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { addEndpoint, EVERYTHING, webhookReceiver } from '../testing/fixtures/webhooks.ts'
import { useStoreProcess } from '../testing/process.ts'
import { EVENTS, KILLS } from '../testing/rounds.ts'
import { aStore, eventually, type TestStore } from '../testing/store.ts'
import { queueEvent } from './queue-event.ts'

const TIMEOUT_MS = 600_000
const payout = { payoutId: '0197c2a4-6f1e-7c55-9d2b-0f4a1b6c7d8e', amountCents: 100 }

const undelivered = async ({ db }: Pick<TestStore, 'db'>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from webhook_events)
      + (select count(*) from webhook_deliveries where state <> 'delivered') as count`.execute(db)
  return rows[0]?.count ?? 0
}

describe('a store that is killed', () => {
  const shop = useStoreProcess()

  it(
    `HO3 sends what was committed, although the store was killed ${KILLS} times before and while it sent`,
    async () => {
      const developer = await signedIn(shop, 'developer')
      const made = await developer.post('/api/endpoints', {
        url: 'https://sandbox.example/sandbox/endpoint',
        types: EVERYTHING,
      })
      expect(made.status, made.text).toBe(200)
      const happens = () => queueEvent(shop.db, developer.id, 'payout.sent', payout)
      for (let kill = 0; kill < KILLS; kill += 1) {
        await happens()
        await shop.end('SIGKILL')
        await happens() // committed as by another process, and nobody sends it
        await shop.start()
        for (let at = 0; at < 50; at += 1) await happens()
        await eventually(async () => {
          const { rows } = await sql`select from webhook_deliveries where state = 'delivered'`.execute(
            shop.db,
          )
          return rows.length > kill * 52
        })
        await shop.crash()
        await eventually(async () => (await undelivered(shop)) === 0)
      }
      const { rows } = await sql<{ events: number; last: number }>`
      select count(distinct id)::int as events, max((body::json->'data'->>'sequence')::int) as last
      from webhook_deliveries`.execute(shop.db)
      expect(rows[0]).toEqual({ events: KILLS * 52, last: KILLS * 52 })
    },
    TIMEOUT_MS,
  )
})

it(
  `HO3 loses none of ${EVENTS} events when 1% are sent twice, and each has one id`,
  async () => {
    const test = await aStore({ settings: { OUTSIDE_REQUESTS: 'on' } })
    const receiver = await webhookReceiver(test.store)
    const developer = await signedIn(test, 'developer')
    await addEndpoint(developer)
    const sent = new Map<string, { times: number; sequence: number }>()
    let aheadMs = 0
    test.store.clock = () => new Date(Date.now() + aheadMs)
    // As of a process that dies after the answer came: nothing is written of the try, and its claim ends by itself.
    test.store.outside = {
      ...test.store.outside,
      async post({ headers, body }): Promise<OutsidePosted> {
        const id = headers['webhook-id'] ?? ''
        const times = (sent.get(id)?.times ?? 0) + 1
        sent.set(id, { times, sequence: JSON.parse(body).data.sequence })
        if (times === 1 && sent.size % 100 === 0) throw new Error('the process died')
        return { status: 200, answer: Buffer.from(''), retryAfter: null }
      },
    }
    await sql`
    insert into webhook_events (account_id, type, data)
    select ${developer.id}, 'payout.sent', ${JSON.stringify(payout)}::json from generate_series(1, ${EVENTS}::integer)`.execute(
      test.db,
    )
    await eventually(() => sent.size === EVENTS, TIMEOUT_MS)
    aheadMs = 60_000
    await eventually(async () => (await undelivered(test)) === 0)
    const all = [...sent.values()]
    expect(all.filter(({ times }) => times === 2)).toHaveLength(EVENTS / 100)
    expect(all.filter(({ times }) => times > 2)).toEqual([])
    expect(all.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: EVENTS }, (_, at) => at + 1),
    )
    await receiver.close()
  },
  TIMEOUT_MS,
)
