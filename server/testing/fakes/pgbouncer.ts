/** Debian's PgBouncer before a test's PostgreSQL, with the configuration that the store ships. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { eventually, freePort } from '../store.ts'

const SHIPPED = new URL('../../../deploy/pgbouncer.ini', import.meta.url)
/** Debian puts it there, which is on the PATH of root alone. */
const PATH = `${process.env.PATH}:/usr/sbin`

export type PgBouncer = {
  /** In transaction mode. */
  url: string
  /** In session mode, for DATABASE_DIRECT_URL. */
  directUrl: string
  /** Cuts every connection at once; nobody gets another until `start`. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Switches to another server, by the steps of docs/scaling.md: its file is changed, and it is restarted. */
  leadTo(databaseUrl: string): Promise<void>
}

/**
 * @param databaseUrl of a server that listens on a port and trusts who reaches it
 * @throws Error when PgBouncer is not installed
 */
export async function openPgBouncer(databaseUrl: string): Promise<PgBouncer & { stop(): Promise<void> }> {
  if (spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status !== 0)
    throw new Error('PgBouncer is not installed: apt-get install --no-install-recommends pgbouncer')
  const { username: user, pathname } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-pgbouncer-'))
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  const replaced = {
    '^nofiller = ': `${database} = `,
    '^nofiller_direct = ': `${database}_direct = `,
    ' dbname=\\S+': ` dbname=${database}`,
    '^listen_port = .*': `listen_port = ${port}`,
    '^unix_socket_dir = .*': 'unix_socket_dir =',
    '^auth_type = .*': 'auth_type = trust',
    '^auth_file = .*': `auth_file = ${join(folder, 'users')}`,
  }
  let settings = await readFile(SHIPPED, 'utf8')
  for (const [line, ours] of Object.entries(replaced))
    settings = settings.replaceAll(new RegExp(line, 'gm'), ours)
  await writeFile(join(folder, 'users'), `"${user}" ""\n`)
  const owner = await ownerOf(folder)
  const url = `postgresql://${user}@127.0.0.1:${port}/${database}`
  const writeConfig = async (server: string) => {
    const { hostname, port } = new URL(server)
    settings = settings.replaceAll(/ host=\S+ port=\d+/g, ` host=${hostname} port=${port}`)
    await writeFile(config, settings)
  }
  await writeConfig(databaseUrl)

  let running: ChildProcess
  let written = ''
  const start = async () => {
    running = spawn('pgbouncer', [config], {
      ...owner,
      env: { PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    running.stderr?.on('data', (chunk) => {
      written = (written + chunk).slice(-4_000)
    })
    await eventually(() => {
      if (running.exitCode !== null) throw new Error(`PgBouncer ended at its start:\n${written}`)
      return answers(url)
    })
  }
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url,
    directUrl: `${url}_direct`,
    kill,
    start,
    leadTo: async (server) => {
      await writeConfig(server)
      await kill()
      await start()
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root, and PostgreSQL lets only its own user come near its socket: that is `nobody` then. */
async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim())
  const owner = { uid: id('-u'), gid: id('-g') }
  await chown(folder, owner.uid, owner.gid)
  await chmod(folder, 0o700)
  return owner
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
