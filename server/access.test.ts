import { randomUUID } from 'node:crypto'
import { calls } from '@nofiller/contract/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servedCalls } from './app.ts'
import { buy, buyAndPay } from './testing/buying.ts'
import type { Client } from './testing/client.ts'
import { presign } from './testing/game-form.ts'
import { addGame, type TestGame } from './testing/games.ts'
import { PASSWORD, type Person, signedIn } from './testing/people.ts'
import { openTestStore, type TestStore } from './testing/store.ts'

let test: TestStore
let people: Record<Who, Client>
/** The same kinds of callers, for what ends their sessions. */
let leaving: Record<Who, Client>
let player: Person
let owner: Person
let game: TestGame
let draft: TestGame
let orderId: string
let tempKey: string

const WHO = [
  'nobody',
  'player',
  'other player',
  'owner developer',
  'other developer',
  'admin',
  'suspended',
] as const
type Who = (typeof WHO)[number]

beforeAll(async () => {
  test = await openTestStore()
  player = await signedIn(test)
  owner = await signedIn(test, 'developer')
  people = await everyone(player, owner)
  leaving = await everyone(await signedIn(test), await signedIn(test, 'developer'))
  game = await addGame(test, {
    developerId: owner.id,
    files: [{}, { customPriceCents: 300 }, { kind: 'demo' }],
  })
  draft = await addGame(test, { developerId: owner.id, status: 'draft' })
  orderId = (await buyAndPay(test, player, game)).orderId
  tempKey = (await presign(owner, 'a.zip')).body.tempKey
})
afterAll(() => test.close())

async function everyone(player: Person, owner: Person): Promise<Record<Who, Client>> {
  const suspended = await signedIn(test, 'admin')
  await test.store.db
    .updateTable('accounts')
    .set({ suspended_at: new Date() })
    .where('id', '=', suspended.id)
    .execute()
  return {
    nobody: test.nobody,
    player,
    'other player': await signedIn(test),
    'owner developer': owner,
    'other developer': await signedIn(test, 'developer'),
    admin: await signedIn(test, 'admin'),
    suspended,
  }
}

type Row = {
  call: string
  callers?: () => Record<Who, Client>
  path: () => string
  body?: () => unknown
  answers: Partial<Record<Who, number>> & { else: number }
}

const SIGNED_IN = { nobody: 401, suspended: 401 }
const OWN = (status: number, otherwise: number) => ({
  ...SIGNED_IN,
  player: status,
  admin: status,
  else: otherwise,
})
const ADMIN = (status: number) => ({ ...SIGNED_IN, admin: status, else: 403 })
const random = () => randomUUID()

