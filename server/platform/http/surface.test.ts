import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { aStore, eventually, type TestStore, useTestStore } from '../../testing/store.ts'
import { addressKey } from './rate-limits.ts'

const test = useTestStore({ pages: 'built' })
/** Behind a proxy, with a tenth of the usual limits. */
const limited = useTestStore({ settings: { RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } })
const developer = usePerson(test, 'developer')

/** The server's response to raw bytes. */
function raw(request: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(test.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
    socket.write(request)
  })
}
const request = (line: string, headers: string[] = [], body = '') =>
  `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`
const postJson = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  test.nobody.send('POST', path, { body, headers: { 'content-type': 'application/json', ...headers } })

it('F1 every answer has the security headers, success or failure', async () => {
  for (const path of ['/api/health', '/api/games', '/api/nothing', '/api/whoami', '/files/x/y']) {
    const { headers } = await test.nobody.get(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-type')).toMatch(/charset=utf-8/)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('referrer-policy')).toBe(
      path.startsWith('/files') ? 'no-referrer' : 'strict-origin-when-cross-origin',
    )
  }
  expect((await test.nobody.get('/api/whoami')).headers.get('cache-control')).toBe('private, no-store')
})

it('F1 sends HSTS when the store is reached over HTTPS', async () => {
  const secure = await aStore({ settings: { PUBLIC_URL: 'https://store.example' } })
  const { headers } = await secure.nobody.get('/api/health')
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  expect((await test.nobody.get('/api/health')).headers.get('strict-transport-security')).toBeNull()
})

it('F2 allows other origins nothing, and uploads from this site only', async () => {
  const foreign = await test.nobody.get('/api/games', { origin: 'https://evil.example' })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  const preflight = await test.nobody.send('OPTIONS', '/files/games/x', {
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBe(test.url)
  expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
})

it.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/jsonx',
  'application/json2;a=b',
  'text/json',
])('F3 refuses a body of type %s', async (type) => {
  const { status } = await test.nobody.send('POST', '/api/login', {
    body: '{"email":"a","password":"b"}',
    headers: { 'content-type': type },
  })
  expect(status).toBe(415)
})

it.each([
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json;charset=UTF-8',
])('F3 validates a body of type %s', async (type) => {
  const { status, body } = await test.nobody.send('POST', '/api/login', {
    body: '{"email":5}',
    headers: { 'content-type': type },
  })
  expect(status).toBe(400)
  expect(body.code).toBe('bad_request')
})

it('F4 refuses bodies that are too large, too deep or broken, with the standard error', async () => {
  const tooLarge = await postJson('/api/login', JSON.stringify({ email: 'a'.repeat(300_000), password: 'b' }))
  expect(tooLarge).toMatchObject({ status: 413, body: { code: 'too_large' } })
  const broken = [
    '{',
    '{"email":}',
    '[',
    'null',
    '"text"',
    '[]',
    '{"email":"a","__proto__":{"role":"admin"},"password":"b"}',
    `{"email":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    '{"constructor":{"prototype":{}}}',
    '{"email":"a@example.test","email":"b@example.test","password":"wrong-password"}',
    '{"email":"a@example.test","password":"wrong-password","\\u0065mail":"b@example.test"}',
    Buffer.concat([
      Buffer.from('{"email":"a@example.test","password":"wrong-'),
      Buffer.from([0xff, 0xc0, 0xaf]),
      Buffer.from('"}'),
    ]),
  ]
  for (const body of broken) {
    const answer = await postJson('/api/login', body)
    expect([400, 413, 422], String(body).slice(0, 80)).toContain(answer.status)
    expect(answer.body).toEqual(
      expect.objectContaining({ error: expect.any(String), code: expect.any(String) }),
    )
  }
  expect((await test.nobody.get(`/api/games?q=${'a'.repeat(9_000)}`)).status).toBe(414)
  expect(await raw(request('GET /api/health', [`X-Long: ${'a'.repeat(20_000)}`]))).toMatch(/^HTTP\/1.1 431/)
})

it('F4 accepts JSON whose strings look like keys', async () => {
  const text = '{\\"a\\":1,\\\\\\"a\\":2}: ü €'
  const body = `{"email":"x@example.test","password":"${text}","more":{"email":[{"email":null},{"email":":"}]}}`
  expect((await postJson('/api/login', body)).status).toBe(401)
})

it('F4 refuses a NUL character in every address', async () => {
  for (const path of ['/api/games?tag=%00', '/api/games/%00', '/games?tag=%00', '/game/%00', '/%00'])
    expect(await test.nobody.get(path), path).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

it('F4 limits the fields of a form, and deletes the files of a canceled one', async () => {
  const many = new FormData()
  for (let field = 0; field < 201; field += 1) many.append(`tags`, 'x')
  expect((await developer.send('POST', '/api/games', { body: many })).status).toBe(413)

  const { hostname, port } = new URL(test.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/upload/desc-image HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${developer.token}\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: 100000\r\n\r\n--cut\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${'x'.repeat(20_000)}`,
  )
  await eventually(async () => (await readdir(test.tempDir)).length > 0)
  socket.destroy()
  await eventually(async () => (await readdir(test.tempDir)).length === 0)
})

