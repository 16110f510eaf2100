/** The demo store that the browser tests copy. Planted once for its sources and the hour, as planting encodes hundreds of pictures. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareAll } from '../server/orders/settlement/reconcile.ts'
import { connect } from '../server/platform/database/database.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts'
import { createLog } from '../server/platform/telemetry/log.ts'

/** What a planted store is made from, beside the hour, to which its history leads up: its open order expires two hours later. */
const SOURCES = [
  'demo',
  'server/main.ts',
  'server/demo',
  'server/migrations',
  'server/accounts/passwords/passwords.ts',
  'server/authoring/pictures/pictures.ts',
  'server/orders/refunds',
  'server/orders/settlement/ledger.ts',
  'server/platform/database/exclusive.ts',
  'server/platform/html.ts',
]
/** Only for what hangs: beside other tests on a busy machine planting takes minutes. */
const PLANT_TIMEOUT_MS = 1_800_000

/** Where the browser tests find the store. Its orders name the port, so each port has a store of its own. */
export const port = Number(process.env.E2E_PORT ?? 4310)
/** The tests use it to report bounced email to the store, like a mail relay. */
export const BOUNCE_SECRET = 'the relay of the browser tests'
/** Others while it is planted, as it is not yet the store that the tests wait for. */
const PLANTING_PORTS = [port + 1_000, port + 2_000]
const plantedFor = join(tmpdir(), `nofiller-e2e-${port}-planted-`)

if (import.meta.main) await plantedStore()

/** The folder of the planted store; plants it unless it is there. */
export async function plantedStore(): Promise<string> {
  const folder =
    plantedFor +
    hashOf([new Date().toISOString().slice(0, 'YYYY-MM-DDTHH'.length), ...SOURCES.flatMap(textsOf)])
  if (existsSync(folder)) return folder
  removeOld()
  await plant(`${folder}.partial`)
  renameSync(`${folder}.partial`, folder)
  return folder
}

/**
 * Starts two stores at once on an empty database and folder, and stops them in order when both are open. That they plant
 * once, and that the books agree, is checked here, because a test of its own would encode all pictures again.
 */
async function plant(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const database = await startEmbeddedPostgres(join(folder, 'db'))
  const stores = PLANTING_PORTS.map((at) => startStore(at, { DATA_DIR: folder, DATABASE_URL: database.url }))
  process.once('SIGTERM', () => stores.forEach((store) => void store.process.kill()))
  try {
    await Promise.all(stores.map(untilOpen))
    await checkPlantedOnce(stores)
    await checkBooks(database.url)
  } finally {
    await Promise.all(stores.map(end))
    await database.stop()
  }
}

type PlantingStore = { url: string; process: ChildProcess; output: string[] }

function startStore(at: number, settings: Record<string, string>): PlantingStore {
  const output: string[] = []
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      ...settings,
      PORT: String(at),
      PUBLIC_URL: `http://localhost:${port}`,
      SECRET_KEY: 'shared by both stores',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  return { url: `http://localhost:${at}`, process: child, output }
}

async function untilOpen({ url, process: store, output }: PlantingStore): Promise<void> {
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const until = Date.now() + PLANT_TIMEOUT_MS; !(await isReady()); await sleep(100))
    if (store.exitCode !== null || store.killed || Date.now() > until)
      throw new Error(`The demo store could not be planted.\n${output.join('')}`)
}

/** Both stores show the same games, and one said that it waits for the other. */
async function checkPlantedOnce(stores: PlantingStore[]): Promise<void> {
  const lists = await Promise.all(
    stores.map(({ url }) => fetch(`${url}/api/games`).then((answer) => answer.json())),
  )
  for (const games of lists) assert.ok(games.length > 10, 'Each of the two stores lists the games')
  assert.deepEqual(lists[0], lists[1])
  assert.match(stores.flatMap(({ output }) => output).join(''), /Waiting for another store on this database/)
}

/** The planted orders, grants and books agree, as those of a real store do. */
async function checkBooks(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, createLog('warn'))
  const differences = await compareAll(db)
  await close()
  assert.deepEqual(differences, [])
}

async function end({ process: store }: PlantingStore): Promise<void> {
  if (store.exitCode !== null || store.signalCode !== null) return
  store.kill('SIGTERM')
  await once(store, 'exit')
}

function removeOld(): void {
  for (const name of readdirSync(tmpdir()))
    if (join(tmpdir(), name).startsWith(plantedFor))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
}

/** The sources below a path, each as its name and text. */
function textsOf(path: string): string[] {
  if (statSync(path).isFile()) return [path, readFileSync(path, 'utf8')]
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => textsOf(join(path, name)))
}

function hashOf(texts: string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex').slice(0, 12)
}