/** What each kind of caller is answered; a call of the contract without a row here fails the test. */
const ROWS: Row[] = [
  { call: 'GET /api/health', path: () => '/api/health', answers: { else: 200 } },
  { call: 'GET /api/ready', path: () => '/api/ready', answers: { else: 200 } },
  {
    call: 'POST /api/register-start',
    path: () => '/api/register-start',
    body: () => ({}),
    answers: { else: 400 },
  },
  {
    call: 'POST /api/verify-email',
    path: () => '/api/verify-email',
    body: () => ({}),
    answers: { else: 400 },
  },
  {
    call: 'POST /api/verify-resend',
    path: () => '/api/verify-resend',
    body: () => ({}),
    answers: { else: 400 },
  },
  {
    call: 'POST /api/login',
    path: () => '/api/login',
    body: () => ({ email: 'x@example.test', password: 'wrong-password' }),
    answers: { else: 401 },
  },
  { call: 'POST /api/refresh', path: () => '/api/refresh', answers: { else: 401 } },
  { call: 'POST /api/logout', path: () => '/api/logout', answers: { else: 200 } },
  {
    call: 'POST /api/forgot-password',
    path: () => '/api/forgot-password',
    body: () => ({ email: 'x@example.test' }),
    answers: { else: 200 },
  },
  {
    call: 'POST /api/reset-password',
    path: () => '/api/reset-password',
    body: () => ({}),
    answers: { else: 400 },
  },
  { call: 'GET /api/whoami', path: () => '/api/whoami', answers: { ...SIGNED_IN, else: 200 } },
  {
    call: 'PUT /api/settings',
    path: () => '/api/settings',
    body: () => ({ notifyPurchases: true, notifyUpdates: true }),
    answers: { ...SIGNED_IN, else: 200 },
  },
  {
    call: 'PUT /api/password',
    path: () => '/api/password',
    body: () => ({ password: 'wrong-password', newPassword: 'another-Secret-phrase-8' }),
    answers: { ...SIGNED_IN, else: 422 },
  },
  { call: 'GET /api/sessions', path: () => '/api/sessions', answers: { ...SIGNED_IN, else: 200 } },
  {
    call: 'DELETE /api/sessions/:id',
    path: () => `/api/sessions/${player.sessionId}`,
    callers: () => ({ ...people, player: leaving.player }),
    answers: { ...SIGNED_IN, else: 404 },
  },
  {
    call: 'DELETE /api/sessions',
    path: () => '/api/sessions',
    callers: () => leaving,
    answers: { ...SIGNED_IN, else: 200 },
  },
  { call: 'GET /api/users', path: () => '/api/users', answers: ADMIN(200) },
  { call: 'GET /api/admin/users.csv', path: () => '/api/admin/users.csv', answers: ADMIN(200) },
  { call: 'GET /api/admin/users/:id', path: () => `/api/admin/users/${player.id}`, answers: ADMIN(200) },
  {
    call: 'PATCH /api/admin/users/:id',
    path: () => `/api/admin/users/${random()}`,
    body: () => ({ role: 'admin', reason: 'Because' }),
    answers: ADMIN(404),
  },
  ...['sign-out', 'resend-verification', 'decline-developer'].map((deed) => ({
    call: `POST /api/admin/users/:id/${deed}`,
    path: () => `/api/admin/users/${random()}/${deed}`,
    body: () => ({ reason: 'Because' }),
    answers: ADMIN(404),
  })),
  { call: 'GET /api/admin/games', path: () => '/api/admin/games', answers: ADMIN(200) },
  ...['take-down', 'restore'].map((deed) => ({
    call: `POST /api/admin/games/:id/${deed}`,
    path: () => `/api/admin/games/${random()}/${deed}`,
    body: () => ({ reason: 'Because', illegal: true }),
    answers: ADMIN(404),
  })),
  { call: 'GET /api/admin/contacts', path: () => '/api/admin/contacts', answers: ADMIN(200) },
  {
    call: 'PUT /api/admin/contacts/:id',
    path: () => `/api/admin/contacts/${random()}`,
    body: () => ({ answered: true }),
    answers: ADMIN(404),
  },
  { call: 'GET /api/admin/analytics', path: () => '/api/admin/analytics', answers: ADMIN(200) },
  ...['/over-time', '.csv'].map((kind) => ({
    call: `GET /api/admin/analytics${kind}`,
    path: () => `/api/admin/analytics${kind}?from=2026-01-01&to=2026-01-31`,
    answers: ADMIN(200),
  })),
  {
    call: 'POST /api/games/:id/view',
    path: () => `/api/games/${game.id}/view`,
    body: () => ({}),
    answers: { else: 200 },
  },
  ...['analytics', 'analytics.csv', 'balance', 'earnings', 'earnings.csv'].map((figures) => ({
    call: `GET /api/dev/${figures}`,
    path: () => `/api/dev/${figures}?developerId=${owner.id}`,
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, 'other developer': 403, else: 200 },
  })),
  { call: 'GET /api/admin/audit', path: () => '/api/admin/audit', answers: ADMIN(200) },
  { call: 'GET /api/admin/audit.csv', path: () => '/api/admin/audit.csv', answers: ADMIN(200) },
  { call: 'GET /api/profile', path: () => '/api/profile', answers: { ...SIGNED_IN, else: 200 } },
  {
    call: 'PATCH /api/profile/:userId',
    path: () => `/api/profile/${owner.id}`,
    body: () => ({ bio: 'Makes games.' }),
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, 'other developer': 404, else: 200 },
  },
  { call: 'GET /api/profile/:id', path: () => `/api/profile/${owner.id}`, answers: { else: 200 } },
  {
    call: 'POST /api/profile/developer-request',
    path: () => '/api/profile/developer-request',
    answers: { ...SIGNED_IN, player: 200, 'other player': 200, else: 409 },
  },
  { call: 'POST /api/contact', path: () => '/api/contact', body: () => ({}), answers: { else: 400 } },
  { call: 'GET /api/games', path: () => '/api/games', answers: { else: 200 } },
  { call: 'GET /api/games/facets', path: () => '/api/games/facets', answers: { else: 200 } },
  { call: 'GET /api/games/suggest', path: () => '/api/games/suggest?q=ga', answers: { else: 200 } },
  {
    call: 'GET /api/games/:id',
    path: () => `/api/games/${draft.id}`,
    answers: { 'owner developer': 200, admin: 200, else: 404 },
  },
  {
    call: 'GET /api/my-games',
    path: () => '/api/my-games',
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, else: 200 },
  },
  {
    call: 'POST /api/games',
    path: () => '/api/games',
    body: () => form(),
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, else: 422 },
  },
  {
    call: 'POST /api/games/:id',
    path: () => `/api/games/${game.id}`,
    body: () => form(),
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, 'other developer': 404, else: 422 },
  },
  {
    call: 'POST /api/upload/temp-file',
    path: () => '/api/upload/temp-file',
    body: () => ({ filename: 'a.zip' }),
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, else: 200 },
  },
  {
    call: 'GET /api/upload/temp-file/:tempKey',
    path: () => `/api/upload/temp-file/${tempKey}`,
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, 'owner developer': 200, else: 404 },
  },
  {
    call: 'DELETE /api/upload/temp-file/:tempKey',
    path: () => '/api/upload/temp-file/unknown',
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, else: 404 },
  },
  {
    call: 'POST /api/upload/desc-image',
    path: () => '/api/upload/desc-image',
    body: () => form(),
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, else: 422 },
  },
  { call: 'GET /api/library', path: () => '/api/library', answers: { ...SIGNED_IN, else: 200 } },
  {
    call: 'POST /api/library/claim',
    path: () => '/api/library/claim',
    body: () => ({ gameId: random() }),
    answers: { ...SIGNED_IN, else: 404 },
  },
  {
    call: 'POST /api/library/:gameId/download',
    path: () => `/api/library/${game.id}/download`,
    body: () => ({ fileId: game.files[0]?.id }),
    answers: { ...OWN(200, 404), 'owner developer': 200 },
  },
  {
    call: 'GET /api/library/facets',
    path: () => '/api/library/facets',
    answers: { ...SIGNED_IN, else: 200 },
  },
  {
    call: 'GET /api/library/verify',
    path: () => `/api/library/verify?sha256=${'0'.repeat(64)}&name=game.zip&size=1`,
    answers: { ...SIGNED_IN, else: 200 },
  },
  {
    call: 'PATCH /api/library/:gameId',
    path: () => `/api/library/${game.id}`,
    body: () => ({ hidden: false }),
    answers: { ...SIGNED_IN, player: 200, else: 404 },
  },
  {
    call: 'POST /api/library/:gameId/link',
    path: () => `/api/library/${game.id}/link`,
    body: () => ({ fileId: game.files[0]?.id }),
    answers: { ...OWN(200, 404), 'owner developer': 200 },
  },
  {
    call: 'DELETE /api/library/:gameId/link/:fileId',
    path: () => `/api/library/${game.id}/link/${game.files[0]?.id}`,
    answers: { ...OWN(200, 404), 'owner developer': 200 },
  },
  { call: 'GET /api/download/:token', path: () => '/api/download/none', answers: { else: 404 } },
  { call: 'GET /api/games/:id/demo', path: () => `/api/games/${game.id}/demo`, answers: { else: 302 } },
  {
    call: 'POST /api/checkout',
    path: () => '/api/checkout',
    body: () => ({ gameId: random(), email: 'x@example.test', mode: 'base' }),
    answers: { ...SIGNED_IN, else: 422 },
  },
  {
    call: 'GET /api/checkout/minimum',
    path: () => '/api/checkout/minimum',
    answers: { ...SIGNED_IN, player: 403, 'other player': 403, else: 200 },
  },
  { call: 'GET /api/orders', path: () => '/api/orders', answers: { ...SIGNED_IN, else: 200 } },
  {
    call: 'GET /api/admin/orders.csv',
    path: () => '/api/admin/orders.csv',
    answers: { ...SIGNED_IN, admin: 200, else: 403 },
  },
  { call: 'GET /api/orders/:orderId', path: () => `/api/orders/${orderId}`, answers: OWN(200, 404) },
  {
    call: 'GET /api/order-status/:orderId',
    path: () => `/api/order-status/${orderId}`,
    answers: { else: 200 },
  },
  {
    call: 'POST /api/orders/:orderId/rest',
    path: () => `/api/orders/${orderId}/rest`,
    answers: { ...SIGNED_IN, player: 409, else: 404 },
  },
  {
    call: 'GET /api/admin/featured',
    path: () => '/api/admin/featured',
    answers: { ...SIGNED_IN, admin: 200, else: 403 },
  },
  {
    call: 'PUT /api/admin/featured',
    path: () => '/api/admin/featured',
    body: () => ({ gameIds: [] }),
    answers: { ...SIGNED_IN, admin: 200, else: 403 },
  },
  {
    call: 'GET /api/admin/payment-cases',
    path: () => '/api/admin/payment-cases',
    answers: { ...SIGNED_IN, admin: 200, else: 403 },
  },
  {
    call: 'POST /api/admin/payment-cases/:orderId/:kind/resolve',
    path: () => `/api/admin/payment-cases/${random()}/overpaid/resolve`,
    body: () => ({ note: 'Given back.' }),
    answers: { ...SIGNED_IN, admin: 404, else: 403 },
  },
  {
    call: 'POST /api/webhooks/:provider',
    path: () => '/api/webhooks/sandbox',
    body: () => ({}),
    answers: { else: 401 },
  },
  {
    call: 'GET /sandbox/invoice/:id/state',
    path: () => '/sandbox/invoice/none/state',
    answers: { else: 404 },
  },
  {
    call: 'POST /sandbox/invoice/:id/simulate',
    path: () => '/sandbox/invoice/none/simulate',
    body: () => ({ event: 'pay' }),
    answers: { else: 404 },
  },
  {
    call: 'POST /sandbox/api/invoices',
    path: () => '/sandbox/api/invoices',
    body: () => ({
      orderId: 'x',
      amount: 1,
      currency: 'USD',
      description: '',
      successUrl: '',
      cancelUrl: '',
      expiresInSeconds: 1,
    }),
    answers: { else: 401 },
  },
  {
    call: 'GET /sandbox/api/invoices',
    path: () => '/sandbox/api/invoices?orderId=x',
    answers: { else: 401 },
  },
]

