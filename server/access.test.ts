import { randomUUID } from 'node:crypto'
import { type Access, admits, type Caller } from '@nofiller/contract/access'
import { type CallName, calls } from '@nofiller/contract/calls'
import { NO_LIMITS } from '@nofiller/contract/content-limits/limit-rules'
import { beforeAll, expect, it } from 'vitest'
import { browserOf } from './testing/browser.ts'
import { buy, buyAndPay } from './testing/buying.ts'
import type { Client } from './testing/client.ts'
import { presign } from './testing/fixtures/game-form.ts'
import { addGame, type TestGame } from './testing/fixtures/games.ts'
import { PASSWORD, type Person, SELL_REQUEST, signedIn, usePerson } from './testing/fixtures/people.ts'
import { addPayoutAddress, addSale } from './testing/fixtures/sales.ts'
import { eventually, useTestStore } from './testing/store.ts'

const test = useTestStore()
let people: Record<Who, Client>
/** The same kinds of callers, for what ends their sessions. */
let leaving: Record<Who, Client>
/** And for what closes their accounts. */
let closing: Record<Who, Client>
const player = usePerson(test)
const owner = usePerson(test, 'developer')
let game: TestGame
let draft: TestGame
let archived: TestGame
let orderId: string
let payToken: string
let tempKey: string
let payoutId: string
let releaseId: string
let postId: string

/** As whom the contract's matrix knows each. */
const WHO = {
  nobody: 'nobody',
  suspended: 'nobody',
  player: 'player',
  'other player': 'player',
  owner: 'developer',
  'other developer': 'developer',
  admin: 'admin',
} as const satisfies Record<string, Caller>
type Who = keyof typeof WHO
const everybody = Object.keys(WHO) as Who[] // it has no others

beforeAll(async () => {
  people = await everyone(player, owner)
  leaving = await everyone(await signedIn(test), await signedIn(test, 'developer'))
  closing = await everyone(await signedIn(test), await signedIn(test, 'developer'))
  game = await addGame(test, {
    developerId: owner.id,
    files: [{}, { customPriceCents: 300 }, { kind: 'demo' }],
  })
  draft = await addGame(test, { developerId: owner.id, status: 'draft' })
  archived = await addGame(test, { developerId: owner.id, status: 'draft' })
  const order = await buyAndPay(test, player, game)
  orderId = order.orderId
  payToken = order.payToken
  tempKey = (await presign(owner, 'a.zip')).body.tempKey
  const soldAt = new Date(Date.now() - 10 * 86_400_000)
  await addSale(test, player, game, { developerId: owner.id, cents: 9_000, soldAt })
  await addPayoutAddress(test, owner.id)
  releaseId = (await owner.get(`/api/dev/games/${game.id}/releases`)).body[0].id
  postId = (await owner.post(`/api/games/${game.id}/posts`, { title: 'Chapter two' })).body.id
  payoutId = (await owner.post('/api/dev/payouts', {})).body._id
})

async function everyone(player: Person, owner: Person): Promise<Record<Who, Client>> {
  const suspended = await signedIn(test, 'admin')
  await test.sql`update accounts set suspended_at = now() where id = ${suspended.id}`
  return {
    nobody: test.nobody,
    suspended,
    player,
    'other player': await signedIn(test),
    owner,
    'other developer': await signedIn(test, 'developer'),
    admin: await signedIn(test, 'admin'),
  }
}

/** A request, and its response for those with access by the contract; all others get 401 or 403. */
type Row = {
  /** The URL's parameters; a missing one is an id that nothing has. */
  params?: Record<string, string | undefined>
  query?: string
  body?: unknown
  callers?: Record<Who, Client>
  gets: number
  /** The owner of the requested data, if it has one. */
  only?: readonly Who[]
  /** The response for the others with access: mostly as for missing data. */
  others?: number
}

const random = () => randomUUID()
const NO_BUNDLE = { title: '', price: null, gameIds: [] }
const NO_CODE = { code: 'x', percent: 0, amount: null, uses: null, isOnce: true, endsAt: null, gameIds: [] }
const ENDPOINT = { url: 'https://a.example/hook', types: ['order.paid'] }
const NO_SALE = {
  name: '',
  percent: 30,
  price: null,
  beginsAt: '2026-01-01T00:00:00Z',
  endsAt: '2026-01-02T00:00:00Z',
}

function form(): FormData {
  const data = new FormData()
  data.append('status', 'published')
  return data
}

