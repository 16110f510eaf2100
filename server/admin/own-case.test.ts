import { calls } from '@nofiller/contract/calls'
import { v7 as uuid } from 'uuid'
import { expect, it, vi } from 'vitest'
import { NO_SECOND_PERSON } from '../platform/database/own-case.ts'
import { buyAndPay } from '../testing/buying.ts'
import { callAdmin, settingsOf } from '../testing/command-line.ts'
import { confirmAddress } from '../testing/fixtures/confirmations.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { courtForm, enterNotice } from '../testing/fixtures/notices.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { aDecidedReport, aReport, openCaseOf, sendReport } from '../testing/fixtures/reports.ts'
import { aPayoutDraft } from '../testing/fixtures/sales.ts'
import { eventually, type TestStore, useTestStore } from '../testing/store.ts'
import { DECISIONS } from './commands/decide-own.ts'

vi.setConfig({ testTimeout: 120_000 })

const test = useTestStore()
/** Sells, buys and reports too. */
const admin = usePerson(test, 'admin')
const other = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')

const reason = 'The game is as its page says, and nothing is wrong.'
const REVISION = 'x'
type Try = [path: string, body?: object]

const ownGame = () => addGame(test, { developerId: admin.id })
const othersGame = () => addGame(test, { developerId: developer.id })

async function review(): Promise<string> {
  const id = uuid()
  const { id: game_id } = await ownGame()
  const now = new Date()
  await test.db
    .insertInto('game_reviews')
    .values({ id, game_id, reason: 'new_game', is_before: false, sent_at: now, due_at: now })
    .execute()
  return id
}

async function appeal(): Promise<string> {
  const { id } = await ownGame()
  const { decisionId } = await aDecidedReport(test, other, id, { kind: 'changes_needed' })
  const text = 'It says so in the second paragraph of the page.'
  expect((await admin.post(`/api/decisions/${decisionId}/appeal`, { text })).status).toBe(200)
  const appeal = await test.row<{ id: string }>`select id from appeals where decision_id = ${decisionId}`
  return appeal.id
}

/** A case about what the admin made, and one that the admin reported. */
async function cases(): Promise<string[]> {
  const own = await aReport(test, (await ownGame()).id)
  const reported = await aReport(test, (await othersGame()).id, {}, admin)
  return [own.caseId, reported.caseId]
}

const sealed = async (): Promise<string> => seal((await ownGame()).id)

async function seal(id: string): Promise<string> {
  await test.sql`update games set is_illegal = true, suspended_at = now(), suspended_reason = ${reason}
    where id = ${id}`
  return id
}

const notice = async (): Promise<string> => (await enterNotice(other, (await ownGame()).id)).body.number

/** One that the admin paid, and one with goods that the admin sells. */
async function orders(): Promise<string[]> {
  const bought = await buyAndPay(test, admin, await othersGame())
  const sold = await buyAndPay(test, await signedIn(test), await ownGame())
  return [bought.orderId, sold.orderId]
}

let drafted: Promise<string> | undefined
const payout = () => (drafted ??= aPayoutDraft(test, admin))

