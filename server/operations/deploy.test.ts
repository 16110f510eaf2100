import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { SESSION } from '../platform/database/database.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const unitNames = readdirSync(join(ROOT, 'deploy/systemd'))
const services = unitNames.filter((name) => name.endsWith('.service'))
const unit = (name: string) => read(`deploy/systemd/${name}`)
const guide = read('docs/operating.md')
const nginx = read('deploy/nginx.conf')
const example = parseEnv(read('deploy/store.env.example'))

/** A program that this machine has, or null, which is said. */
function installed(program: string): string | null {
  const path = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
  if (!path) process.stderr.write(`deploy/ is not checked by ${program}, which is not installed.\n`)
  return path || null
}
const systemdAnalyze = installed('systemd-analyze')
const nginxProgram = installed('/usr/sbin/nginx')
const openssl = installed('openssl')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nofiller-deploy-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const valuesOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

it('production starts with the example settings once its secrets are filled in, and the example has no unknown name', () => {
  expect(() => readConfig(example)).toThrow('SECRET_KEY still holds CHANGE-ME')
  const filledIn = Object.entries(example).map(([name, value]) => [
    name,
    value?.replaceAll('CHANGE-ME', 'of-ones-own'),
  ])
  const config = readConfig(Object.fromEntries(filledIn))
  expect(config).toMatchObject({ production: true, paymentProviders: ['btcpay'], plantDemo: false })
  const known = new Set(
    [...read('docs/settings.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  )
  const named = [
    ...Object.keys(example),
    ...unitNames.flatMap((name) =>
      valuesOf(unit(name), 'Environment').flatMap((set) => set.split(' ').map((pair) => pair.split('=')[0])),
    ),
    ...[...read('deploy/Containerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, set = '']) =>
      set.split(' ').map((pair) => pair.split('=')[0]),
    ),
  ]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name ?? ''))).toEqual([])
})

it('units and containers run existing programs as the store’s user, without additional privileges', () => {
  const programs = [
    ...services.flatMap((name) => valuesOf(unit(name), 'ExecStart')),
    ...[read('deploy/Containerfile'), read('deploy/compose.yaml')].flatMap((text) =>
      [...text.matchAll(/\['?"?node["'], ['"](server\/[^'"]+)/g)].map(([, path = '']) => `node ${path}`),
    ),
  ].map((command) => command.split(' ')[1] ?? '')
  expect(programs).toHaveLength(5)
  expect(programs.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  for (const name of services)
    expect(unit(name), name).toMatch(
      /^User=nofiller$[\s\S]*^NoNewPrivileges=yes$[\s\S]*^ProtectSystem=strict$/m,
    )
  expect(read('deploy/compose.yaml')).toContain('no-new-privileges:true')
})

it('nginx, units, settings and guide agree on ports, folders and names', () => {
  const ports = [...nginx.matchAll(/server 127\.0\.0\.1:(\d+) max_fails=0;/g)].map(([, port]) => port)
  const started = /enable --now (.*)/.exec(guide)?.[1] ?? ''
  expect([...started.matchAll(/nofiller-web@(\d+)/g)].map(([, port]) => port)).toEqual(ports)
  for (const name of started.split(' '))
    expect(unitNames).toContain(
      name.includes('@') ? 'nofiller-web@.service' : /\.\w+$/.test(name) ? name : `${name}.service`,
    )
  expect(nginx).toMatch(
    new RegExp(`location ${example.ACCEL_REDIRECT}/ \\{\\s+internal;\\s+alias ${example.DATA_DIR}/files/;`),
  )
  expect(example.TRUST_PROXY).toBe('127.0.0.1')
  expect(valuesOf(unit('nofiller-backup.service'), 'ReadWritePaths')).toEqual(['/var/backups/nofiller'])
  const inFiles = nginx.slice(nginx.indexOf('location /files/'), nginx.indexOf('location /stored/'))
  expect(inFiles).toMatch(/client_max_body_size 0;[\s\S]*proxy_request_buffering off;/)
})

it('PgBouncer configures sessions as the store does itself', () => {
  const sets = [...read('deploy/pgbouncer.ini').matchAll(/set (\w+) = ''(\w+)''/g)]
  const sessions = Object.fromEntries(sets.map(([, name = '', value = '']) => [name, value]))
  expect(sessions).toEqual(SESSION)
  expect(read('deploy/pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m)
})

it('the guide has at most 200 lines, and each of its commands exists', () => {
  expect(guide.split('\n').length).toBeLessThanOrEqual(200)
  const { scripts } = JSON.parse(read('package.json'))
  const used = [...guide.matchAll(/npm run (\w+)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(8)
  expect(used.filter((name) => !(name && name in scripts))).toEqual([])
  const files = [...guide.matchAll(/\bdeploy\/[\w./-]+/g)].map(([path]) => path)
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it.skipIf(!systemdAnalyze)('systemd accepts the units', async () => {
  const here = join(folder, 'units')
  await mkdir(here)
  for (const name of unitNames)
    await writeFile(
      join(here, name.replace('@.', '@3001.')),
      unit(name).replaceAll('/opt/nofiller', ROOT.replace(/\/$/, '')),
    )
  const paths = unitNames.map((name) => join(here, name.replace('@.', '@3001.')))
  const { status, stderr } = spawnSync(systemdAnalyze ?? '', ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
  })
  expect(stderr.split('\n').filter((line) => line.includes('nofiller'))).toEqual([])
  expect(status).toBe(0)
})

it.skipIf(!nginxProgram || !openssl)('nginx accepts its configuration', async () => {
  const path = (name: string) => join(folder, name)
  const pair = ['-keyout', path('key.pem'), '-out', path('certificate.pem')]
  spawnSync(openssl ?? '', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=store.example.com',
    ...pair,
  ])
  const site = nginx
    .replaceAll(/ssl_certificate \S+;/g, `ssl_certificate ${path('certificate.pem')};`)
    .replaceAll(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${path('key.pem')};`)
    .replace('/var/cache/nofiller', path('cache'))
  await writeFile(path('site.conf'), site)
  await writeFile(
    path('nginx.conf'),
    `pid ${path('pid')};\nevents {}\nhttp { include ${path('site.conf')}; }\n`,
  )
  const parameters = ['-t', '-e', 'stderr', '-c', path('nginx.conf')]
  const { status, stderr } = spawnSync(nginxProgram ?? '', parameters, { encoding: 'utf8' })
  expect(stderr).toContain('test is successful')
  expect(stderr).not.toMatch(/\[(?:warn|emerg|alert)\]/)
  expect(status).toBe(0)
})