function rowOf(name: CallName): Row {
  const ofGame = { params: { id: game.id } }
  const bought = { params: { gameId: game.id, fileId: game.files[0]?.id } }
  const fileOfBought = { ...bought, body: { fileId: game.files[0]?.id } }
  const reason = { body: { reason: 'Because', illegal: true } }
  const days = 'from=2026-01-01&to=2026-01-31'
  const figures: Row = { query: `developerId=${owner.id}`, gets: 200, only: ['owner', 'admin'], others: 403 }
  const ofRelease = { params: { releaseId } }
  const ofPost = { params: { postId } }
  const ofPayout: Row = { params: { id: payoutId }, gets: 200, only: ['owner', 'admin'] }
  const rows: Record<CallName, Row> = {
    'GET /api/health': { gets: 200 },
    'GET /api/ready': { gets: 200 },
    'GET /api/transparency.csv': { gets: 200 },

    'GET /api/blocks': { gets: 200 },
    'PUT /api/blocks/:kind/:id': { params: { kind: 'game' }, gets: 404 },
    'DELETE /api/blocks/:kind/:id': { params: { kind: 'game' }, gets: 200 },

    'POST /api/register-start': { body: {}, gets: 400 },
    'GET /api/registration': { gets: 200 },
    'POST /api/verify-email': { body: {}, gets: 400 },
    'POST /api/verify-resend': { body: {}, gets: 400 },
    'POST /api/login': { body: { email: 'x@example.test', password: 'wrong-password' }, gets: 401 },
    'POST /api/refresh': { gets: 401 },
    'POST /api/logout': { gets: 200 },
    'POST /api/forgot-password': { body: { email: 'x@example.test' }, gets: 200 },
    'POST /api/reset-password': { body: {}, gets: 400 },
    'POST /api/login/passkey/options': { gets: 200 },
    'POST /api/login/passkey': { body: {}, gets: 400 },
    'POST /api/login/second-factor': { body: { code: '123456' }, gets: 401 },
    'GET /api/second-factor': { gets: 200 },
    'GET /api/remembered-devices': { gets: 200 },
    'DELETE /api/remembered-devices/:id': { gets: 404 },
    'POST /api/second-factor/setup': { body: { password: 'wrong-password' }, gets: 422 },
    'POST /api/second-factor': { body: { code: '123456' }, gets: 400 },
    'DELETE /api/second-factor': { body: { password: 'wrong-password', code: '123456' }, gets: 422 },
    'POST /api/second-factor/recovery-codes': {
      body: { password: 'wrong-password', code: '123456' },
      gets: 422,
    },
    'GET /api/passkeys': { gets: 200 },
    'POST /api/passkeys/options': { gets: 200 },
    'POST /api/passkeys': { body: {}, gets: 400 },
    'PATCH /api/passkeys/:id': { body: { name: 'Phone' }, gets: 404 },
    'DELETE /api/passkeys/:id': { gets: 404 },
    'POST /api/take-back/look': { body: { link: 'undo', token: 'none' }, gets: 400 },
    'POST /api/take-back': { body: { link: 'undo', token: 'none', remove: [] }, gets: 400 },
    'POST /api/take-back/lost': { body: { link: 'not-me', token: 'none' }, gets: 400 },
    'GET /api/whoami': { gets: 200 },
    'PUT /api/settings': { body: { notifyPurchases: true, notifyUpdates: true }, gets: 200 },
    'GET /api/limits': { gets: 200 },
    'PUT /api/limits': { body: NO_LIMITS, gets: 200 },
    'GET /api/email-change': { gets: 200 },
    'POST /api/email-change': { body: { email: 'new@example.test', password: 'wrong' }, gets: 422 },
    'DELETE /api/email-change': { gets: 200 },
    'POST /api/email-change/confirm': { body: { token: 'none' }, gets: 400 },
    'GET /api/reauthentication': { gets: 200 },
    'POST /api/reauthentication': { body: { password: 'wrong' }, gets: 422 },
    'POST /api/reauthentication/passkey/options': { gets: 200 },
    'POST /api/reauthentication/passkey': { body: {}, gets: 400 },
    'PUT /api/password': {
      body: { password: 'wrong-password', newPassword: 'another-Secret-phrase-8' },
      gets: 422,
    },
    'GET /api/security-events': { gets: 200 },
    'GET /api/sessions': { gets: 200 },
    'DELETE /api/sessions/:id': { params: { id: player.sessionId }, callers: leaving, gets: 404 },
    'DELETE /api/sessions': { callers: leaving, gets: 200 },

    'GET /api/account/bounce': { gets: 200 },
    'DELETE /api/account/bounce': { gets: 200 },
    'GET /api/admin/malware': { gets: 200 },
    'POST /api/admin/builds/:id/clear-malware': { ...reason, gets: 404 },
    'POST /api/admin/users/:id/lift-bounce': { ...reason, gets: 404 },
    'POST /api/webhooks/mail': { body: {}, gets: 401 },
    'GET /api/account/export': { gets: 200 },
    'POST /api/account/export': { callers: closing, gets: 200 },
    'POST /api/account/export/download': { gets: 404 },
    'GET /api/account/deletion': { gets: 200 },
    'POST /api/account/deletion': {
      callers: closing,
      body: {},
      gets: 200,
      only: ['player', 'other player', 'owner', 'other developer'],
      others: 409,
    },
    'DELETE /api/account/deletion': { gets: 200 },

    'GET /api/profile': { gets: 200 },
    'GET /api/profile/:id': { params: { id: owner.id }, gets: 200 },
    'PATCH /api/profile/:id': {
      params: { id: owner.id },
      body: { bio: 'Makes games.' },
      gets: 200,
      only: ['owner', 'admin'],
    },
    'GET /api/sell-request': { gets: 200 },
    'POST /api/sell-request': {
      body: SELL_REQUEST,
      gets: 200,
      only: ['player', 'other player'],
      others: 409,
    },
    'POST /api/contact': { body: {}, gets: 400 },
    'POST /api/reports': { body: {}, gets: 400 },
    'POST /api/confirmations/waiting': { body: { token: 'x' }, gets: 400 },
    'POST /api/reports/confirm': { body: { token: 'x' }, gets: 400 },
    'POST /api/reports/:number/appeal': {
      params: { number: 'R-9' },
      body: { text: 'The second scene is still there.' },
      gets: 404,
    },
    'GET /api/reports/mine': { gets: 200 },
    'POST /api/copyright/notices': { body: {}, gets: 400 },
    'POST /api/copyright/withdraw': { body: { token: 'x' }, gets: 400 },
    'GET /api/copyright/notices/:number': { params: { number: 'C-9' }, gets: 404 },
    'POST /api/copyright/notices/:number/counter': { params: { number: 'C-9' }, body: {}, gets: 400 },
    'GET /api/admin/copyright': { gets: 200 },
    'POST /api/admin/copyright': { body: {}, gets: 400 },
    'GET /api/admin/copyright/:number': { params: { number: 'C-9' }, gets: 404 },
    'POST /api/admin/copyright/:number/decision': {
      params: { number: 'C-9' },
      body: { kind: 'accept' },
      gets: 404,
    },
    'POST /api/admin/copyright/:number/court': { params: { number: 'C-9' }, body: form(), gets: 400 },
    'POST /api/admin/copyright/:number/court/document': { params: { number: 'C-9' }, gets: 404 },
    'GET /api/admin/reports': { gets: 200 },
    'GET /api/admin/reports/summary': { gets: 200 },
    'GET /api/admin/reports/:id': { gets: 404 },
    'POST /api/admin/reports/:id/evidence': { gets: 404 },
    'POST /api/admin/reports/:id/pictures/:pictureId': { gets: 404 },
    'POST /api/admin/reports/:id/writer': { gets: 404 },
    'POST /api/admin/reports/:id/decision': {
      body: {
        kind: 'leave',
        rule: null,
        assets: [],
        answer: 'Nothing in it breaks a rule of ours, so it stays.',
        revision: '',
      },
      gets: 404,
    },
    'POST /api/admin/reports/:id/unfounded': { body: { number: 'R-9', reason: 'Because' }, gets: 404 },
    'GET /api/admin/sealed': { gets: 200 },
    'PUT /api/admin/sealed/:gameId/authority-report': {
      body: { authority: 'NCMEC', reference: 'CT-1', reportedOn: '2026-01-02' },
      gets: 404,
    },
    'PUT /api/admin/sealed/:gameId/legal-hold': { body: { held: true, reason: 'Because' }, gets: 404 },
    'POST /api/admin/sealed/:gameId/destruction': { gets: 404 },
    'POST /api/admin/sealed/:gameId/destruction/confirm': { gets: 404 },
    'PUT /api/admin/users/:id/safety': { body: { safety: true, reason: 'Because' }, gets: 404 },

    'GET /api/games': { gets: 200 },
    'GET /api/games/facets': { gets: 200 },
    'GET /api/games/suggest': { query: 'q=ga', gets: 200 },
    'GET /api/games/:id': { params: { id: draft.id }, gets: 200, only: ['owner', 'admin'] },
    'GET /api/games/:id/demo': { ...ofGame, gets: 302 },
    'POST /api/games/:id/view': { ...ofGame, body: {}, gets: 200 },

    'GET /api/my-games': { gets: 200 },
    'POST /api/games': { body: form(), gets: 422 },
    'POST /api/games/:id': { ...ofGame, body: form(), gets: 422, only: ['owner', 'admin'] },
    'POST /api/games/:id/archive': { params: { id: archived.id }, gets: 200, only: ['owner', 'admin'] },
    'DELETE /api/games/:id/archive': { params: { id: archived.id }, gets: 200, only: ['owner', 'admin'] },
    'GET /api/games/:id/releases': { ...ofGame, gets: 200 },
    'GET /api/games/:id/latest': { ...ofGame, gets: 200 },
    'GET /api/dev/games/:id': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'GET /api/dev/games/:id/seen-by': { params: { id: draft.id }, gets: 200, only: ['owner', 'admin'] },
    'GET /api/dev/games/:id/storage': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'PUT /api/games/:id/old-builds': {
      ...ofGame,
      body: { oldBuilds: null },
      gets: 200,
      only: ['owner', 'admin'],
    },
    'PUT /api/games/:id/access': {
      ...ofGame,
      body: { visibility: 'public', onDeveloperPage: false, notForSale: false },
      gets: 200,
      only: ['owner', 'admin'],
    },
    'PUT /api/admin/games/:id/storage': {
      ...ofGame,
      body: { maxBytes: 2 ** 40, reason: 'Because' },
      gets: 200,
    },
    'GET /api/dev/games/:id/next-release': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'GET /api/dev/games/:id/releases': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'POST /api/games/:id/releases': { ...ofGame, body: {}, gets: 200, only: ['owner', 'admin'] },
    'GET /api/releases/:releaseId': { ...ofRelease, gets: 200, only: ['owner', 'admin'] },
    'PUT /api/releases/:releaseId': { ...ofRelease, body: {}, gets: 409, only: ['owner', 'admin'] },
    'DELETE /api/releases/:releaseId': { ...ofRelease, gets: 409, only: ['owner', 'admin'] },
    'PATCH /api/releases/:releaseId/notes': { ...ofRelease, body: {}, gets: 200, only: ['owner', 'admin'] },
    'POST /api/releases/:releaseId/live': { ...ofRelease, body: {}, gets: 409, only: ['owner', 'admin'] },
    'DELETE /api/releases/:releaseId/live': { ...ofRelease, gets: 409, only: ['owner', 'admin'] },
    'PUT /api/releases/:releaseId/steps': {
      ...ofRelease,
      body: { steps: [{ audience: 'owners' }] },
      gets: 409,
      only: ['owner', 'admin'],
    },
    'GET /api/dev/games/:id/supporters': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'PUT /api/games/:id/supporters': {
      ...ofGame,
      body: { offer: null },
      gets: 200,
      only: ['owner', 'admin'],
    },
    'POST /api/releases/:releaseId/withdraw': {
      ...ofRelease,
      ...reason,
      gets: 409,
      only: ['owner', 'admin'],
    },
    'POST /api/releases/:releaseId/rollback': {
      ...ofRelease,
      ...reason,
      gets: 409,
      only: ['owner', 'admin'],
    },
    'GET /api/games/:id/reviews': { ...ofGame, gets: 200 },
    'GET /api/games/:id/review': { ...ofGame, gets: 200 },
    'PUT /api/games/:id/review': { ...ofGame, body: { recommends: true }, gets: 403 },
    'DELETE /api/games/:id/review': { ...ofGame, gets: 204 },
    'PUT /api/reviews/:id/helpful': { gets: 404 },
    'DELETE /api/reviews/:id/helpful': { gets: 204 },
    'PUT /api/reviews/:id/answer': { body: { text: 'Thank you.' }, gets: 404 },
    'DELETE /api/reviews/:id/answer': { gets: 404 },
    'GET /api/mutes': { gets: 200 },
    'DELETE /api/mutes/:id': { gets: 204 },
    'GET /api/games/:id/muted-reviews': { ...ofGame, gets: 200 },
    'PUT /api/reviews/:id/mute': { gets: 404 },
    'DELETE /api/reviews/:id/mute': { gets: 204 },
    'GET /api/pen-name': { gets: 200 },
    'PUT /api/pen-name': { body: { penName: '' }, gets: 422 },
    'GET /api/dev/games/:id/reviews': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'GET /api/dev/games/:id/review-figures': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'GET /api/my-reviews': { gets: 200 },
    'GET /api/games/:id/review-weeks': { ...ofGame, gets: 200 },
    'GET /api/admin/review-surges': { gets: 200 },
    'POST /api/admin/review-surges/:id/decision': {
      body: {
        state: 'normal',
        from: '2026-11-20',
        until: '2026-11-20',
        reason: 'It was looked at, and is as it should be: nothing to do.',
      },
      gets: 404,
    },
    'GET /api/admin/held-reviews': { gets: 200 },
    'POST /api/admin/held-reviews/:id/decision': {
      body: { outcome: 'release', reason: 'It was looked at, and is as it should be: nothing to do.' },
      gets: 404,
    },
    'GET /api/games/:id/posts': { ...ofGame, gets: 200 },
    'GET /api/posts/:postId': { ...ofPost, gets: 404 },
    'GET /api/dev/games/:id/posts': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'GET /api/dev/games/:id/reach': { ...ofGame, gets: 200, only: ['owner', 'admin'] },
    'GET /api/dev/posts/:postId': { ...ofPost, gets: 200, only: ['owner', 'admin'] },
    'POST /api/games/:id/posts': { ...ofGame, body: {}, gets: 200, only: ['owner', 'admin'] },
    'PATCH /api/posts/:postId': { ...ofPost, body: {}, gets: 200, only: ['owner', 'admin'] },
    'POST /api/posts/:postId/live': { ...ofPost, body: {}, gets: 403, only: ['owner', 'admin'] },
    'DELETE /api/posts/:postId/live': { ...ofPost, gets: 200, only: ['owner', 'admin'] },
    'DELETE /api/posts/:postId': { gets: 404 },
    'POST /api/games/:id/preflight': { params: { id: draft.id }, gets: 200, only: ['owner', 'admin'] },
    'POST /api/games/:id/preflight/acknowledgements': {
      params: { id: draft.id },
      body: { id: 'alt-missing', where: 'screenshots' },
      gets: 404,
    },
    'DELETE /api/games/:id/preflight/acknowledgements': {
      params: { id: draft.id },
      body: { id: 'alt-missing', where: 'screenshots' },
      gets: 200,
      only: ['owner', 'admin'],
    },
    'PUT /api/games/:id/explicit-card': {
      params: { id: draft.id },
      body: { explicit: false },
      gets: 200,
      only: ['owner', 'admin'],
    },
    'POST /api/upload/temp-file': { body: { filename: 'a.zip' }, gets: 200 },
    'GET /api/upload/temp-file/:tempKey': { params: { tempKey }, gets: 200, only: ['owner'] },
    'DELETE /api/upload/temp-file/:tempKey': { gets: 404 },
    'POST /api/upload/desc-image': { body: form(), gets: 422 },

    'GET /api/library': { gets: 200 },
    'GET /api/library/facets': { gets: 200 },
    'GET /api/library/verify': { query: `sha256=${'0'.repeat(64)}&name=game.zip&size=1`, gets: 200 },
    'GET /api/feed': { gets: 200 },
    'POST /api/feed': { gets: 200 },
    'DELETE /api/feed': { gets: 204 },
    'GET /api/follows': { gets: 200 },
    'PUT /api/follows/:kind/:id': { params: { kind: 'game' }, gets: 404 },
    'DELETE /api/follows/:kind/:id': { params: { kind: 'game' }, gets: 204 },
    'GET /api/follows/devices': { gets: 200 },
    'PUT /api/follows/devices': { body: { devices: [] }, gets: 204 },
    'GET /api/notices': { gets: 200 },
    'GET /api/notices/unread': { gets: 200 },
    'POST /api/notices/read': { body: { all: true }, gets: 200 },
    'GET /api/notice-preferences': { gets: 200 },
    'PUT /api/notice-preferences': { body: { topics: [] }, gets: 200 },
    'GET /api/notices/games': { gets: 200 },
    'PUT /api/notices/games': { body: { gameIds: [random()], isMuted: true }, gets: 200 },
    'DELETE /api/orders/:orderId/left-wishlist': { params: { orderId: random() }, gets: 204 },
    'GET /api/wishlist': { gets: 200 },
    'GET /api/wishlist/summary': { gets: 200 },
    'GET /api/wishlist/ids': { gets: 200 },
    'PUT /api/wishlist/:gameId': { params: { gameId: random() }, gets: 404 },
    'DELETE /api/wishlist/:gameId': { params: { gameId: random() }, gets: 204 },
    'GET /api/suggestions': { gets: 200 },
    'GET /api/suggestion-consents': { gets: 200 },
    'PUT /api/suggestion-consents': { body: { isCounted: false, page: '/library' }, gets: 200 },
    'POST /api/wishlist/merge': { body: { games: [] }, gets: 200 },
    'POST /api/wishlist/look-up': { body: { games: [] }, gets: 200 },
    'POST /api/viewed-games/look-up': { body: { gameIds: [] }, gets: 200 },
    'POST /api/library/claim': { body: { gameId: random() }, gets: 404 },
    'PATCH /api/library/:gameId': { ...bought, body: { hidden: false }, gets: 200, only: ['player'] },
    'PUT /api/library/:gameId/version': {
      ...fileOfBought,
      body: { fileId: random(), buildId: random() },
      gets: 404,
    },
    'PUT /api/library/:gameId/updates': { ...bought, body: { muted: false }, gets: 200, only: ['player'] },
    'POST /api/library/skip-updates': { gets: 200 },
    'POST /api/library/:gameId/download': { ...fileOfBought, gets: 200, only: ['player', 'owner', 'admin'] },
    'POST /api/library/:gameId/link': { ...fileOfBought, gets: 200, only: ['player', 'owner', 'admin'] },
    'DELETE /api/library/:gameId/link/:fileId': { ...bought, gets: 200, only: ['player', 'owner', 'admin'] },
    'GET /api/download/:token': { gets: 404 },
    'GET /api/order-download/:token': { gets: 404 },

    'GET /api/basket': { gets: 200 },
    'POST /api/basket': { body: { goods: [{ gameId: random() }] }, gets: 404 },
    'POST /api/basket/merge': { body: { items: [] }, gets: 200 },
    'POST /api/basket/settle': { body: { shown: [] }, gets: 200 },
    'PATCH /api/basket/:id': { body: { isLater: true }, gets: 404 },
    'DELETE /api/basket/:id': { gets: 200 },
    'POST /api/basket/look-up': { body: { items: [] }, gets: 200 },

    'POST /api/checkout': { body: { gameId: random(), email: 'x@example.test', mode: 'base' }, gets: 422 },
    'GET /api/checkout/minimum': { gets: 200 },
    'GET /api/orders': { gets: 200 },
    'GET /api/orders/:orderId': { params: { orderId }, gets: 200, only: ['player', 'admin'] },
    'GET /api/order-status/:orderId': { params: { orderId }, gets: 200 },
    'GET /api/order-status/:orderId/events': { params: { orderId: random() }, gets: 404 },
    'GET /api/payments/:payToken': { params: { payToken }, gets: 200 },
    'GET /api/payments/:payToken/events': { params: { payToken: 'unknown' }, gets: 404 },
    'GET /api/payments/:payToken/coins': { params: { payToken }, gets: 200 },
    'POST /api/payments/:payToken/coin': { params: { payToken }, body: { coin: 'SOL' }, gets: 409 },
    'POST /api/orders/:orderId/rest': { params: { orderId }, gets: 409, only: ['player'] },
    'POST /api/webhooks/payouts/:provider': { params: { provider: 'nowpayments' }, body: {}, gets: 401 },
    'POST /api/webhooks/:provider': { params: { provider: 'sandbox' }, body: {}, gets: 401 },

    'GET /api/dev/analytics': figures,
    'GET /api/dev/analytics.csv': figures,
    'GET /api/dev/balance': figures,
    'GET /api/dev/earnings': figures,
    'GET /api/dev/earnings.csv': figures,

    'GET /api/endpoints': { gets: 200 },
    'POST /api/endpoints': { body: { ...ENDPOINT, url: 'http://a.example' }, gets: 422 },
    'PUT /api/endpoints/:id': { params: { id: random() }, body: ENDPOINT, gets: 404 },
    'PATCH /api/endpoints/:id': { params: { id: random() }, body: { paused: true }, gets: 404 },
    'DELETE /api/endpoints/:id': { params: { id: random() }, gets: 404 },
    'POST /api/endpoints/:id/secret': { params: { id: random() }, gets: 404 },
    'POST /api/endpoints/:id/test': { params: { id: random() }, gets: 404 },
    'GET /api/endpoints/deliveries': { gets: 200 },
    'GET /api/endpoints/:id/deliveries': { params: { id: random() }, gets: 404 },
    'POST /api/endpoints/:id/redeliver': {
      params: { id: random() },
      body: { deliveryId: random() },
      gets: 404,
    },

    'GET /api/dev/sales': { gets: 200 },
    'GET /api/dev/share': { query: 'prices=1000', gets: 200 },
    'POST /api/dev/sales': { body: { ...NO_SALE, gameIds: [] }, gets: 422 },
    'POST /api/dev/sales/:id': { params: { id: random() }, body: { ...NO_SALE, gameIds: [] }, gets: 422 },
    'POST /api/dev/sales/:id/games': { params: { id: random() }, body: { gameIds: [] }, gets: 404 },
    'POST /api/dev/sales/:id/end': { params: { id: random() }, gets: 404 },
    'POST /api/admin/sales': { body: NO_SALE, gets: 422 },
    'POST /api/discount-codes/check': { body: { code: 'NONE', goods: [{ gameId: random() }] }, gets: 400 },
    'GET /api/bundles': { gets: 200 },
    'GET /api/bundles/:slug': { params: { slug: 'none' }, gets: 404 },
    'GET /api/dev/bundles': { gets: 200 },
    'POST /api/dev/bundles': { body: NO_BUNDLE, gets: 422 },
    'POST /api/dev/bundles/:id': { params: { id: random() }, body: NO_BUNDLE, gets: 404 },
    'POST /api/dev/bundles/:id/end': { params: { id: random() }, gets: 404 },
    'GET /api/dev/discount-codes': { gets: 200 },
    'POST /api/dev/discount-codes': { body: NO_CODE, gets: 422 },
    'POST /api/admin/discount-codes': { body: NO_CODE, gets: 422 },
    'POST /api/dev/discount-codes/:id/end': { params: { id: random() }, gets: 404 },

    'GET /api/dev/payouts/summary': figures,
    'GET /api/dev/payouts': figures,
    'POST /api/dev/payouts': { body: {}, gets: 409 },
    'GET /api/payout-address': { gets: 200 },
    'PUT /api/payout-address': { body: { coin: 'BTC', address: 'x', password: 'x' }, gets: 422 },
    'POST /api/payout-freeze': { body: { token: 'x' }, gets: 400 },
    'POST /api/login/second-factor/lost': { gets: 401 },
    'POST /api/second-factor/removal': { body: { token: 'x' }, gets: 400 },
    'POST /api/second-factor/removal/stop': { body: { token: 'x' }, gets: 400 },
    'DELETE /api/second-factor/removal': { gets: 200 },
    'POST /api/admin/users/:id/unfreeze-payouts': { ...reason, gets: 404 },
    'GET /api/payouts/:id': ofPayout,
    'GET /api/payouts/:id/lines': ofPayout,
    'GET /api/payouts/:id/statement.csv': ofPayout,
    'GET /api/admin/payouts/summary': { gets: 200 },
    'GET /api/admin/payouts': { gets: 200 },
    'GET /api/admin/payouts.csv': { gets: 200 },
    'GET /api/admin/payouts/:id/payment': { gets: 404 },
    'POST /api/admin/payouts/approve': { body: { ids: [random()] }, gets: 200 },
    'POST /api/admin/payouts/:id/block': { ...reason, gets: 404 },
    'POST /api/admin/payouts/:id/cancel': { ...reason, gets: 404 },
    'POST /api/admin/payouts/:id/evidence': { body: { outcome: 'not_sent' }, gets: 404 },
    'PUT /api/admin/payouts/switch': { body: { stopped: false, reason: 'Because' }, gets: 200 },

    'GET /api/users': { gets: 200 },
    'GET /api/admin/users.csv': { gets: 200 },
    'GET /api/admin/users/:id': { params: { id: player.id }, gets: 200 },
    'PATCH /api/admin/users/:id': { body: { role: 'admin', reason: 'Because' }, gets: 404 },
    'POST /api/admin/users/:id/sign-out': { ...reason, gets: 404 },
    'POST /api/admin/users/:id/decline-developer': { ...reason, gets: 404 },
    'GET /api/admin/games': { gets: 200 },
    'GET /api/admin/games.csv': { gets: 200 },
    'POST /api/admin/games/:id/take-down': { ...reason, gets: 404 },
    'GET /api/admin/games/:id/decision': { gets: 404 },
    'POST /api/admin/games/:id/restore': { ...reason, gets: 404 },
    'GET /api/admin/audit/chain': { gets: 200 },
    'GET /api/admin/approvals': { gets: 200 },
    'GET /api/admin/approvals/figures': { gets: 200 },
    'GET /api/admin/approvals/:id': { gets: 404 },
    'POST /api/admin/approvals/:id/claim': { body: { takeOver: false }, gets: 404 },
    'DELETE /api/admin/approvals/:id/claim': { gets: 404 },
    'POST /api/admin/approvals/:id/decision': {
      body: { kind: 'approve', rule: null, assets: [], text: '', note: '', revision: 1 },
      gets: 404,
    },
    'GET /api/decisions/:id': { gets: 404 },
    'POST /api/decisions/:id/appeal': { body: { text: 'This is my own picture.' }, gets: 404 },
    'GET /api/admin/appeals': { gets: 200 },
    'POST /api/admin/appeals/:id/decision': {
      body: { outcome: 'kept', answer: 'We looked again, and nothing about it has changed.' },
      gets: 404,
    },
    'GET /api/admin/featured': { gets: 200 },
    'PUT /api/admin/featured': { body: { games: [] }, gets: 200 },
    'GET /api/admin/contacts': { gets: 200 },
    'GET /api/admin/contacts.csv': { gets: 200 },
    'PUT /api/admin/contacts/:id': { body: { answered: true }, gets: 404 },
    'GET /api/admin/contacts/:id': { gets: 404 },
    'POST /api/admin/contacts/:id/reply': {
      body: { _id: random(), text: 'Hello.', markAnswered: true },
      gets: 404,
    },
    'GET /api/admin/orders.csv': { gets: 200 },
    'GET /api/admin/payment-cases': { gets: 200 },
    'GET /api/admin/payment-cases.csv': { gets: 200 },
    'POST /api/admin/payment-cases/:orderId/:kind/ask': {
      params: { kind: 'overpaid' },
      body: { text: 'Where to?' },
      gets: 404,
    },
    'POST /api/admin/payment-cases/:orderId/:kind/refund': {
      params: { kind: 'overpaid' },
      body: { amount: 1, transactionId: 'tx', reason: 'Because' },
      gets: 404,
    },
    'POST /api/admin/payment-cases/:orderId/:kind/resolve': {
      params: { kind: 'overpaid' },
      body: { note: 'Given back.' },
      gets: 404,
    },
    'POST /api/admin/orders/:orderId/refunds': {
      body: { items: [{ position: 0 }], transactionId: 'tx', reason: 'Because' },
      gets: 404,
    },
    'POST /api/admin/orders/:orderId/revocations': { body: { positions: [0], reason: 'Because' }, gets: 404 },
    'GET /api/admin/orders/:orderId': { params: { orderId }, gets: 200 },
    'POST /api/admin/orders/:orderId/receipt': { gets: 404 },
    'POST /api/admin/orders/:orderId/emails/:id/send-again': { gets: 404 },
    'POST /api/admin/orders/:orderId/notes': { body: { _id: random(), text: 'A note.' }, gets: 404 },
    'POST /api/admin/grants': {
      body: { accountId: random(), gameId: random(), reason: 'Because' },
      gets: 404,
    },
    'GET /api/admin/analytics': { gets: 200 },
    'GET /api/admin/analytics/over-time': { query: days, gets: 200 },
    'GET /api/admin/analytics.csv': { query: days, gets: 200 },
    'GET /api/admin/todo': { gets: 200 },
    'GET /api/admin/todo/counts': { gets: 200 },
    'GET /api/admin/health-checks': { gets: 200 },
    'PUT /api/admin/todo/notice': { body: { notifyToDo: true }, gets: 200 },
    'POST /api/admin/jobs/:id/retry': { gets: 404 },
    'POST /api/admin/jobs/:id/dismiss': { gets: 404 },
    'GET /api/admin/audit': { gets: 200 },
    'GET /api/admin/audit.csv': { gets: 200 },

    'GET /sandbox/invoice/:id/state': { gets: 404 },
    'POST /sandbox/invoice/:id/simulate': { body: { event: 'pay' }, gets: 404 },
    'POST /sandbox/api/invoices': {
      body: {
        orderId: 'x',
        amount: 1,
        currency: 'USD',
        description: '',
        successUrl: '',
        cancelUrl: '',
        expiresInSeconds: 1,
      },
      gets: 401,
    },
    'GET /sandbox/api/invoices': { query: 'orderId=x', gets: 401 },
    'GET /sandbox/api/invoices/:id/coins': { gets: 401 },
    'POST /sandbox/api/invoices/:id/coin': { body: { coin: 'SOL' }, gets: 401 },
    'POST /sandbox/api/payouts': {
      body: { externalId: 'x', coin: 'BTC', address: 'x', amount: '1' },
      gets: 401,
    },
    'GET /sandbox/payouts/fate': { gets: 200 },
    'PUT /sandbox/payouts/fate': { body: { fate: 'pay' }, gets: 200 },
    'GET /sandbox/api/payouts': { query: 'externalId=x', gets: 401 },
    'GET /sandbox/api/payouts/:id': { gets: 401 },
    'POST /sandbox/api/payouts/:id/release': { gets: 401 },
    'POST /sandbox/api/payouts/:id/cancel': { gets: 401 },
    'POST /sandbox/api/payouts/:id/fate': { body: { fate: 'pay' }, gets: 401 },
  }
  return rows[name]
}