function form(): FormData {
  const data = new FormData()
  data.append('status', 'published')
  return data
}

const send = (client: Client, { call, path, body }: Row) => {
  const method = call.split(' ')[0] ?? 'GET'
  const given = body?.()
  if (given instanceof FormData) return client.send(method, path(), { body: given })
  return client.send(
    method,
    path(),
    given === undefined
      ? {}
      : { body: JSON.stringify(given), headers: { 'content-type': 'application/json' } },
  )
}

it('B1 has a row for every call of the contract, and serves each', async () => {
  expect(ROWS.map((row) => row.call).sort()).toEqual(servedCalls(test.store.config).sort())
  const documented = (await test.nobody.get('/api/docs/json')).body.paths as Record<string, object>
  for (const name of servedCalls(test.store.config).filter((each) => each.includes(' /api/'))) {
    const [method = '', path = ''] = name.split(' ')
    expect(documented[path.replace(/:(\w+)/g, '{$1}')], name).toHaveProperty(method.toLowerCase())
  }
})

it.each(ROWS)('B1 $call', async (row) => {
  for (const who of WHO) {
    const answer = await send((row.callers?.() ?? people)[who], row)
    expect(`${who} ${answer.status}`, answer.text.slice(0, 200)).toBe(
      `${who} ${row.answers[who] ?? row.answers.else}`,
    )
  }
})