it('F6 ignores forwarded headers without a named proxy, and a number of hops is no name', async () => {
  test.logged.length = 0
  await test.nobody.get('/api/health', { 'x-forwarded-for': '203.0.113.9' })
  await eventually(() => test.logged.some((line) => line.includes('/api/health')))
  expect(test.logged.join()).not.toContain('203.0.113.9')
  expect(() => readConfig({ TRUST_PROXY: '1', DATA_DIR: test.dataDir })).toThrow('TRUST_PROXY')

  await limited.nobody.get('/api/health', { 'x-forwarded-for': '203.0.113.9' })
  await eventually(() => limited.logged.join().includes('203.0.113.9'))
})

it('F7 answers unknown paths and methods with plain errors', async () => {
  expect(await test.nobody.get('/api/nothing')).toMatchObject({
    status: 404,
    body: { error: 'Not found', code: 'not_found' },
  })
  expect(await test.nobody.post('/api/nothing', {})).toMatchObject({ status: 404 })
  const wrong = await test.nobody.send('DELETE', '/api/health')
  expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(wrong.headers.get('allow')).toBe('GET')
  expect(await raw(request('TRACE /api/health'))).toMatch(/^HTTP\/1.1 40[045]/)
  expect(await raw(request('FOO /api/health'))).toMatch(/^HTTP\/1.1 400/)
  expect((await test.nobody.get('/api/health')).headers.get('server')).toBeNull()
  expect((await test.nobody.get('/api/health')).headers.get('x-powered-by')).toBeNull()
})

