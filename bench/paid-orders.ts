/** Orders whose payment has come to the sandbox provider, and the signed messages that report it to the store. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { SIGNATURE_HEADER } from '../server/payments/sandbox-provider.ts'
import { systemClock } from '../server/platform/clock.ts'
import type { Database } from '../server/platform/database/database.ts'
import { hmac, keyFor } from '../server/platform/signatures.ts'
import { play } from '../server/sandbox/books.ts'
import { type Person, signedIn } from '../server/testing/fixtures/people.ts'
import { type RunningStore, SECRET_KEY } from './harness.ts'

const BUYERS = 10
const GIVE_UP_MS = 120_000
const WEBHOOK_SECRET = keyFor(SECRET_KEY, 'sandbox-webhook').toString('hex')

export type Shop = RunningStore & { db: Database }
export type PaidOrder = { id: string; invoiceId: string; payToken: string }

/** Orders whose money has come, without a message or a read-back. Each needs a game per ten of them. */
export async function openPaidOrders({ url, db }: Shop, count: number): Promise<PaidOrder[]> {
  const people = { db, url, tokens: accessTokens([SECRET_KEY], systemClock) }
  const buyers: Person[] = []
  for (let nth = 0; nth < BUYERS; nth += 1) buyers.push(await signedIn(people))
  const games = await db
    .selectFrom('games')
    .select('id')
    .where('is_free', '=', false)
    .limit(Math.ceil(count / BUYERS))
    .execute()
  const orders: PaidOrder[] = []
  const sales = buyers.flatMap((buyer) => games.map((game) => ({ buyer, game }))).slice(0, count)
  await concurrently(sales, BUYERS, async ({ buyer, game }) => {
    const body = { gameId: game.id, email: buyer.email, mode: 'base' }
    const answer = await buyer.post('/api/checkout', body)
    if (answer.status !== 200) throw new Error(`checkout answered ${answer.status}: ${answer.text}`)
    const { orderId, invoiceUrl, payUrl } = answer.body
    orders.push({ id: orderId, invoiceId: invoiceUrl.split('/').at(-1), payToken: payUrl.split('/').at(-1) })
  })
  await db.updateTable('orders').set({ next_check_at: null }).execute()
  await concurrently(orders, BUYERS, ({ invoiceId }) => play(db, invoiceId, 'pay', undefined))
  return orders
}

export async function sendMessage({ url }: Shop, { id }: PaidOrder): Promise<void> {
  const body = JSON.stringify({ messageId: `paid-${id}`, orderId: id })
  const answer = await fetch(`${url}/api/webhooks/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: hmac(WEBHOOK_SECRET, Buffer.from(body)).toString('hex'),
    },
    body,
  })
  if (!answer.ok) throw new Error(`the message was answered ${answer.status}`)
}

export async function untilJobsDone({ db }: Shop): Promise<void> {
  for (const until = performance.now() + GIVE_UP_MS; ; await sleep(10)) {
    const { rows } = await sql`
      select from jobs.job where name in ('read-back', 'send-mail') and state < 'completed' limit 1`.execute(
      db,
    )
    if (rows.length === 0) return
    if (performance.now() > until) throw new Error('jobs were left')
  }
}

export async function concurrently<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<unknown>,
) {
  const left = [...items]
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}
