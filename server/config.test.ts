import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { Environment } from './environment.ts'
import { Credentials } from './payouts/providers/open-provider.ts'

const BASE = { DATA_DIR: 'unused', SECRET_KEY: 'only for these tests' }
const S3 = {
  S3_ENDPOINT: 'https://s3.eu-central-1.example.com/',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

it('keeps files on disk unless an object store is set', () => {
  expect(readConfig(BASE).s3).toBeNull()
  expect(readConfig({ ...BASE, S3_ENDPOINT: ' ' }).s3).toBeNull()
})

it('signs addresses for the object store itself unless browsers reach it under another address', () => {
  expect(readConfig({ ...BASE, ...S3 }).s3).toEqual({
    endpoint: 'https://s3.eu-central-1.example.com',
    publicUrl: 'https://s3.eu-central-1.example.com',
    region: 'eu-central-1',
    bucket: 'files',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  const elsewhere = readConfig({ ...BASE, ...S3, S3_PUBLIC_URL: 'https://files.example.com' }).s3
  expect(elsewhere?.publicUrl).toBe('https://files.example.com')
})

it('names all missing settings of an object store at once', () => {
  expect(() => readConfig({ ...BASE, S3_BUCKET: 'files', S3_PUBLIC_URL: 'https://a.example' })).toThrow(
    'S3_ENDPOINT is missing\nS3_REGION is missing\nS3_ACCESS_KEY_ID is missing\nS3_SECRET_ACCESS_KEY is missing',
  )
})

it('refuses object store settings that cannot work', () => {
  for (const S3_ENDPOINT of ['s3.example.com', 'ftp://s3.example.com', 'https://s3.example.com/files'])
    expect(() => readConfig({ ...BASE, ...S3, S3_ENDPOINT })).toThrow('S3_ENDPOINT must be an origin')
  expect(() => readConfig({ ...BASE, ...S3, ACCEL_REDIRECT: '/internal' })).toThrow('ACCEL_REDIRECT')
  const inside = { ...S3, S3_ENDPOINT: 'http://10.0.0.1:9000' }
  expect(readConfig({ ...BASE, ...inside }).s3?.endpoint).toBe('http://10.0.0.1:9000')
  expect(() => readConfig({ ...BASE, ...inside, NODE_ENV: 'production' })).toThrow('S3_PUBLIC_URL')
})

it('accepts a replica only together with a primary database', () => {
  const DATABASE_REPLICA_URL = 'postgresql://store@replica/store'
  expect(() => readConfig({ ...BASE, DATABASE_REPLICA_URL })).toThrow('but not DATABASE_URL')
  const DATABASE_URL = 'postgresql://store@primary/store'
  expect(readConfig({ ...BASE, DATABASE_URL, DATABASE_REPLICA_URL })).toMatchObject({ DATABASE_REPLICA_URL })
})

it('forbids no theme by default, requires review for five themes, and changes single themes by a setting', () => {
  const policy = readConfig(BASE).THEME_POLICY
  const reviewed = Object.entries(policy).flatMap(([theme, rule]) => (rule === 'review' ? [theme] : []))
  expect(reviewed).toEqual(['noncon', 'incest', 'captivity', 'bodily-waste', 'gore'])
  expect(Object.keys(policy)).toHaveLength(20)
  expect(Object.values(policy)).not.toContain('forbidden')

  const changed = readConfig({ ...BASE, THEME_POLICY: '{"gore":"forbidden","noncon":"allowed"}' })
  expect(changed.THEME_POLICY).toEqual({ ...policy, gore: 'forbidden', noncon: 'allowed' })
  expect(readConfig({ ...BASE, THEME_POLICY: ' ' }).THEME_POLICY).toEqual(policy)
})

it('explains mistakes in the rules of countries', () => {
  const rules = '{"GB":"closed","US-TX":"gate"}'
  const COUNTRY_HEADER = 'CF-IPCountry'
  expect([...readConfig({ ...BASE, COUNTRY_HEADER, AGE_RULE: rules }).AGE_RULE]).toEqual([
    ['GB', 'closed'],
    ['US-TX', 'gate'],
  ])
  expect(() => readConfig({ ...BASE, AGE_RULE: rules })).toThrow('only COUNTRY_HEADER can tell')
  expect(() => readConfig({ ...BASE, COUNTRY_HEADER: 'CF IPCountry' })).toThrow('name of a header')
  expect(() => readConfig({ ...BASE, AGE_RULE: 'GB' })).toThrow('AGE_RULE: must be JSON such as {')
  expect(() => readConfig({ ...BASE, COUNTRY_HEADER, AGE_RULE: '{"gb":"closed","FR":"provider"}' })).toThrow(
    'AGE_RULE: "gb" is no country such as GB or US-TX\nAGE_RULE: FR takes gate, closed',
  )
})

it('explains mistakes in a theme policy', () => {
  for (const THEME_POLICY of ['gore: forbidden', '["gore"]', '"gore"', 'null'])
    expect(() => readConfig({ ...BASE, THEME_POLICY })).toThrow('THEME_POLICY: must be JSON such as {')
  expect(() =>
    readConfig({ ...BASE, THEME_POLICY: '{"gores":"forbidden","hate":"no","toString":"allowed"}' }),
  ).toThrow(
    'THEME_POLICY: "gores" is none of the themes\nTHEME_POLICY: hate takes allowed, review, forbidden\nTHEME_POLICY: "toString" is none of the themes',
  )
})

it('production requires what all visitors read, and accepts no examples or gaps in it', () => {
  const needed = ['SUPPORT_EMAIL', 'JURISDICTION', 'MAIL_FROM']
  const production = { ...BASE, NODE_ENV: 'production' }
  for (const name of needed) expect(() => readConfig(production)).toThrow(`${name} is missing`)
  expect(() => readConfig({ ...production, SUPPORT_EMAIL: 'help' })).toThrow(
    'SUPPORT_EMAIL must be an email address, not "help"',
  )
  expect(readConfig(BASE).SUPPORT_EMAIL).toBe('support@example.test')
})

it('refuses a placeholder of the example file in any setting', () => {
  for (const [name, value] of [
    ['SECRET_KEY', 'CHANGE-ME-CHANGE-ME-CHANGE-ME-CHANGE-ME-'],
    ['DATABASE_URL', 'postgresql://nofiller:CHANGE-ME@127.0.0.1:5432/nofiller'],
    ['STORE_NAME', 'change-me'],
  ] as const)
    expect(() => readConfig({ ...BASE, [name]: value })).toThrow(`${name} still holds CHANGE-ME`)
})

it('refuses a mistyped key for backups', () => {
  const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
  expect(readConfig({ ...BASE, BACKUP_RECIPIENT: recipient }).BACKUP_RECIPIENT).toBe(recipient)
  for (const wrong of ['backup@example.com', recipient.replace('ql3', 'qk3'), recipient.slice(0, -1)])
    expect(() => readConfig({ ...BASE, BACKUP_RECIPIENT: wrong })).toThrow(
      'BACKUP_RECIPIENT is not an age public key',
    )
})

it('K7 requires a second factor of admins in production', () => {
  expect(readConfig(BASE).secondFactorRequired).toBe(false)
  expect(readConfig({ ...BASE, REQUIRE_SECOND_FACTOR: '1' }).secondFactorRequired).toBe(true)
  expect(() => readConfig({ ...BASE, NODE_ENV: 'production', REQUIRE_SECOND_FACTOR: '0' })).toThrow(
    'REQUIRE_SECOND_FACTOR must not be 0',
  )
})

it.each(['ERROR_WEBHOOK_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const)(
  'accepts only a web address for %s',
  (name) => {
    const address = 'https://watch.example/hooks/1'
    expect(readConfig({ ...BASE, [name]: address })[name]).toBe(address)
    expect(readConfig({ ...BASE, [name]: ' ' })[name]).toBeUndefined()
    for (const wrong of ['watch.example', 'ftp://watch.example'])
      expect(() => readConfig({ ...BASE, [name]: wrong })).toThrow(`${name} must start with`)
  },
)

it('accepts only an HTTP proxy for what is looked at outside', () => {
  const proxy = 'http://store:word@10.0.0.2:3128'
  expect(readConfig({ ...BASE, OUTSIDE_PROXY: proxy }).OUTSIDE_PROXY).toBe(proxy)
  for (const wrong of ['10.0.0.2:3128', 'socks5://10.0.0.2:1080', 'https://10.0.0.2'])
    expect(() => readConfig({ ...BASE, OUTSIDE_PROXY: wrong })).toThrow('OUTSIDE_PROXY must be')
})

it('accepts a pooler only with a direct address beside it', () => {
  const pooled = { DATABASE_URL: 'postgresql://pooler/nofiller', DATABASE_POOLER: 'transaction' }
  const direct = 'postgresql://postgres/nofiller'
  expect(readConfig(BASE).directDatabaseUrl).toBeUndefined()
  expect(readConfig({ ...BASE, DATABASE_URL: direct }).directDatabaseUrl).toBe(direct)
  expect(readConfig({ ...BASE, ...pooled, DATABASE_DIRECT_URL: direct }).directDatabaseUrl).toBe(direct)
  for (const half of [pooled, { DATABASE_DIRECT_URL: direct }, { ...pooled, DATABASE_URL: '' }])
    expect(() => readConfig({ ...BASE, ...half })).toThrow('are set together')
  expect(() => readConfig({ ...BASE, DATABASE_POOLER: 'session' })).toThrow('DATABASE_POOLER')
})

it('docs/settings.md lists every setting once, with its default', () => {
  const rows = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8').matchAll(
    /^\| (`[A-Z\d_]+`.*?) \| (.*?) \|/gm,
  )
  const quoted = (cell = '') => [...cell.matchAll(/`(.*?)`/g)].map(([, value]) => value)
  const listed = [...rows].flatMap(([, names, fallback]) =>
    quoted(names).map((name = '', at) => [name, quoted(fallback)[at] ?? quoted(fallback)[0]] as const),
  )
  const ofNode = ['NODE_COMPILE_CACHE', 'NODE_OPTIONS']
  const known = [...Object.keys(Environment.shape), ...Object.keys(Credentials.shape), ...ofNode]
  expect(listed.map(([name]) => name).toSorted()).toEqual(known.toSorted())
  const defaults = Object.entries(Environment.parse({})).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  )
  expect(Object.fromEntries(listed)).toMatchObject(
    Object.fromEntries(defaults.map(([name, value]) => [name, String(value)])),
  )
})
