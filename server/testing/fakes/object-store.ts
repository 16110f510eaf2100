/**
 * A real S3-compatible server for tests: Ceph's `radosgw` with the smallest cluster it can have (one monitor, one store in
 * memory), on loopback, ready in about a second.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { type S3Settings, s3ClientConfig } from '../../platform/storage/s3.ts'
import { eventually, freePort } from '../store.ts'

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin', 'setpriv']
const START_MS = 60_000
const ATTEMPTS_MAX = 5
const run = promisify(execFile)

export type ObjectStore = S3Settings & {
  /** The same as settings of a store. */
  environment: Record<string, string>
  client: S3Client
  /** Lets pages of this origin upload, as an owner must set it on the bucket. */
  allowUploadsFrom(origin: string): Promise<void>
  /** It takes connections and answers nothing, until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/**
 * Whether tests on an object store can run here. the set-up of the tests installs what is missing where it may; elsewhere these tests
 * are skipped, but never in CI.
 */
export const hasObjectStore = PROGRAMS.every(isInstalled) || Boolean(process.env.CI)
if (!hasObjectStore) process.stderr.write("Tests on S3 are skipped: Ceph's radosgw is not installed.\n")

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** Starts an object store with an empty bucket. It ends with `stop`, and with this process at the latest. */
export async function openObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-object-store-'))
  const daemons: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(daemons.map(end))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const settings: S3Settings = {
      endpoint,
      publicUrl: endpoint,
      region: 'us-east-1',
      bucket: 'test-bucket',
      accessKeyId: 'test-access-key',
      secretAccessKey: randomBytes(20).toString('hex'),
    }
    const gateway = await startCluster(folder, settings, daemons)
    const client = new S3Client(s3ClientConfig(settings))
    await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
    return {
      ...settings,
      environment: environmentOf(settings),
      client,
      allowUploadsFrom: (origin) => allowUploads(client, settings.bucket, origin),
      pause: () => void gateway.kill('SIGSTOP'),
      resume: () => void gateway.kill('SIGCONT'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts monitor, store and gateway, in this order, and opens the account. Answers the gateway. */
async function startCluster(
  folder: string,
  { endpoint, accessKeyId, secretAccessKey }: S3Settings,
  daemons: ChildProcess[],
): Promise<ChildProcess> {
  const start = (program: string, parameters: string[]) => {
    const daemon = spawnBound(program, [...parameters, '-f', '-c', config])
    daemons.push(daemon)
    return daemon
  }
  const config = join(folder, 'ceph.conf')
  const monitors = join(folder, 'monitors')
  const clusterId = randomUUID()
  // Version 1 of Ceph's protocol: version 2 retries for half a minute before it settles on no authentication.
  const monitor = `v1:127.0.0.1:${await freePort()}`
  await Promise.all(['mon', 'osd', 'run'].map((name) => mkdir(join(folder, name))))
  await writeFile(config, clusterConfig(folder, clusterId, monitors))

  await run('monmaptool', ['--create', '--addv', 'a', `[${monitor}]`, '--fsid', clusterId, monitors])
  await run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', monitors, '-c', config])
  start('ceph-mon', ['-i', 'a', '--public-addr', monitor])

  const storeId = randomUUID()
  await ask('ceph', ['-c', config, 'osd', 'new', storeId])
  await ask('ceph', ['-c', config, 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=only'])
  await run('ceph-osd', ['--mkfs', '-i', '0', '--osd-uuid', storeId, '-c', config])
  start('ceph-osd', ['-i', '0'])

  const frontend = `beast endpoint=${new URL(endpoint).host}`
  const gateway = start('radosgw', ['-n', 'client.gateway', `--rgw-frontends=${frontend}`])
  await eventually(() => answers(endpoint, daemons), START_MS)
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
  await ask('radosgw-admin', [
    ...['-n', 'client.gateway', '-c', config],
    ...['user', 'create', '--uid=test', '--display-name=Test', ...keys],
  ])
  return gateway
}

/** Without authentication a command now and then comes before the monitor is ready for it, and is refused. */
async function ask(program: string, parameters: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return void (await run(program, parameters))
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error
    }
}

/**
 * One copy of everything, in memory, and decisions of the monitor at once instead of once a second. The store does not
 * announce itself when it starts, because it would give up where `ask` tries again.
 */
const clusterConfig = (folder: string, clusterId: string, monitors: string): string => `
[global]
fsid = ${clusterId}
monmap = ${monitors}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
mon data = ${folder}/mon
mon allow pool size one = true
mon data avail crit = 1
paxos propose interval = 0.01
paxos min wait = 0.01
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = ${16 * 1024 ** 3}
osd crush chooseleaf type = 0
osd crush update on start = false
osd class update on start = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
rgw gc obj min wait = 1
rgw gc processor period = 1
run dir = ${folder}/run
admin socket = ${folder}/run/$name.$pid.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/$name.log
`

/** The kernel ends the process when this one dies, however it dies. */
const spawnBound = (program: string, parameters: string[]): ChildProcess =>
  spawn('setpriv', ['--pdeathsig', 'KILL', program, ...parameters], { stdio: 'ignore' })

async function answers(endpoint: string, daemons: readonly ChildProcess[]): Promise<boolean> {
  const ended = daemons.find((daemon) => daemon.exitCode !== null)
  if (ended) throw new Error(`${ended.spawnargs.join(' ')} ended with ${ended.exitCode}`)
  return fetch(endpoint).then(
    (answer) => answer.ok,
    () => false,
  )
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null || daemon.pid === undefined) return
  const ended = once(daemon, 'exit')
  daemon.kill('SIGKILL')
  await ended
}

const environmentOf = (settings: S3Settings): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_PUBLIC_URL: settings.publicUrl,
  S3_REGION: settings.region,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})

async function allowUploads(client: S3Client, bucket: string, origin: string): Promise<void> {
  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ['GET', 'PUT'],
    AllowedHeaders: ['content-type', 'if-none-match'],
    MaxAgeSeconds: 3_600,
  }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
}
