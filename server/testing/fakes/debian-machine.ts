/** An empty Debian 12 server: its files in a folder, systemd as its first process, a network of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eventually, freePort } from '../store.ts'

/** What slirp4netns calls this machine, and the one behind it. */
const THIS_MACHINE = '10.0.2.2'
const THAT_MACHINE = '10.0.2.100'
const NAMESERVER = '10.0.2.3'
const BOOT_MS = 120_000
const LINE_MS = 900_000

/** A command, and the Debian package that has it. */
const NEEDED = {
  debootstrap: 'debootstrap',
  'systemd-nspawn': 'systemd-container',
  slirp4netns: 'slirp4netns',
  buildah: 'buildah',
  nsenter: 'util-linux',
  npm: 'npm',
}

export type Ran = { code: number | null; out: string }

export type DebianMachine = {
  /** Runs a line of root's shell, which goes on in the folder where the last line ended. @param typed goes to its input */
  shell(line: string, typed?: string): Promise<Ran>
  /** Its first process, as this machine counts it: `/proc/LEADER/ns/net` is its network. */
  leader: number
  /** A port of this machine that leads to one of that. */
  reach(port: number): Promise<number>
  powerOff(): Promise<void>
}

/**
 * Makes the files of an empty Debian 12 server, which takes its packages from where this machine does.
 * @param root a folder that is not there yet
 * @throws Error when this is no Debian, or not root, or a program is missing
 */
