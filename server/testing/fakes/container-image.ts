/** The image of deploy/Containerfile, built by Debian's buildah, and containers of it as deploy/compose.yaml describes them. */
import { chown, cp, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { eventually } from '../store.ts'
import { firstProcessOf, must, type Ran, ran, start } from './debian-machine.ts'

type Service = {
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  environment?: Record<string, string>
  command?: string[]
  healthcheck?: unknown
}

/** What a Containerfile says of an image. */
type ImageConfig = {
  User: string
  Cmd: string[]
  Env: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

export type ContainerImage = {
  config: ImageConfig
  /** What it adds to its base. */
  addedBytes: number
  /** Runs one, in the network of a process. */
  run(service: Service, settings: Record<string, string>, networkOf: number): Promise<Container>
}

export type Container = {
  /** Runs its health check. */
  check(): Promise<Ran>
  /** What the kernel says of its process, as in `/proc/PID/status`. */
  status(): Promise<string>
  stop(): Promise<void>
}

/** The services of a compose file, each with what they share. */
export const servicesIn = (composeFile: string): Record<string, Service> =>
  parse(composeFile, { merge: true }).services

/**
 * @param root the files of a Debian machine: the base image is made of them, because the official one cannot be had everywhere
 * @param context the store's sources
 * @param folder takes layers and images, some gigabytes
 */
export async function buildImage(root: string, context: string, folder: string): Promise<ContainerImage> {
  const place = [
    '--root',
    join(folder, 'layers'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const buildah = async (...parameters: string[]) =>
    (await must('buildah', [...place, ...parameters])).trim().split('\n').at(-1) ?? ''
  const containerfile = join(context, 'deploy/Containerfile')

  const base = await buildah('from', 'scratch')
  const baseFiles = await buildah('mount', base)
  await must('cp', ['--archive', `${root}/.`, baseFiles])
  await addNode(baseFiles)
  await buildah('commit', '--quiet', base, 'docker.io/library/node:24-bookworm-slim')
  await buildah(
    ...['bud', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--tag', 'nofiller'],
    ...['--ignorefile', `${containerfile}.dockerignore`, '--file', containerfile, context],
  )
  const files = await buildah('mount', await buildah('from', '--pull-never', 'nofiller'))
  const config: ImageConfig = JSON.parse(
    await must('buildah', [...place, 'inspect', '--type', 'image', 'nofiller']),
  ).Docker.config
  return {
    config,
    addedBytes: (await bytesOf(files)) - (await bytesOf(baseFiles)),
    run: (service, settings, networkOf) => runContainer(files, config, { service, settings, networkOf }),
  }
}

/** Node 24 and npm, where the official image has them. */
async function addNode(files: string): Promise<void> {
  const local = join(files, 'usr/local')
  await cp(process.execPath, join(local, 'bin/node'))
  await must('npm', ['install', '--silent', '--global', '--prefix', local, 'npm@10'])
  await mkdir(join(local, 'etc'), { recursive: true })
  await cp(join(files, 'etc/npmrc'), join(local, 'etc/npmrc'))
}

const bytesOf = async (path: string): Promise<number> =>
  Number((await must('du', ['--summarize', '--bytes', path])).split('\t')[0])

/** Keys of a service that say nothing of how its processes are confined. */
const ELSEWHERE = [
  'build',
  'image',
  'env_file',
  'volumes',
  'depends_on',
  'restart',
  'logging',
  'ports',
  'stop_grace_period',
]

/** As systemd-nspawn says it. @throws Error when a service says more than this can follow */
function confinementOf({
  read_only,
  tmpfs = [],
  cap_drop = [],
  security_opt = [],
  ...rest
}: Service): string[] {
  const { environment: _environment, command: _command, healthcheck: _healthcheck, ...others } = rest
  const unknown = Object.keys(others).filter((key) => !ELSEWHERE.includes(key))
  if (unknown.length > 0) throw new Error(`compose.yaml says ${unknown}, which the test does not follow`)
  return [
    ...(read_only ? ['--read-only'] : []),
    ...tmpfs.map((path) => `--tmpfs=${path}`),
    ...cap_drop.map((name) => `--drop-capability=${name.toLowerCase()}`),
    ...security_opt.map((option) => `--${option.replace(':true', '=yes')}`),
  ]
}

type Run = { service: Service; settings: Record<string, string>; networkOf: number }

async function runContainer(files: string, config: ImageConfig, run: Run): Promise<Container> {
  const { service, settings, networkOf } = run
  const owner = (await must('chroot', [files, 'stat', '--format=%u %g', '/var/lib/nofiller'])).trim()
  const [uid = 0, gid = 0] = owner.split(' ').map(Number)
  const data = await mkdtemp(join(files, '../volume-'))
  await chown(data, uid, gid)
  const ofImage = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  const environment = { ...ofImage, ...settings, ...service.environment }
  const container = start('systemd-nspawn', [
    ...['--quiet', '--register=no', '--keep-unit', '--as-pid2', '--console=pipe', `--directory=${files}`],
    ...[`--machine=container-${process.pid}`, `--network-namespace-path=/proc/${networkOf}/ns/net`],
    ...[`--user=${config.User}`, `--chdir=${config.WorkingDir}`, `--bind=${data}:/var/lib/nofiller`],
    ...confinementOf(service),
    ...Object.entries(environment).map(([name, value]) => `--setenv=${name}=${value}`),
    ...(service.command ?? config.Cmd),
  ])
  const first = await eventually(() => container.alive() && firstProcessOf(container.child.pid))
  const inside = [
    '--target',
    String(first),
    '--mount',
    '--pid',
    '--net',
    '--',
    'runuser',
    '-u',
    config.User,
    '--',
  ]
  const [, ...check] = config.Healthcheck.Test
  return {
    check: async () =>
      container.alive() && ran('nsenter', [...inside, 'env', `PATH=${ofImage.PATH}`, ...check]),
    status: async () => {
      const [main] = (await readFile(`/proc/${first}/task/${first}/children`, 'utf8')).split(' ')
      return readFile(`/proc/${main}/status`, 'utf8')
    },
    stop: () => container.end('SIGTERM'),
  }
}