function expected(access: Access, who: Who, { gets, only = everybody, others = 404 }: Row): number {
  const caller = WHO[who]
  if (!admits(access, caller)) return caller === 'nobody' ? 401 : 403
  return only.includes(who) ? gets : others
}

function send(client: Client, name: CallName, { params = {}, query = '', body }: Row) {
  const [method = '', pattern = ''] = name.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, param: string) => params[param] ?? random())
  const address = query ? `${path}?${query}` : path
  if (body === undefined || body instanceof FormData) return client.send(method, address, body && { body })
  return client.send(method, address, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
}

it('B1 serves and documents every call of the contract', async () => {
  const documented = (await test.nobody.get('/api/docs/json')).body.paths as Record<string, object>
  for (const name of Object.keys(calls).filter((each) => each.includes(' /api/'))) {
    const [method = '', path = ''] = name.split(' ')
    expect(documented[path.replace(/:(\w+)/g, '{$1}')], name).toHaveProperty(method.toLowerCase())
  }
})

it.each(Object.keys(calls) as CallName[])('B1 %s', async (name) => {
  const row = rowOf(name)
  const { access } = calls[name]
  for (const who of everybody) {
    const answer = await send((row.callers ?? people)[who], name, row)
    expect(`${who} ${answer.status}`, answer.text.slice(0, 200)).toBe(`${who} ${expected(access, who, row)}`)
  }
})

