// Sets up what is missing or stale, and says what it does. Plain JavaScript without dependencies: on a fresh checkout this
// runs on the system's Node, before anything is installed. Usage: node scripts/setup.js start|dev|test|soak
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const OLDEST_NODE = majorIn(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node)
const RUNTIME_NODE = majorIn(readFileSync(join(root, '.nvmrc'), 'utf8'))
const stampFolder = join(root, 'node_modules', '.set-up')
const aim = process.argv[2] ?? 'start'
const startedAt = Date.now()

checkNode()
ensure('dependencies', 'node_modules/.bin/tsc', hashOf(['package-lock.json', '.npmrc']), installDependencies)
checkRuntime()
if (aim !== 'dev')
  ensure(
    'web build',
    'web/build/server/index.js',
    hashOf(['package-lock.json', ...sources('contract'), ...sources('web')]),
    buildWeb,
  )
if (aim === 'test' || aim === 'soak') {
  offerServers()
  say(`Set-up took ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

function majorIn(version) {
  return Number(/\d+/.exec(version)?.[0])
}

function checkNode() {
  const major = majorIn(process.version)
  if (major < OLDEST_NODE)
    stop(
      `This needs Node ${OLDEST_NODE} or newer to begin with; this is ${process.version}. Get one from https://nodejs.org.`,
    )
}

/** npm brings Node 24 along for Linux; elsewhere the system's own must be as new, because the sources run as they are. */
function checkRuntime() {
  const major = majorIn(process.version)
  if (existsSync(join(root, 'node_modules/.bin/node')) || major >= RUNTIME_NODE) return
  stop(
    `For ${process.platform}-${process.arch} npm brings no Node along: install Node ${RUNTIME_NODE} from https://nodejs.org.`,
  )
}

/** Runs a step unless it was done for just this input and its result is still there. */
function ensure(name, result, hash, step) {
  const stamp = join(stampFolder, name.replace(' ', '-'))
  if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  step()
  mkdirSync(stampFolder, { recursive: true })
  writeFileSync(stamp, hash)
}

function installDependencies() {
  say('Installing dependencies, with Node 24 among them (about a minute) ...')
  run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'],
    'npm could not install the dependencies. Is the npm registry reachable?',
  )
}

function buildWeb() {
  say('Building the web pages ...')
  run('npm', ['run', '--silent', 'build'], 'The web pages could not be built; what is wrong stands above.')
}

/**
 * Tests of S3 run on Ceph's radosgw, those of backups and replicas on Debian's PostgreSQL. Without them they are skipped, and in CI they fail.
 * The soak tests also want PgBouncer, Prometheus' promtool, Firefox, WebKitGTK, Python, PHP, and what makes a Debian machine and a container, and fail without.
 */
function offerServers() {
  const needed = [
    ...['radosgw', 'ceph-mon', 'ceph-osd'].filter((program) => !isInstalled(program)),
    ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
    ...(aim === 'soak' ? missingForSoak() : []),
  ]
  if (needed.length === 0 || !isInstalled('apt-get')) return
  const command = `apt-get install --no-install-recommends ${needed.join(' ')}`
  if (process.getuid?.() !== 0) return say(`Some tests need servers, which root can install: ${command}`)
  say(`Installing servers that some tests need, with apt-get (a minute or two): ${needed.join(', ')} ...`)
  const install = ['install', '-qq', '--yes', '--no-install-recommends', ...needed]
  if (attempt('apt-get', install).status === 0) return
  attempt('apt-get', ['update', '-qq'])
  if (attempt('apt-get', install).status !== 0) say(`These could not be installed: ${needed.join(', ')}.`)
}

/** By the program for which each package is installed. */
function missingForSoak() {
  const packages = {
    clamd: ['clamav-daemon'],
    pgbouncer: ['pgbouncer'],
    promtool: ['prometheus'],
    debootstrap: ['debootstrap'],
    'systemd-nspawn': ['systemd-container'],
    slirp4netns: ['slirp4netns'],
    buildah: ['buildah'],
    python3: ['python3'],
    php: ['php-cli'],
    'firefox-esr': ['firefox-esr'],
    WebKitWebDriver: ['webkit2gtk-driver'],
    Xvfb: ['xvfb'],
    gjs: ['gjs', 'gir1.2-webkit2-4.1'],
  }
  return Object.entries(packages).flatMap(([program, names]) => (isInstalled(program) ? [] : names))
}

function isInstalled(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

function attempt(command, parameters, output = 'inherit') {
  return spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', output, output],
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
    shell: process.platform === 'win32',
  })
}

/** A step's output is shown only when it fails: lists of packages and files help nobody else. */
function run(command, parameters, failure) {
  const { status, error, stdout, stderr } = attempt(command, parameters, 'pipe')
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  stop(error ? `${failure}\n${error.message}` : failure)
}

/** The files below a folder that are written by hand. */
function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => !/[\\/](?:build|node_modules|\.react-router)[\\/]|\.test\.tsx?$/.test(path))
    .sort()
}

/** A hash of names, sizes and times would be faster, but a checkout resets the times. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const file = join(root, path)
    if (existsSync(file) && statSync(file).isFile()) hash.update(path).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

function stop(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}
