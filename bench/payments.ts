/** What a payment provider that is not well costs everybody else, and how fast messages are answered, true ones and forged. */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect, type Database } from '../server/platform/database/database.ts'
import { type BtcpayServer, btcpayServer } from '../server/testing/fakes/btcpay-server.ts'
import type { Fault } from '../server/testing/fakes/provider-server.ts'
import { type Person, signedIn } from '../server/testing/fixtures/people.ts'
import { fillCatalogue } from './fill.ts'
import { SECRET_KEY, withGround } from './harness.ts'
import { median } from './load.ts'

const FAULTS: readonly Fault[] = ['refuse', 'hang', 500]
const ROUNDS = 3
const VISITS = 100
const BUYERS = 8
const AT_ONCE = 20
const MESSAGES = 2_000
const FORGED = 10_000

type Shop = { url: string; db: Database; provider: BtcpayServer; buyers: Person[]; gameIds: string[] }

await withGround(async (harness) => {
  const provider = await btcpayServer()
  const databaseUrl = await harness.database('shop')
  await fillCatalogue(databaseUrl, 1_000)
  const { url } = await harness.store(databaseUrl, provider.settings)
  const { db, close } = connect(databaseUrl, console)
  const people = { db, url, tokens: accessTokens([SECRET_KEY], systemClock) }
  const buyers: Person[] = []
  for (let nth = 0; nth < BUYERS; nth += 1) buyers.push(await signedIn(people))
  const games = await db.selectFrom('games').select('id').where('is_free', '=', false).limit(500).execute()
  const shop = { url, db, provider, buyers, gameIds: games.map((game) => game.id) }
  console.table(await faults(shop))
  console.table(await messages(shop))
  await close()
  await provider.close()
})

/** The slowest hundredth of visits while buyers click, against the same while the provider is well, in turns. */
async function faults(shop: Shop): Promise<object[]> {
  await visitWhile(shop, null)
  const rows = []
  for (const fault of FAULTS) {
    const ratios: number[] = []
    const checkouts: Answer[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const well = await visitWhile(shop, null)
      const ill = await visitWhile(shop, fault)
      ratios.push(ill.p99 / well.p99)
      checkouts.push(...ill.checkouts)
    }
    const back = await untilSold(shop)
    rows.push({
      'the provider does': String(fault),
      'p99 of visits, ratio': median(ratios).toFixed(2),
      'slowest checkout, s': (Math.max(...checkouts.map(({ ms }) => ms)) / 1_000).toFixed(1),
      'not 503': checkouts.filter(({ status }) => status !== 503).length,
      'orders shown of it': await danglingOrders(shop),
      'sells again after, s': back.toFixed(1),
    })
  }
  return rows
}

type Answer = { status: number; ms: number }

async function visitWhile(shop: Shop, fault: Fault | null): Promise<{ p99: number; checkouts: Answer[] }> {
  if (fault) await shop.provider.fail(fault)
  const clicks = shop.buyers.slice(0, 2).map((buyer) => checkout(shop, buyer))
  const times: number[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    const buyer = shop.buyers[visit % BUYERS]
    const answers = [ask(`${shop.url}/api/games?limit=24`), ask(`${shop.url}/api/orders?limit=10`, buyer)]
    times.push(...(await Promise.all(answers)).map(({ ms }) => ms))
  }
  const checkouts = await Promise.all(clicks)
  await shop.provider.heal()
  return { p99: share(times, 0.99), checkouts }
}

function checkout(shop: Shop, buyer: Person): Promise<Answer> {
  return ask(`${shop.url}/api/checkout`, buyer, {
    gameId: shop.gameIds.pop(),
    email: buyer.email,
    mode: 'base',
  })
}

async function ask(url: string, person?: Person, body?: object): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - startedAt }
}

/** Seconds from the provider's return to the first checkout that succeeds. */
async function untilSold(shop: Shop): Promise<number> {
  const startedAt = performance.now()
  const buyer = shop.buyers.at(-1) as Person // there are some
  while ((await checkout(shop, buyer)).status !== 200) await sleep(100)
  return (performance.now() - startedAt) / 1_000
}

/** Orders without an invoice that a buyer would see. */
async function danglingOrders({ url, buyers }: Shop): Promise<number> {
  let shown = 0
  for (const buyer of buyers) {
    const answer = await fetch(`${url}/api/orders`, { headers: { authorization: `Bearer ${buyer.token}` } })
    const orders = (await answer.json()) as { invoiceUrl: string | null }[]
    shown += orders.filter((order) => order.invoiceUrl === null).length
  }
  return shown
}

/** Each true message comes four times, in turns with five times as many forged ones. */
async function messages({ url, provider, db }: Shop): Promise<object[]> {
  const invoices = [...provider.invoices.values()]
  const secret = provider.settings.BTCPAY_WEBHOOK_SECRET ?? ''
  const send = async (nth: number, key: string): Promise<Answer> => {
    const invoice = invoices[nth % invoices.length]
    const body = JSON.stringify({
      deliveryId: `delivery-${nth % (MESSAGES / 4)}`,
      type: 'InvoiceProcessing',
      storeId: provider.storeId,
      invoiceId: invoice?.id,
      metadata: invoice?.metadata,
    })
    const signature = createHmac('sha256', key).update(body).digest('hex')
    const startedAt = performance.now()
    const { status } = await fetch(`${url}/api/webhooks/btcpay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'BTCPay-Sig': `sha256=${signature}` },
      body,
    })
    return { status, ms: performance.now() - startedAt }
  }
  const all = async (count: number, key: string): Promise<Answer[]> => {
    const answers: Answer[] = []
    for (let sent = 0; sent < count; sent += AT_ONCE)
      answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => send(sent + one, key)))))
    return answers
  }
  const bare = await db.selectFrom('provider_messages').select('message_key').execute()
  const forged = await all(FORGED, 'a key that was guessed')
  const afterForged = await db.selectFrom('provider_messages').select('message_key').execute()
  const signed = await all(MESSAGES, secret)
  const row = (name: string, answers: Answer[]) => ({
    messages: name,
    sent: answers.length,
    taken: answers.filter(({ status }) => status === 200).length,
    'p50, ms': share(
      answers.map(({ ms }) => ms),
      0.5,
    ).toFixed(0),
    'p99, ms': share(
      answers.map(({ ms }) => ms),
      0.99,
    ).toFixed(0),
  })
  return [
    { ...row('forged', forged), stored: afterForged.length - bare.length },
    {
      ...row('signed, each four times', signed),
      stored:
        (await db.selectFrom('provider_messages').select('message_key').execute()).length -
        afterForged.length,
    },
  ]
}

function share(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN
}
