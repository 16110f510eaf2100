/** What a payment provider that is not well costs everybody else, and how fast messages are answered, true ones and forged. */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect, type Database } from '../server/platform/database/database.ts'
import { type BtcpayServer, btcpayServer } from '../server/testing/fakes/btcpay-server.ts'
import type { Fault } from '../server/testing/fakes/provider-server.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { type Person, signedIn } from '../server/testing/fixtures/people.ts'
import { SECRET_KEY, withHarness } from './harness.ts'
import { median, percentile } from './load.ts'
import { type Figure, report } from './report.ts'

const FAULTS: readonly Fault[] = ['refuse', 'hang', 500]
const ROUNDS = 3
const VISITS = 100
const BUYERS = 8
const AT_ONCE = 20
const MESSAGES = 2_000
const FORGED = 10_000

type Shop = { url: string; db: Database; provider: BtcpayServer; buyers: Person[]; gameIds: string[] }

await withHarness(async (harness) => {
  const provider = await btcpayServer()
  const databaseUrl = await harness.database('shop')
  await fillCatalog(databaseUrl, 1_000)
  const { url } = await harness.store(databaseUrl, provider.settings)
  const { db, close } = connect(databaseUrl, console)
  const people = { db, url, tokens: accessTokens([SECRET_KEY], systemClock) }
  const buyers: Person[] = []
  for (let nth = 0; nth < BUYERS; nth += 1) buyers.push(await signedIn(people))
  const games = await db.selectFrom('games').select('id').where('is_free', '=', false).limit(500).execute()
  const shop = { url, db, provider, buyers, gameIds: games.map((game) => game.id) }
  report(await faults(shop))
  report(await messages(shop))
  await close()
  await provider.close()
})

/** The slowest hundredth of visits while buyers click, against the same while the provider is well, in turns. */
async function faults(shop: Shop): Promise<Figure[]> {
  await visitWhile(shop, null)
  const figures: Figure[] = []
  for (const fault of FAULTS) {
    const visits = { well: [] as number[], ill: [] as number[] }
    const checkouts: Answer[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const well = await visitWhile(shop, null)
      const ill = await visitWhile(shop, fault)
      visits.well.push(well.p99)
      visits.ill.push(ill.p99)
      checkouts.push(...ill.checkouts)
    }
    const back = await untilSold(shop)
    const slowest = Math.max(...checkouts.map(({ ms }) => ms)) / 1_000
    const others = checkouts.filter(({ status }) => status !== 503).length
    const against = { what: 'it is well', value: median(visits.well) }
    figures.push(
      { what: `provider: ${fault}, p99 of visits`, value: median(visits.ill), unit: 'ms', against },
      { what: `provider: ${fault}, slowest checkout`, value: slowest, unit: 's' },
      { what: `provider: ${fault}, checkouts not 503`, value: others, unit: '' },
      { what: `provider: ${fault}, orders without invoice`, value: await danglingOrders(shop), unit: '' },
      { what: `provider: ${fault}, sells again after`, value: back, unit: 's' },
    )
  }
  return figures
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
  return { p99: percentile(times, 0.99), checkouts }
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
async function messages({ url, provider, db }: Shop): Promise<Figure[]> {
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
  const stored = async () => (await db.selectFrom('provider_messages').select('message_key').execute()).length
  const figures = async (name: string, send: () => Promise<Answer[]>): Promise<Figure[]> => {
    const before = await stored()
    const answers = await send()
    const times = answers.map(({ ms }) => ms)
    const taken = answers.filter(({ status }) => status === 200).length
    return [
      { what: `${name} messages, taken`, value: taken, unit: `of ${answers.length}` },
      { what: `${name} messages, stored`, value: (await stored()) - before, unit: `of ${answers.length}` },
      { what: `${name} messages, median`, value: median(times), unit: 'ms' },
      { what: `${name} messages, p99`, value: percentile(times, 0.99), unit: 'ms' },
    ]
  }
  return [
    ...(await figures('forged', () => all(FORGED, 'a key that was guessed'))),
    ...(await figures('signed, each four times,', () => all(MESSAGES, secret))),
  ]
}