/** Each deciding call, about the admin's own case of each kind. */
const OWN: Record<keyof typeof DECISIONS, () => Promise<Try[]>> = {
  'PATCH /api/admin/users/:id': async () =>
    [{ role: 'player' }, { suspended: true }].map((change) => [
      `/api/admin/users/${admin.id}`,
      { ...change, reason },
    ]),
  'POST /api/admin/users/:id/decline-developer': async () => [
    [`/api/admin/users/${admin.id}/decline-developer`, { reason }],
  ],
  'POST /api/admin/users/:id/unfreeze-payouts': async () => [
    [`/api/admin/users/${admin.id}/unfreeze-payouts`, { reason }],
  ],
  'POST /api/admin/games/:id/take-down': async () => [
    [`/api/admin/games/${(await ownGame()).id}/take-down`, { reason, illegal: false }],
  ],
  'POST /api/admin/games/:id/restore': async () => [
    [`/api/admin/games/${(await ownGame()).id}/restore`, { reason }],
  ],
  'POST /api/admin/builds/:id/clear-malware': async () => {
    const { id } = await ownGame()
    const build = await test.row<{ build_id: string }>`select build_id from built_files where game_id = ${id}`
    return [[`/api/admin/builds/${build.build_id}/clear-malware`, { reason }]]
  },
  'POST /api/admin/approvals/:id/claim': async () => [
    [`/api/admin/approvals/${await review()}/claim`, { takeOver: false }],
  ],
  'POST /api/admin/approvals/:id/decision': async () => [
    [
      `/api/admin/approvals/${await review()}/decision`,
      { kind: 'approve', rule: null, assets: [], text: '', note: '', revision: 1 },
    ],
  ],
  'POST /api/admin/appeals/:id/decision': async () => [
    [`/api/admin/appeals/${await appeal()}/decision`, { outcome: 'reversed', answer: reason }],
  ],
  'POST /api/admin/reports/:id/decision': async () =>
    (await cases()).map((id) => [
      `/api/admin/reports/${id}/decision`,
      { kind: 'leave', rule: null, assets: [], answer: reason, note: '', revision: REVISION },
    ]),
  'POST /api/admin/reports/:id/unfounded': async () =>
    (await cases()).map((id) => [`/api/admin/reports/${id}/unfounded`, { number: 'R-1', reason }]),
  'POST /api/admin/review-surges/:id/decision': async () => {
    const { id } = await test.row<{ id: string }>`
      insert into review_surges (id, game_id, from_on, due_at, reviews, positive, newcomers)
      values (gen_random_uuid(), ${(await ownGame()).id}, current_date, now(), 20, 0, 0) returning id`
    const day = new Date().toISOString().slice(0, 10)
    return [[`/api/admin/review-surges/${id}/decision`, { state: 'normal', from: day, until: day, reason }]]
  },
  'POST /api/admin/held-reviews/:id/decision': async () => {
    const writer = await signedIn(test)
    const { id } = await test.row<{ id: string }>`
      insert into reviews (id, game_id, account_id, recommends, text, language, name_kind, held_at, held_reason)
      values (gen_random_uuid(), ${(await ownGame()).id}, ${writer.id}, true, '', 'en', 'owner', now(), 'copy') returning id`
    return [[`/api/admin/held-reviews/${id}/decision`, { outcome: 'release', reason }]]
  },
  'PUT /api/admin/sealed/:gameId/authority-report': async () => [
    [
      `/api/admin/sealed/${await sealed()}/authority-report`,
      { authority: 'NCMEC CyberTipline', reference: 'CT-1', reportedOn: '2025-06-01' },
    ],
  ],
  'PUT /api/admin/sealed/:gameId/legal-hold': async () => [
    [`/api/admin/sealed/${await sealed()}/legal-hold`, { held: true, reason }],
  ],
  'POST /api/admin/sealed/:gameId/destruction': async () => [
    [`/api/admin/sealed/${await sealed()}/destruction`],
  ],
  'POST /api/admin/sealed/:gameId/destruction/confirm': async () => [
    [`/api/admin/sealed/${await sealed()}/destruction/confirm`],
  ],
  'POST /api/admin/copyright/:number/decision': async () => {
    const number = await notice()
    return [
      { kind: 'accept' },
      { kind: 'return', text: reason },
      { kind: 'forward' },
      { kind: 'end', text: reason },
    ].map((decision) => [`/api/admin/copyright/${number}/decision`, decision])
  },
  'POST /api/admin/copyright/:number/court': async () => [
    [`/api/admin/copyright/${await notice()}/court`, courtForm()],
  ],
  'POST /api/admin/orders/:orderId/refunds': async () =>
    (await orders()).map((id) => [
      `/api/admin/orders/${id}/refunds`,
      { items: [{ position: 0 }], transactionId: 'tx-1', reason },
    ]),
  'POST /api/admin/orders/:orderId/revocations': async () =>
    (await orders()).map((id) => [`/api/admin/orders/${id}/revocations`, { positions: [0], reason }]),
  'POST /api/admin/grants': async () => [
    ['/api/admin/grants', { accountId: admin.id, gameId: (await othersGame()).id, reason }],
  ],
  'POST /api/admin/payment-cases/:orderId/:kind/ask': async () =>
    (await orders()).map((id) => [`/api/admin/payment-cases/${id}/overpaid/ask`, { text: reason }]),
  'POST /api/admin/payment-cases/:orderId/:kind/refund': async () =>
    (await orders()).map((id) => [
      `/api/admin/payment-cases/${id}/overpaid/refund`,
      { amount: 2.5, transactionId: 'tx-1', reason },
    ]),
  'POST /api/admin/payment-cases/:orderId/:kind/resolve': async () =>
    (await orders()).map((id) => [`/api/admin/payment-cases/${id}/overpaid/resolve`, { note: reason }]),
  'POST /api/admin/payouts/approve': async () => [['/api/admin/payouts/approve', { ids: [await payout()] }]],
  'POST /api/admin/payouts/:id/block': async () => [
    [`/api/admin/payouts/${await payout()}/block`, { reason }],
  ],
  'POST /api/admin/payouts/:id/cancel': async () => [
    [`/api/admin/payouts/${await payout()}/cancel`, { reason }],
  ],
  'POST /api/admin/payouts/:id/evidence': async () => [
    [`/api/admin/payouts/${await payout()}/evidence`, { outcome: 'not_sent', note: reason }],
  ],
}

