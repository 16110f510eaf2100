/**
 * This store and Vendure, each a process on a database of its own on the same server, with the same 1,000 products: list,
 * detail and search, and a whole purchase by the same number of clients who are signed in, up to PAID here and up to
 * PaymentSettled there. Both in turns. Vendure's payment is a call within its own process; the store's goes to a provider
 * over HTTP, comes back as a signed message, is read back, booked and told to the payment page.
 */
import { accessTokens } from '../../server/accounts/sessions/access-token.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { connect } from '../../server/platform/database/database.ts'
import { A_WORD, fillCatalog } from '../../server/testing/fixtures/fill-catalog.ts'
import { signedIn } from '../../server/testing/fixtures/people.ts'
import { type RunningStore, SECRET_KEY, withHarness } from '../harness.ts'
import {
  fromManyAddresses,
  median,
  processorMs,
  processorMsOfDatabase,
  requestsPerSecond,
  timePerRequest,
} from '../load.ts'
import { sizeOf } from '../options.ts'
import { type Figure, report } from '../report.ts'

const PRODUCTS = sizeOf('games', 1_000)
const CLIENTS = 8
const ROUNDS = 3
const PURCHASES = 10
const PASSWORD = 'correct-horse-battery-9'
const JSON_HEADERS = { 'content-type': 'application/json' }

const CARD = `totalItems items { productId productName slug productVariantId productAsset { preview } facetValueIds
  priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } }`
const QUERIES = {
  list: `{ search(input: { take: 24, groupByProduct: true }) { ${CARD} } }`,
  detail: `{ product(slug: "game-1") { id name slug description featuredAsset { preview } assets { preview }
    facetValues { name facet { name } } collections { name slug }
    variants { id name sku priceWithTax currencyCode stockLevel options { name } } } }`,
  search: `{ search(input: { term: "${A_WORD}", take: 24, groupByProduct: true }) { ${CARD} } }`,
}
const PATHS = {
  list: '/api/games?limit=24',
  detail: '/api/games/game-1',
  search: `/api/games?limit=24&q=${A_WORD}`,
}

/** A shop in which each client can buy one product after the other. */
type Side = RunningStore & { databaseUrl: string; purchases: (() => Promise<void>)[] }
type Bought = { perSecond: number; eachMs: number; appMs: number; databaseMs: number }

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('shop')
  await fillCatalog(databaseUrl, PRODUCTS)
  const store = await harness.store(databaseUrl)
  const vendureUrl = await harness.emptyDatabase('vendure')
  const vendure = await harness.peer('vendure-server', vendureUrl, databaseUrl)
  await measureReads(store, vendure)
  await measurePurchases({
    store: await storeSide(store, databaseUrl),
    vendure: await vendureSide(vendure, vendureUrl),
  })
})

async function measureReads(store: RunningStore, vendure: RunningStore): Promise<void> {
  const setupRequest = fromManyAddresses()
  const targets = (Object.keys(PATHS) as (keyof typeof PATHS)[]).flatMap((kind) => [
    {
      name: `${kind}, Vendure`,
      url: `${vendure.url}/shop-api`,
      pid: vendure.pid,
      headers: JSON_HEADERS,
      body: JSON.stringify({ query: QUERIES[kind] }),
    },
    { name: kind, url: store.url + PATHS[kind], pid: store.pid, setupRequest },
    {
      name: `${kind}, made anew`,
      url: `${store.url}${PATHS[kind]}${PATHS[kind].includes('?') ? '&' : '?'}anew=1`,
      pid: store.pid,
      setupRequest,
    },
  ])
  const figures = (measured: Map<string, number>, unit: string): Figure[] =>
    targets.flatMap(({ name }) => {
      if (name.endsWith('Vendure')) return []
      const against = { what: 'Vendure', value: measured.get(`${name.split(',')[0]}, Vendure`) ?? Number.NaN }
      return [{ what: name, value: measured.get(name) ?? Number.NaN, unit, against }]
    })
  report(
    [
      ...figures(await requestsPerSecond(targets), 'requests / s'),
      ...figures(await timePerRequest(targets), 'µs of Node a request'),
    ],
    { products: PRODUCTS },
  )
}

/** Buyers here are notified by the events of the payment page. */
async function storeSide({ url, pid }: RunningStore, databaseUrl: string): Promise<Side> {
  const { db, close } = connect(databaseUrl, console)
  const people = { db, url, tokens: accessTokens([SECRET_KEY], systemClock) }
  const games = await db.selectFrom('games').select('id').where('is_free', '=', false).execute()
  const purchases: Side['purchases'] = []
  for (let nth = 0; nth < CLIENTS; nth += 1) {
    const { token, email } = await signedIn(people)
    const remaining = games.values()
    purchases.push(async () => {
      const gameId = remaining.next().value?.id
      const order = await ask(`${url}/api/checkout`, { gameId, email, mode: 'base' }, token)
      const [invoiceId, payToken] = [order.invoiceUrl, order.payUrl].map((address) =>
        address.split('/').at(-1),
      )
      const ready = untilReady(`${url}/api/payments/${payToken}/events`)
      await ask(`${url}/sandbox/invoice/${invoiceId}/simulate`, { event: 'pay' })
      await ready
      const { status } = await ask(`${url}/api/order-status/${order.orderId}`)
      if (status !== 'PAID') throw new Error(`the order is ${status}`)
    })
  }
  await close()
  return { url, pid, databaseUrl, purchases }
}

