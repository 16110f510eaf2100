/** A PostgreSQL of the machine's own, which has pg_dump and pg_restore beside it, other than the server of the other tests. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../store.ts'

const FOLDER = '/usr/lib/postgresql'
const bin = existsSync(FOLDER) ? join(FOLDER, readdirSync(FOLDER).sort().at(-1) ?? '', 'bin') : ''

/**
 * Whether tests on PostgreSQL's own tools can run here. `npm test` installs what is missing where it may; elsewhere these
 * tests are skipped, but never in CI.
 */
export const hasDebianPostgres = existsSync(join(bin, 'pg_dump')) || Boolean(process.env.CI)
if (!hasDebianPostgres) process.stderr.write('Tests of backups are skipped: PostgreSQL is not installed.\n')

export type DebianPostgres = {
  /** A new database, without any table. */
  newDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function openDebianPostgres(): Promise<DebianPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-debian-pg-'))
  const port = await freePort()
  const owner = process.getuid?.() === 0 ? ownerNamed('postgres') : undefined
  if (owner) await chown(folder, owner.uid, owner.gid)
  await chmod(folder, 0o700)
  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-U', 'store', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8'])
  const flags = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off`
  run('pg_ctl', ['-D', data, '-w', '-o', flags, '-l', join(folder, 'log'), 'start'])

  function run(name: string, parameters: string[]): void {
    const { status, stderr } = spawnSync(join(bin, name), parameters, {
      ...owner,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
  }

  const url = (database: string) => `postgresql://store:unused-password@127.0.0.1:${port}/${database}`
  return {
    newDatabase: async () => {
      const name = `store_${randomBytes(6).toString('hex')}`
      const client = new pg.Client({ connectionString: url('postgres') })
      await client.connect()
      await client.query(`create database ${name}`).finally(() => client.end())
      return url(name)
    },
    stop: async () => {
      run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop'])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function ownerNamed(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
  return { uid: id('-u'), gid: id('-g') }
}
