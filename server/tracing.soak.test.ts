/** The cost of tracing for a store that disables it, or whose collector is down. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOf } from './testing/client.ts'
import { freshDatabase, type TestDatabase } from './testing/database.ts'
import { type BtcpayServer, btcpayServer } from './testing/fakes/btcpay-server.ts'
import { hasObjectStore, type ObjectStore, openObjectStore } from './testing/fakes/object-store.ts'
import { storeProcess } from './testing/process.ts'
import { eventually } from './testing/store.ts'

const LOADED_MODULES = `--import=${new URL('testing/loaded-modules.ts', import.meta.url).href}`

let database: TestDatabase
let provider: BtcpayServer
let objects: ObjectStore | null
beforeAll(async () => {
  database = await freshDatabase()
  provider = await btcpayServer()
  objects = hasObjectStore ? await openObjectStore() : null
})
afterAll(async () => {
  await database.drop()
  await provider.close()
  await objects?.stop()
})

const openShop = (settings: Record<string, string>) =>
  storeProcess({
    DATABASE_URL: database.url,
    DEMO: '0',
    PAYOUT_PROVIDER: 'manual',
    NODE_OPTIONS: LOADED_MODULES,
    ...provider.settings,
    ...objects?.environment,
    ...settings,
  })

it('loads nothing of OpenTelemetry but its API unless traces are enabled', async () => {
  const shop = await openShop({})
  await shop.start()
  expect(shop.output()).toContain('loads fastify\n')
  const loaded = [...shop.output().matchAll(/^loads (@opentelemetry\/.+)$/gm)].map(([, name]) => name)
  expect(loaded).toEqual(['@opentelemetry/api'])
  await shop.remove()
})

it('continues when nobody accepts its traces, and logs it', async () => {
  const shop = await openShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  await shop.start()
  expect((await clientOf(shop.url).get('/api/games')).status).toBe(200)
  await eventually(() => shop.output().includes('traces cannot be sent'))
  expect(await shop.end('SIGTERM')).toBe(0)
  await shop.remove()
})
