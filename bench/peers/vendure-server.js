/**
 * A Vendure in one process, on a database of its own, that sells the same games as a store: without pictures, with its own
 * search, and with the payment provider it brings along for tests, which settles at once. Run by `vendure.ts`.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  bootstrap,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  Importer,
  JobQueueService,
  LanguageCode,
  LogLevel,
  Populator,
  RequestContextService,
  SearchService,
  TransactionalConnection,
} from '@vendure/core'
import pg from 'pg'
import { lastValueFrom } from 'rxjs'

process.env.VENDURE_DISABLE_TELEMETRY = 'true' // it would tell its makers of this installation

const [databaseUrl = '', storeDatabaseUrl = ''] = process.argv.slice(2)

const app = await bootstrap({
  apiOptions: { port: 0, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    requireVerification: false,
    superadminCredentials: { identifier: 'admin', password: randomUUID() },
  },
  dbConnectionOptions: { type: 'postgres', ...connectionOf(databaseUrl), synchronize: true, poolSize: 16 },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [DefaultSearchPlugin],
})
await app.get(JobQueueService).start()
await app.get(Populator).populateInitialData(describeShop())
await lastValueFrom(app.get(Importer).parseAndImport(toCsv(await gamesOf(storeDatabaseUrl)), LanguageCode.en))
await indexAll()
process.on('disconnect', () => process.exit())
process.send?.(app.getHttpServer().address().port)

/** TypeORM does not read a Unix socket's folder out of an address. */
function connectionOf(connectionString) {
  const { user, password, host, port, database } = new pg.Client({ connectionString })
  return { username: user, password: password ?? undefined, host, port, database }
}

function describeShop() {
  return {
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Europe',
    countries: [{ name: 'Portugal', code: 'PT', zone: 'Europe' }],
    taxRates: [{ name: 'No tax', percentage: 0 }],
    shippingMethods: [{ name: 'Download', price: 0 }],
    paymentMethods: [
      {
        name: 'Test',
        handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
      },
    ],
    collections: [],
  }
}

async function gamesOf(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query('select title, slug, description, price_cents, tags from games order by slug')
    .finally(() => client.end())
  return rows
}

/** In the format of Vendure's own import: a product with one variant each, without stock counts. */
function toCsv(games) {
  const rows = games.map(({ title, slug, description, price_cents, tags }) => ({
    name: title,
    slug,
    description,
    assets: '',
    facets: tags.map((tag) => `tag:${tag}`).join('|'),
    optionGroups: '',
    optionValues: '',
    sku: slug,
    price: price_cents / 100,
    taxCategory: 'standard',
    stockOnHand: 0,
    trackInventory: 'false',
    variantAssets: '',
    variantFacets: '',
  }))
  const cells = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))]
  return cells.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\n')
}

/** A queue in memory does not report the job's end. */
async function indexAll() {
  const context = await app.get(RequestContextService).create({ apiType: 'admin' })
  await app.get(SearchService).reindex(context)
  const count = async (table) =>
    (await app.get(TransactionalConnection).rawConnection.query(`select from ${table}`)).length
  while ((await count('search_index_item')) < (await count('product'))) await sleep(250)
}