it.each([
  ['a path that cannot be decoded', request('GET /%zz'), 400],
  ['a parameter that cannot be decoded', request('GET /api/games/%zz'), 400],
  ['a parameter that is too long', request(`POST /api/games/${'a'.repeat(400)}`), 414],
  ['headers that are too large', request('GET /api/health', [`X-Long: ${'a'.repeat(20_000)}`]), 431],
  ['an unknown method', request('FOO /api/health'), 400],
  ['what is no HTTP', '\x16\x03\x01 hello\r\n\r\n', 400],
])('F7 answers %s with the standard error and all security headers', async (_, bytes, status) => {
  const [head = '', body = ''] = (await raw(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toEqual({ error: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) })
  for (const header of [
    /^x-request-id: [0-9a-f-]{36}$/im,
    /^x-content-type-options: nosniff$/im,
    /^content-security-policy: default-src 'none'/im,
    /^cross-origin-opener-policy: same-origin$/im,
    /^cache-control: private, no-store$/im,
    /^content-type: application\/json; charset=utf-8$/im,
  ])
    expect(head).toMatch(header)
})

/** A request with only the given headers. */
const bare = (line: string, headers: string[]) =>
  `${line}\r\n${[...headers, 'Connection: close'].map((header) => `${header}\r\n`).join('')}\r\n`

it.each([
  ['two hosts', ['Host: x', 'Host: y']],
  ['the same host twice', ['Host: x', 'host: x']],
  ['no host', []],
  ['an empty host', ['Host:']],
  ['a host with a path', ['Host: x/evil']],
  ['a host with a user', ['Host: a@x']],
  ['two hosts in one', ['Host: x, y']],
  ['a host with a port that is none', ['Host: x:8o']],
  ['two tokens', ['Host: x', 'Authorization: Bearer a', 'Authorization: Bearer b']],
  ['two types', ['Host: x', 'Content-Type: application/json', 'Content-Type: text/plain']],
  ['two lengths', ['Host: x', 'Content-Length: 0', 'Content-Length: 1']],
  ['a length and chunks', ['Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked']],
])('F9 refuses %s for calls, pages and files alike', async (_, headers) => {
  for (const target of ['/api/health', '/', 'http://x/api/health', '/uploads/none.webp'])
    expect(await raw(bare(`GET ${target} HTTP/1.1`, headers)), target).toMatch(/^HTTP\/1.1 400 /)
})

it.each([
  'x',
  'X.example',
  'x:3000',
  'x:',
  '127.0.0.1:1',
  '[::1]:3000',
  'a_b.example',
  'xn--bcher-kva.example',
])('F9 accepts the host %s, and requests in HTTP/1.0 without a host', async (host) => {
  expect(await raw(bare('GET /api/health HTTP/1.1', [`Host: ${host}`]))).toMatch(/^HTTP\/1.1 200 /)
  expect(await raw(bare('GET /api/health HTTP/1.0', []))).toMatch(/^HTTP\/1.1 200 /)
})

it('F7 reads an absolute request address as its path', async () => {
  const whoami = await raw(request('GET http://evil.example/api/whoami'))
  expect(whoami).toMatch(/^HTTP\/1.1 401/)
  expect(whoami).toMatch(/^cache-control: private, no-store$/im)
  expect(await raw(request('GET http://evil.example/api/nothing'))).toMatch(/^HTTP\/1.1 404/)
  expect(await raw(request('GET http://evil.example/game/none'))).toMatch(/^HTTP\/1.1 404/)
  expect(await raw(request('GET http://evil.example'))).toMatch(/^HTTP\/1.1 200/)
  expect(await raw(request('OPTIONS *'))).toMatch(/^HTTP\/1.1 40[45]/)
})

it('F7 answers an unknown call the same however its path is spelled', async () => {
  for (const path of ['/api/nothing', '/%61pi/nothing', '/%61pi'])
    expect(await raw(request(`GET ${path}`)), path).toMatch(/^HTTP\/1.1 404[\s\S]*"code":"not_found"/)
})

it('F7 reveals only the request id of an internal error', async () => {
  const { selectFrom } = test.store.db
  test.store.db.selectFrom = () => {
    throw new Error('secret detail at /home/store.ts')
  }
  const answer = await test.nobody.get('/api/games/none')
  test.store.db.selectFrom = selectFrom
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    error: `Something went wrong on our side. Request ${answer.headers.get('x-request-id')}`,
    code: 'internal_error',
  })
  expect(test.logged.join()).toContain('secret detail')
})