async function untilReady(url: string): Promise<void> {
  const { body } = await fetch(url)
  let told = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += text
    if (told.includes('"state":"ready"')) return
  }
  throw new Error('the payment page was not told')
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, of two shops
async function ask(url: string, body?: object, token?: string): Promise<any> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && JSON_HEADERS), ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** The steps of Vendure's own storefronts, for a product that is delivered as a download. */
async function vendureSide({ url, pid }: RunningStore, databaseUrl: string): Promise<Side> {
  const shop = `${url}/shop-api`
  const asked = async (query: string, token?: string) => {
    const { data, errors } = await ask(shop, { query }, token)
    const [result] = Object.values(data ?? {}) as { errorCode?: string; message?: string }[]
    if (errors || result?.errorCode) throw new Error(`Vendure: ${JSON.stringify(errors ?? result)}`)
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return result as any
  }
  const FAILURE = '__typename ... on ErrorResult { errorCode message }'
  const { items } = await asked('{ products(options: { take: 100 }) { items { variants { id price } } } }')
  const variants: { id: string; price: number }[] = items.flatMap(
    (item: { variants: unknown[] }) => item.variants,
  )
  const paid = variants.filter(({ price }) => price > 0)
  const purchases: Side['purchases'] = []
  for (let nth = 0; nth < CLIENTS; nth += 1) {
    const email = `buyer-${nth}@example.test`
    await asked(`mutation { registerCustomerAccount(input: { emailAddress: "${email}", password: "${PASSWORD}",
      firstName: "A", lastName: "Buyer" }) { ${FAILURE} } }`)
    const token = await logIn(shop, email)
    let bought = 0
    purchases.push(async () => {
      const variant = paid[bought % paid.length]?.id
      bought += 1
      await asked(
        `mutation { addItemToOrder(productVariantId: "${variant}", quantity: 1) { ${FAILURE} } }`,
        token,
      )
      await asked(
        `mutation { setOrderShippingAddress(input: { streetLine1: "1 Quay", countryCode: "PT" }) { ${FAILURE} } }`,
        token,
      )
      const [{ id }] = await asked('{ eligibleShippingMethods { id } }', token)
      await asked(`mutation { setOrderShippingMethod(shippingMethodId: ["${id}"]) { ${FAILURE} } }`, token)
      await asked(`mutation { transitionOrderToState(state: "ArrangingPayment") { ${FAILURE} } }`, token)
      const order = await asked(
        `mutation { addPaymentToOrder(input: { method: "test", metadata: {} }) { ${FAILURE} ... on Order { state } } }`,
        token,
      )
      if (order.state !== 'PaymentSettled') throw new Error(`Vendure's order is ${order.state}`)
    })
  }
  return { url, pid, databaseUrl, purchases }
}

async function logIn(shop: string, email: string): Promise<string> {
  const query = `mutation { login(username: "${email}", password: "${PASSWORD}") { __typename } }`
  const answer = await fetch(shop, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify({ query }) })
  const token = answer.headers.get('vendure-auth-token')
  if (!token) throw new Error(`Vendure did not let ${email} in: ${await answer.text()}`)
  return token
}

async function measurePurchases(sides: { store: Side; vendure: Side }): Promise<void> {
  const measured = { store: [] as Bought[], vendure: [] as Bought[] }
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const name of ['vendure', 'store'] as const) {
      const bought = await buy(sides[name])
      if (round > 0) measured[name].push(bought) // the first one warms up
    }
  const figure = (what: string, unit: string, of: (bought: Bought) => number): Figure => ({
    what: `purchase, ${what}`,
    value: median(measured.store.map(of)),
    unit,
    against: { what: 'Vendure', value: median(measured.vendure.map(of)) },
  })
  report(
    [
      figure('throughput', 'purchases / s', ({ perSecond }) => perSecond),
      figure('median time', 'ms', ({ eachMs }) => eachMs),
      figure('processor of the app', 'ms', ({ appMs }) => appMs),
      figure('processor of the database', 'ms', ({ databaseMs }) => databaseMs),
    ],
    { products: PRODUCTS, clients: CLIENTS },
  )
}

/** All clients at the same time, each one purchase after the other. */
async function buy({ pid, databaseUrl, purchases }: Side): Promise<Bought> {
  const times: number[] = []
  const [appBefore, databaseBefore] = [await processorMs(pid), await processorMsOfDatabase(databaseUrl)]
  const startedAt = performance.now()
  await Promise.all(
    purchases.map(async (purchase) => {
      for (let done = 0; done < PURCHASES; done += 1) {
        const from = performance.now()
        await purchase()
        times.push(performance.now() - from)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  return {
    perSecond: times.length / seconds,
    eachMs: median(times),
    appMs: ((await processorMs(pid)) - appBefore) / times.length,
    databaseMs: ((await processorMsOfDatabase(databaseUrl)) - databaseBefore) / times.length,
  }
}
