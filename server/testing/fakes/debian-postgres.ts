/**
 * A PostgreSQL of the machine's own, which has pg_dump and pg_basebackup beside it, other than the server of the other tests:
 * for backups, and for streaming replicas.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { onConnection } from '../../platform/database/connection.ts'
import { eventually, freePort } from '../store.ts'

const FOLDER = '/usr/lib/postgresql'
const SECOND_TRY_MS = 1_000
const bin = existsSync(FOLDER) ? join(FOLDER, readdirSync(FOLDER).sort().at(-1) ?? '', 'bin') : ''

/**
 * Whether tests on PostgreSQL's own tools can run here. the set-up of the tests installs what is missing where it may; elsewhere these
 * tests are skipped, but never in CI.
 */
export const hasDebianPostgres = existsSync(join(bin, 'pg_dump')) || Boolean(process.env.CI)
if (!hasDebianPostgres)
  process.stderr.write('Tests of backups and replicas are skipped: PostgreSQL is not installed.\n')

/** How a server is ended: in order, in a hurry, as by a power cut. */
export type PostgresEnd = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

export type DebianPostgres = {
  /** Holds the databases and the log. */
  folder: string
  /** Where one of its databases is reached. */
  url(database: string): string
  /** A new database, without any table. */
  newDatabase(): Promise<string>
  /** A streaming replica of all its databases, as of now. */
  openReplica(): Promise<DebianReplica>
  /** Starts it again; the remains of one that was killed may stand in the way for a moment. */
  start(): Promise<void>
  /** Ends it, and waits until it has. */
  end(signal: PostgresEnd): Promise<void>
  /** Ends and removes it. */
  stop(): Promise<void>
}

export type DebianReplica = Omit<DebianPostgres, 'newDatabase' | 'openReplica'> & {
  /** Receives, but shows nothing new until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Makes a primary of it. */
  promote(): Promise<void>
}

/** @param settings further `name=value` server settings. Without `fsync=on` nothing is flushed, since a test's database need not outlive the machine. */
export async function openDebianPostgres(settings: string[] = []): Promise<DebianPostgres> {
  const server = await newServer(settings)
  await server.run('initdb', [
    '-D',
    server.data,
    '-U',
    'store',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ])
  await server.start()
  return {
    ...server,
    newDatabase: async () => {
      const name = `store_${randomBytes(6).toString('hex')}`
      await server.ask('postgres', `create database ${name}`)
      return server.url(name)
    },
    openReplica: () => replicaOf(server, settings),
  }
}

async function replicaOf(primary: Server, settings: string[]): Promise<DebianReplica> {
  const replica = await newServer(settings)
  const copy = ['-D', replica.data, '-d', primary.url('postgres'), '-R', '-X', 'stream', '-c', 'fast']
  await replica.run('pg_basebackup', [...copy, '-C', '-S', 'replica'])
  await replica.start()
  return {
    ...replica,
    pause: async () => {
      await replica.ask('postgres', 'select pg_wal_replay_pause()')
      const isPaused = async () =>
        (await replica.ask('postgres', `select where pg_get_wal_replay_pause_state() = 'paused'`)) === 1
      await eventually(isPaused)
    },
    resume: async () => void (await replica.ask('postgres', 'select pg_wal_replay_resume()')),
    promote: () => replica.run('pg_ctl', ['-D', replica.data, '-w', 'promote']),
  }
}

type Server = Awaited<ReturnType<typeof newServer>>

/** A place and a port for a server, whose data is not there yet. */
async function newServer(settings: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-debian-pg-'))
  const port = await freePort()
  const owner = process.getuid?.() === 0 ? ownerNamed('postgres') : undefined
  if (owner) await chown(folder, owner.uid, owner.gid)
  await chmod(folder, 0o700)
  const data = join(folder, 'data')
  const flags = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ]

  const run = async (name: string, parameters: string[]): Promise<void> => {
    const child = spawn(join(bin, name), parameters, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
    const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    if (code !== 0) throw new Error(`${name} failed: ${words}`)
  }
  const url = (database: string) => `postgresql://store:unused-password@127.0.0.1:${port}/${database}`
  const end = async (signal: PostgresEnd) => {
    const pid = await postmasterOf(data)
    if (pid === null) return
    process.kill(pid, signal)
    while (isAlive(pid)) await sleep(20)
  }
  return {
    folder,
    data,
    run,
    url,
    /** @returns how many rows there were */
    ask: (database: string, statement: string): Promise<number> =>
      onConnection({ connectionString: url(database) }, async (client) => {
        const { rowCount } = await client.query(statement)
        return rowCount ?? 0
      }),
    start: async () => {
      const options = [...flags, ...settings].map((setting) => `-c ${setting}`).join(' ')
      const start = () => run('pg_ctl', ['-D', data, '-w', '-o', options, '-l', join(folder, 'log'), 'start'])
      await start().catch(() => sleep(SECOND_TRY_MS).then(start))
    },
    end,
    stop: async () => {
      await end('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Null when the server has ended; the file stays after a kill, and is then another's or nobody's. */
async function postmasterOf(data: string): Promise<number | null> {
  const file = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(file?.split('\n')[0])
  return pid > 0 && isAlive(pid) ? pid : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function ownerNamed(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
  return { uid: id('-u'), gid: id('-g') }
}