/** Changes of admins that decide about nobody: each says why it may be about one's own. */
const DECIDES_NOTHING: Record<string, string> = {
  'POST /api/admin/users/:id/sign-out': 'ends sessions, as their owner can',
  'POST /api/admin/users/:id/lift-bounce': 'lets mail go out again',
  'PUT /api/admin/users/:id/safety': 'gives on what one has: nobody gets anything by giving it to oneself',
  'PUT /api/admin/contacts/:id': 'marks a message',
  'POST /api/admin/contacts/:id/reply': 'writes to somebody',
  'PUT /api/admin/todo/notice': 'chooses a mail of one’s own',
  'POST /api/admin/jobs/:id/retry': 'runs a job again',
  'POST /api/admin/jobs/:id/dismiss': 'drops a job that failed',
  'PUT /api/admin/games/:id/storage': 'gives room on the disk',
  'PUT /api/admin/featured': 'chooses what the home page shows',
  'POST /api/admin/copyright': 'writes down what came by mail',
  'POST /api/admin/copyright/:number/court/document':
    'opens a document; one about oneself is not there (404)',
  'DELETE /api/admin/approvals/:id/claim': 'lets go',
  'POST /api/admin/reports/:id/evidence': 'looks; a case about oneself is not there (404)',
  'POST /api/admin/reports/:id/writer': 'looks; a case about oneself is not there (404)',
  'POST /api/admin/reports/:id/pictures/:pictureId': 'looks; a case about oneself is not there (404)',
  'POST /api/admin/orders/:orderId/receipt': 'sends a mail again',
  'POST /api/admin/orders/:orderId/emails/:id/send-again': 'sends a mail again',
  'POST /api/admin/orders/:orderId/notes': 'writes a note',
  'PUT /api/admin/payouts/switch': 'stops all payouts, or none',
  'PUT /sandbox/payouts/fate': 'is play money',
  'POST /api/admin/discount-codes': 'holds for the whole store',
  'POST /api/admin/sales': 'holds for the whole store',
}

it('every change that only admins can make is known to decide something or not', () => {
  const changes = Object.entries(calls).flatMap(([name, { access }]) =>
    access === 'admin' && !name.startsWith('GET ') ? [name] : [],
  )
  expect([...Object.keys(DECISIONS), ...Object.keys(DECIDES_NOTHING)].sort()).toEqual(changes.sort())
})

it.each(Object.entries(OWN))('B7 no admin can decide about their own case: %s', async (name, own) => {
  const [method = ''] = name.split(' ')
  for (const [path, body] of await own()) {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const sent = body instanceof FormData ? { body } : body === undefined ? {} : json
    expect(await admin.send(method, path, sent), path).toMatchObject({
      status: 403,
      body: { code: 'own_case' },
    })
  }
})

it('B7 lists the admin’s own waiting cases with the call that decides each, and no cases of others', async () => {
  const waiting = {
    report: await cases(),
    review: await review(),
    appeal: await appeal(),
    notice: await notice(),
  }
  const sealedGame = await sealedAfterReport()
  const [bought = ''] = await orders()
  await test.db
    .insertInto('payment_cases')
    .values({ order_id: bought, kind: 'overpaid', amount_cents: 250, coin: 'BTC', transaction_ids: ['tx-1'] })
    .execute()
  const ownPayout = await payout()
  await aPayoutDraft(test, await signedIn(test, 'developer'))
  await test.db.insertInto('payout_freezes').values({ developer_id: admin.id }).execute()

  const listed = await ownCases(test, admin)
  expect(listed).toEqual(
    expect.arrayContaining([
      ...waiting.report.map((id) => [
        `POST /api/admin/reports/${id}/decision`,
        { revision: expect.any(String) },
      ]),
      [`POST /api/admin/approvals/${waiting.review}/decision`, { revision: expect.any(Number) }],
      [`POST /api/admin/appeals/${waiting.appeal}/decision`],
      [`POST /api/admin/copyright/${waiting.notice}/decision`],
      [`PUT /api/admin/sealed/${sealedGame}/authority-report`],
      [`POST /api/admin/payment-cases/${bought}/overpaid/refund`, { amount: 2.5 }],
      ['POST /api/admin/payouts/approve', { ids: [ownPayout] }],
      [`POST /api/admin/users/${admin.id}/unfreeze-payouts`],
    ]),
  )
  expect(listed.filter(([call]) => call === 'POST /api/admin/payouts/approve')).toHaveLength(1)
  expect(await ownCases(test, await signedIn(test, 'admin'))).toEqual([])
})