it("B2 answers for what is another's as for what does not exist", async () => {
  const stranger = people['other player']
  const pairs: [string, string][] = [
    [`/api/orders/${orderId}`, `/api/orders/${random()}`],
    [`/api/games/${draft.id}`, `/api/games/${random()}`],
  ]
  for (const [theirs, nothing] of pairs) {
    const [one, other] = [await stranger.get(theirs), await stranger.get(nothing)]
    expect(one.status).toBe(404)
    expect(one.body).toEqual(other.body)
  }
  const download = (fileId: string | undefined) =>
    stranger.post(`/api/library/${game.id}/download`, { fileId })
  expect((await download(game.files[0]?.id)).body).toEqual((await download(random())).body)
  expect((await stranger.get('/api/orders')).body).toEqual([])
})

const EXTRA = {
  role: 'admin',
  isAdmin: true,
  status: 'PAID',
  developerId: random(),
  totalSales: 9,
  emailVerified: true,
  verified_at: '2020-01-01',
  _id: random(),
  constructor: 'x',
}

it('B3 drops every field that a call does not know', async () => {
  const email = `mass-${random().slice(0, 8)}@example.test`
  await test.nobody.post('/api/register-start', {
    username: `m_${random().slice(0, 8)}`,
    email,
    password: 'Correct-horse-9',
    notifyPurchases: true,
    notifyUpdates: false,
    ...EXTRA,
  })
  const row = await test.store.db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ role: 'player', verified_at: null })

  const before = (await player.get('/api/whoami')).body
  await player.send('PUT', '/api/settings', {
    body: JSON.stringify({ notifyPurchases: false, notifyUpdates: true, ...EXTRA }),
    headers: { 'content-type': 'application/json' },
  })
  expect((await player.get('/api/whoami')).body).toEqual({
    ...before,
    notifyPurchases: false,
    notifyUpdates: true,
  })

  const fresh = await signedIn(test)
  const { body } = await fresh.post('/api/checkout', {
    gameId: game.id,
    email: fresh.email,
    mode: 'base',
    ...EXTRA,
  })
  expect((await fresh.get(`/api/orders/${body.orderId}`)).body.status).toBe('CREATED')
})