it('F8 shows API documents and sandbox in the demo, and production refuses to start as a demo', async () => {
  expect((await test.nobody.get('/api/docs/json')).body.openapi).toBe('3.1.0')
  expect((await test.nobody.get('/sandbox/mail')).status).toBe(200)
  const message = (() => {
    try {
      readConfig({ NODE_ENV: 'production', DATA_DIR: test.dataDir })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  })()
  for (const name of [
    'DATABASE_URL',
    'SECRET_KEY',
    'PUBLIC_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'PAYMENT_PROVIDERS',
  ])
    expect(message).toContain(name)
  const quiet = await aStore({ settings: { API_DOCS: '0', METRICS_TOKEN: 'scrape-me' } })
  expect((await quiet.nobody.get('/api/docs')).status).toBe(404)
  expect((await quiet.nobody.get('/metrics')).status).toBe(404)
  const metrics = (await quiet.nobody.get('/metrics', { authorization: 'Bearer scrape-me' })).text
  expect(metrics).toContain('http_request_duration_seconds')
  expect(metrics).toContain('payment_provider_circuit_open{provider="sandbox"} 0')
})

it('answers 503 early when too many requests are in progress, logs one line a second, and stays healthy', async () => {
  const busy = await aStore({ settings: { MAX_IN_FLIGHT: '1' } })
  const many = (path: string) => Array.from({ length: 30 }, () => busy.nobody.get(path))
  const startedAt = performance.now()
  const [answers, health] = await Promise.all([
    Promise.all(many('/api/games')),
    Promise.all([...many('/api/health'), ...many('/api/ready')]),
  ])
  const seconds = (performance.now() - startedAt) / 1000
  const lines = busy.logged.filter((line) => line.includes('"code":"busy"'))
  const refused = answers.filter((answer) => answer.status === 503)
  expect(lines.length).toBeLessThanOrEqual(1 + Math.ceil(seconds))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('2')
  expect(answers.some((answer) => answer.status === 200)).toBe(true)
  expect(new Set(health.map((answer) => answer.status))).toEqual(new Set([200]))
})

/** Requests that announce a body and never send it. */
function unfinished(store: TestStore, addresses: string[], head: string): Promise<Socket[]> {
  const { hostname, port } = new URL(store.url)
  return Promise.all(
    addresses.map(async (address) => {
      const socket = connect(Number(port), hostname).on('error', () => undefined)
      socket.write(
        `${head} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
      )
      await once(socket, 'connect')
      return socket
    }),
  )
}

it.each(['POST /api/webhooks/sandbox', 'POST /api/login'])(
  'F5 waits for no body that never arrives: %s',
  async (head) => {
    const store = await aStore({ settings: { MAX_IN_FLIGHT: '8', TRUST_PROXY: '127.0.0.1' } })
    const everywhere = Array.from({ length: 30 }, (_, index) => `203.0.113.${index}`)
    const fromOne = Array.from({ length: 30 }, () => '198.51.100.7')
    const open = await unfinished(store, [...everywhere, ...fromOne], head)
    const statusFor = async (path: string, address: string) =>
      (await store.nobody.get(path, { 'x-forwarded-for': address })).status
    await eventually(async () => (await statusFor('/api/games', '198.51.100.7')) === 503)
    expect(await statusFor('/api/games', '192.0.2.1')).toBe(200)
    expect(await statusFor('/api/health', '198.51.100.7')).toBe(200)
    for (const socket of open) socket.destroy()
    await eventually(async () => (await statusFor('/api/games', '198.51.100.7')) === 200)
  },
)

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('G1 the rate limit counts the address %s as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

let mailboxes = 0
/** Each for another account, so only the address can be counted. */
const loginFrom = async (address: string, path: string, headers: Record<string, string> = {}) => {
  mailboxes += 1
  const body = JSON.stringify({ email: `g1-${mailboxes}@example.test`, password: 'wrong-password' })
  const sent = {
    body,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
  }
  return (await limited.nobody.send('POST', path, sent)).status
}

it('G1 the rate limit counts a path once, however it is spelled', async () => {
  const from = '203.0.113.20'
  const statuses: number[] = []
  for (const path of [
    '/api/login',
    '/api/%6cogin',
    '/api/login?x=1',
    '/api/l%6fgin',
    '/api/login',
    '/api/login#x',
    '/api/login',
    '/api/%6cogin',
  ])
    statuses.push(await loginFrom(from, path))
  for (const path of ['//api/login', '/API/login', '/api/login/'])
    expect([404, 405, 429]).toContain(await loginFrom(from, path))
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]) // six of sixty
})

it('G1 the rate limit counts an address whatever token is sent with it', async () => {
  const statuses: number[] = []
  for (let tried = 0; tried < 7; tried += 1) {
    const { token } = await signedIn(limited)
    statuses.push(await loginFrom('203.0.113.21', '/api/login', { authorization: `Bearer ${token}` }))
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
})

it('G1 the rate limit counts a signed-in caller by account and by address', async () => {
  const checkoutBy = async (person: Person, address: string) =>
    (await person.post('/api/checkout', {}, { 'x-forwarded-for': address })).status
  const [june, mara] = [await signedIn(limited), await signedIn(limited)]
  const byAccount = []
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
    byAccount.push(await checkoutBy(june, address)) // two of twenty
  const byAddress = []
  for (let tried = 0; tried < 2; tried += 1) byAddress.push(await checkoutBy(mara, '203.0.113.1'))
  expect(byAccount).toEqual([400, 400, 429])
  expect(byAddress).toEqual([400, 429])
})