export async function makeDebianRoot(root: string): Promise<void> {
  await requirePrograms()
  const include = '--include=systemd-sysv,dbus,ca-certificates'
  await must('debootstrap', ['--variant=minbase', include, 'bookworm', root, debianMirror()])
  // Else dpkg waits for the disk after each file; none of this has to outlive a power cut.
  await writeFile(join(root, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n')
  const certificates = 'usr/local/share/ca-certificates'
  await cp(`/${certificates}`, join(root, certificates), { recursive: true })
  await must('chroot', [root, 'update-ca-certificates'])
  // npm trusts a list of its own, whatever else this machine does.
  const trusted = 'cafile=/etc/ssl/certs/ca-certificates.crt'
  await writeFile(join(root, 'etc/npmrc'), `${await npmSettings()}\n${trusted}\n`)
}

async function requirePrograms(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('A Debian machine is made by root.')
  const programs = await ran('sh', [
    '-c',
    `for name in ${Object.keys(NEEDED).join(' ')}; do command -v $name; done`,
  ])
  const missing = Object.entries(NEEDED).filter(([name]) => !programs.out.includes(`/${name}\n`))
  if (missing.length > 0)
    throw new Error(`apt-get install --no-install-recommends ${missing.map(([, deb]) => deb).join(' ')}`)
}

function debianMirror(): string {
  const lists = existsSync('/etc/apt/sources.list.d') ? readdirSync('/etc/apt/sources.list.d') : []
  const texts = ['/etc/apt/sources.list', ...lists.map((name) => `/etc/apt/sources.list.d/${name}`)]
    .filter((path) => /\.(?:list|sources)$/.test(path) && existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
  const [, mirror] = /^(?:deb +(?:\[.*?\] +)?|URIs: *)(\S+\/debian)\/?(?:\s|$)/m.exec(texts.join('\n')) ?? []
  if (!mirror) throw new Error('This machine has no mirror of Debian in /etc/apt.')
  return mirror
}

async function npmSettings(): Promise<string> {
  const paths = await Promise.all(
    ['userconfig', 'globalconfig'].map(async (name) => (await must('npm', ['config', 'get', name])).trim()),
  )
  const files = paths.filter((path) => existsSync(path)).map((path) => readFile(path, 'utf8'))
  return (await Promise.all(files)).join('\n')
}

/**
 * Boots it. Names lead to this machine's loopback, others to itself; the rest is asked of this machine's name server.
 * @throws Error when this machine does not let systemd-nspawn start one
 */
export async function bootDebian(
  root: string,
  names: { here: readonly string[]; itself: readonly string[] },
): Promise<DebianMachine> {
  await writeFile(join(root, 'etc/resolv.conf'), `nameserver ${NAMESERVER}\n`)
  await writeFile(
    join(root, 'etc/hosts'),
    `127.0.0.1 localhost ${names.itself.join(' ')}\n${THIS_MACHINE} ${names.here.join(' ')}\n`,
  )
  const machine = start('systemd-nspawn', [
    `--directory=${root}`,
    `--machine=store-${process.pid}`,
    '--boot',
    // Without systemd's help, so that this works in containers and where another program started the machine.
    ...['--register=no', '--keep-unit', '--resolv-conf=off', '--link-journal=no', '--console=pipe'],
    '--private-network',
  ])
  const ends = [() => machine.end('SIGTERM')]
  const powerOff = async () => {
    for (const end of ends) await end()
  }
  try {
    const leader = await eventually(() => machine.alive() && firstProcessOf(machine.child.pid))
    const shell = (line: string, typed = '') =>
      ran('nsenter', [...inside(leader), 'bash', '-c', goingOn(line)], typed)
    await eventually(
      async () =>
        machine.alive() && /running|degraded/.test((await shell('systemctl is-system-running')).out),
      BOOT_MS,
    )
    const network = await joinNetwork(leader, root)
    ends.push(network.close)
    return { shell, leader, reach: network.reach, powerOff }
  } catch (error) {
    await powerOff()
    throw error
  }
}

/** A line that begins in the folder where the last one ended, as in a shell that stays open. */
const goingOn = (line: string): string =>
  `cd "$(cat /run/shell-folder 2>/dev/null || echo /root)"\n${line}\ncode=$?\npwd > /run/shell-folder\nexit $code`

const inside = (leader: number): string[] => [
  ...['--target', String(leader), '--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup', '--'],
  ...['env', '-i', 'HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'],
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
]

/** The child that counts itself as 1; systemd-nspawn has others on the way there. */
export function firstProcessOf(pid: number | undefined): number | null {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const statusOf = (child: string) => {
    const path = `/proc/${child}/status`
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  return children.map(Number).find((child) => /^NSpid:\t\d+\t1$/m.test(statusOf(String(child)))) ?? null
}

/** A way out for the machine, and ways in, by a process of this one: no rule of a firewall is touched. */
async function joinNetwork(leader: number, root: string) {
  const socket = `${root}.network`
  const way = start('slirp4netns', [
    '--configure',
    '--mtu=65520',
    `--api-socket=${socket}`,
    String(leader),
    'tap0',
  ])
  await eventually(() => way.alive() && existsSync(socket))
  return {
    async reach(guest_port: number): Promise<number> {
      const host_port = await freePort()
      const ports = { proto: 'tcp', host_addr: '127.0.0.1', host_port, guest_addr: THAT_MACHINE, guest_port }
      const connection = createConnection(socket)
      connection.end(JSON.stringify({ execute: 'add_hostfwd', arguments: ports }))
      const answer = await text(connection)
      if (answer.includes('error')) throw new Error(answer)
      return host_port
    },
    async close() {
      await way.end('SIGTERM')
      await rm(socket, { force: true })
    },
  }
}

/** A process that ends with this one, whatever becomes of the test. */
export function start(program: string, parameters: string[]) {
  const child: ChildProcess = spawn('setpriv', ['--pdeathsig=TERM', program, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      written = (written + chunk).slice(-4_000)
    })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    alive(): true {
      if (hasEnded()) throw new Error(`${program} ended:\n${written}`)
      return true
    },
    async end(signal: 'SIGTERM'): Promise<void> {
      if (hasEnded()) return
      const ended = once(child, 'exit')
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
      child.kill(signal)
      await ended
      clearTimeout(timer)
    },
  }
}

/** What a program wrote, and how it ended; after a quarter of an hour it is killed. */
export async function ran(program: string, parameters: string[], typed = ''): Promise<Ran> {
  const child = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'pipe'], timeout: LINE_MS })
  child.stdin.on('error', () => undefined).end(typed)
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      out += chunk
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out }
}

/** @throws Error with all that it wrote, when a program fails */
export async function must(program: string, parameters: string[]): Promise<string> {
  const { code, out } = await ran(program, parameters)
  if (code !== 0) throw new Error(`${program} ${parameters.join(' ')} ended with ${code}:\n${out}`)
  return out
}