it('B4 answers with the listed fields alone: no hash, code, key, wallet or other e-mail', async () => {
  await test.store.db
    .updateTable('accounts')
    .set({ wallet: 'PLANTED-WALLET' })
    .where('id', '=', owner.id)
    .execute()
  const hash = (
    await test.store.db
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', player.id)
      .executeTakeFirstOrThrow()
  ).password_hash
  const keys = (await test.store.db.selectFrom('file_builds').select('storage_key').execute()).map(
    (row) => row.storage_key,
  )
  const texts: string[] = []
  for (const who of WHO)
    for (const path of [
      '/api/games',
      `/api/games/${game.id}`,
      '/api/my-games',
      '/api/library',
      '/api/orders',
      '/api/whoami',
      `/api/orders/${orderId}`,
      `/api/profile/${owner.id}`,
      '/api/sessions',
    ])
      texts.push((await people[who].get(path)).text)
  const all = texts.join('\n')
  for (const secret of [hash, 'PLANTED-WALLET', PASSWORD, ...keys]) expect(all).not.toContain(secret)
  expect((await test.nobody.get(`/api/games/${game.id}`)).text).not.toContain('@')
  expect(Object.keys((await player.get('/api/whoami')).body).sort()).toEqual(
    Object.keys(calls['GET /api/whoami'].answer.shape).sort(),
  )
})

it.each([
  '?sort=password_hash',
  '?sort=title&sort=new',
  '?q=a&q=b',
  '?device=Web&device=Linux',
  '?limit=0',
  '?limit=1e9',
  '?limit=abc',
  '?after=%00',
  '?after=eyJ2YWx1ZSI6IngiLCJpZCI6IngifQ',
  '?price=1;drop',
  '?category=ALL',
])('B5 refuses the filter %s', async (query) => {
  expect([400, 422]).toContain((await test.nobody.get(`/api/games${query}`)).status)
})

it('B5 reads a filter as text, never as a pattern or a statement', async () => {
  for (const q of ["' or 1=1 --", '%', '_', '\\', '!&|()', ':*', '<->', 'a'.repeat(100)])
    expect((await test.nobody.get(`/api/games?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
  expect((await test.nobody.get('/api/games?tag=%25')).body).toEqual([])
})

it('C7 checks ownership at the moment of the answer', async () => {
  const june = await signedIn(test)
  const [base, extra] = game.files
  const download = (fileId: string | undefined) => june.post(`/api/library/${game.id}/download`, { fileId })
  await buy(june, game)
  expect((await download(base?.id)).status).toBe(404)
  await buyAndPay(test, june, game)
  expect((await download(base?.id)).status).toBe(200)
  expect((await download(extra?.id)).status).toBe(404)
  await test.store.db.deleteFrom('grants').where('account_id', '=', june.id).execute()
  expect((await download(base?.id)).status).toBe(404)
})

it('C7 claims free games once, and only free ones', async () => {
  const june = await signedIn(test)
  const free = await addGame(test, { developerId: owner.id, priceCents: 0 })
  expect((await june.post('/api/library/claim', { gameId: game.id })).status).toBe(403)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => june.post('/api/library/claim', { gameId: free.id })),
  )
  expect(answers.filter((answer) => answer.body.added)).toHaveLength(1)
  expect((await june.get('/api/library')).body).toHaveLength(1)
})