it("B2 answers for somebody else's data exactly as for what does not exist", async () => {
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

it('B3 ignores every field that a call does not know', async () => {
  const email = `mass-${random().slice(0, 8)}@example.test`
  const browser = browserOf(test)
  await browser.post('/api/register-start', {
    username: `m_${random().slice(0, 8)}`,
    email,
    password: 'Correct-horse-9',
    notifyPurchases: true,
    notifyUpdates: false,
    ...EXTRA,
  })
  const mail = await eventually(async () => (await test.mailsTo(email))[0])
  const verified = await browser.post('/api/verify-email', {
    email,
    code: /\d{6}/.exec(mail.subject ?? '')?.[0],
    ...EXTRA,
  })
  expect(verified.body.user).toMatchObject({ email, role: 'player' })
  expect(verified.body.user.id).not.toBe(EXTRA._id)

  const before = (await player.get('/api/whoami')).body
  await player.put('/api/settings', { notifyPurchases: false, notifyUpdates: true, ...EXTRA })
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

it("B4 answers with the listed fields only, without hashes, codes, keys, wallets or other people's email addresses", async () => {
  await test.sql`update accounts set wallet = 'PLANTED-WALLET' where id = ${owner.id}`
  const hash = (
    await test.row<{ password_hash: string }>`select password_hash from accounts where id = ${player.id}`
  ).password_hash
  const keys = (await test.store.db.selectFrom('file_builds').select('storage_key').execute()).map(
    (row) => row.storage_key,
  )
  const texts: string[] = []
  for (const who of everybody)
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
    Object.keys(calls['GET /api/whoami'].response.shape).sort(),
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

it('C7 checks ownership when it answers, not earlier', async () => {
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

it('C7 a player can claim a free game once, and no game that costs money', async () => {
  const june = await signedIn(test)
  const free = await addGame(test, { developerId: owner.id, priceCents: 0 })
  expect((await june.post('/api/library/claim', { gameId: game.id })).status).toBe(403)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => june.post('/api/library/claim', { gameId: free.id })),
  )
  expect(answers.filter((answer) => answer.body.added)).toHaveLength(1)
  expect((await june.get('/api/library')).body).toHaveLength(1)
})