/** Those that wait for a report to an authority. */
async function sealedAfterReport(): Promise<string> {
  const { id } = await ownGame()
  const { caseId } = await aReport(test, id, { category: 'minor' })
  await test.sql`update report_cases set closed_at = now(), closed_by = ${other.id}, outcome = 'acted',
    answer = ${reason} where id = ${caseId}`
  return seal(id)
}

/** The command line's list, as call and body. */
async function ownCases(store: TestStore, { email }: Person): Promise<[string, object?][]> {
  const { code, out } = await callAdmin(['own-cases', email], settingsOf(store))
  expect(code).toBe(0)
  return [...out.matchAll(/^ {2}"(.+?)"(?: '(.*)')?$/gm)].map(([, call = '', body]) =>
    body === undefined ? [call] : [call, JSON.parse(body)],
  )
}

it('B7 approves no payout of a batch that includes the admin’s own', async () => {
  const ids = [await aPayoutDraft(test, await signedIn(test, 'developer')), await payout()]
  expect((await admin.post('/api/admin/payouts/approve', { ids })).status).toBe(403)
  const states = await test.db.selectFrom('payouts').select('state').where('id', 'in', ids).execute()
  expect(states).toEqual([{ state: 'DRAFT' }, { state: 'DRAFT' }])
})

const alone = useTestStore()

it('B7 the only admin can decide their own cases on the command line, and the log and the emails say so', async () => {
  const ada = await signedIn(alone, 'admin')
  const run = (args: string[]) => callAdmin(['decide', ada.email, ...args], settingsOf(alone))
  const why = ['--reason', 'I am the only admin']
  const mailOf = (address: string, subject: RegExp) =>
    eventually(async () => (await alone.mailsTo(address)).find((mail) => subject.test(mail.subject ?? '')))
  const logged = async () => (await ada.get('/api/admin/audit?limit=1')).body[0]

  const june = await signedIn(alone)
  const game = await addGame(alone, { developerId: ada.id })
  const { orderId } = await buyAndPay(alone, june, game)
  const call = `POST /api/admin/orders/${orderId}/refunds`
  const body = { items: [{ position: 0 }], transactionId: 'tx-9', reason: 'It does not start.' }
  expect((await ada.post(`/api/admin/orders/${orderId}/refunds`, body)).body.code).toBe('own_case')
  expect(await run([call, JSON.stringify(body)])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--reason'),
  })
  expect(await run([call, '{"items":[]}', ...why])).toMatchObject({ code: 1 })
  expect(await run(['POST /api/admin/fly', ...why])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('no call'),
  })
  expect(await run([call, JSON.stringify(body), ...why])).toMatchObject({ code: 0 })
  expect(await logged()).toMatchObject({
    action: 'order_refunded',
    actor: ada.username,
    address: null,
    after: { own: 'I am the only admin' },
  })
  expect((await mailOf(june.email, /^We refunded/)).text).toContain(NO_SECOND_PERSON)

  const reporter = 'reporter@example.test'
  await sendReport(alone.nobody, game.id, { email: reporter })
  await confirmAddress(alone, reporter)
  const caseId = await openCaseOf(alone, game.id)
  const { assets } = await detailOf(caseId)
  const [[reportCall = '', known] = []] = await ownCases(alone, ada)
  expect(reportCall).toBe(`POST /api/admin/reports/${caseId}/decision`)
  const decision = {
    kind: 'correct',
    rule: 'page-1',
    assets: assets.slice(0, 1).map(({ id }) => id),
    answer: reason,
    note: '',
    ...known,
  }
  const decided = await run([reportCall, JSON.stringify(decision), ...why])
  expect(decided, decided.errors).toMatchObject({ code: 0 })
  expect(await logged()).toMatchObject({ action: 'report_decided', after: { own: 'I am the only admin' } })
  expect((await mailOf(reporter, /is decided$/)).text).toContain(NO_SECOND_PERSON)

  await signedIn(alone, 'admin')
  expect(
    await run([
      `POST /api/admin/games/${game.id}/take-down`,
      '{"reason":"As asked","illegal":false}',
      ...why,
    ]),
  ).toMatchObject({ code: 1, errors: expect.stringContaining('Another admin has to.') })

  await alone.db.updateTable('accounts').set({ verified_at: null }).where('id', '=', ada.id).execute()
  expect(await run([call, JSON.stringify(body), ...why])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is no admin'),
  })
})

/** The admin's view of the case if it were not their own. */
async function detailOf(caseId: string) {
  const { openReportCase } = await import('../reports/open-case.ts')
  const stranger = await signedIn(alone)
  return openReportCase(alone.store, stranger.id, caseId)
}
