import { calls } from '@nofiller/contract/calls'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { recordBounce } from '../bounces/bounces.ts'
import { buy, buyAndPay, simulate } from '../testing/buying.ts'
import type { Reply } from '../testing/client.ts'
import { aPicture, createGame, editGame, filesJson, sendForm } from '../testing/fixtures/game-form.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { COUNTER_FIELDS, courtForm, enterNotice } from '../testing/fixtures/notices.ts'
import { SELL_REQUEST, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { aReport, decideReport } from '../testing/fixtures/reports.ts'
import { aReview } from '../testing/fixtures/reviews.ts'
import { aPayoutDraft } from '../testing/fixtures/sales.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')

const reason = 'As agreed'

async function reported() {
  const game = await addGame(test, { developerId: developer.id })
  return { game, caseId: (await aReport(test, game.id, { category: 'stolen' })).caseId }
}

async function notice() {
  const game = await addGame(test, { developerId: developer.id })
  return { game, entered: await enterNotice(admin, game.id) }
}

async function countered() {
  const { game, entered } = await notice()
  const { number } = entered.body
  await admin.post(`/api/admin/copyright/${number}/decision`, { kind: 'accept' })
  await developer.post(`/api/copyright/notices/${number}/counter`, COUNTER_FIELDS)
  await admin.post(`/api/admin/copyright/${number}/decision`, { kind: 'forward' })
  return { game, number }
}

const goToCourt = (number: string): Promise<Reply> =>
  admin.send('POST', `/api/admin/copyright/${number}/court`, { body: courtForm() })

/** A game that has been sealed for longer than its year. */
async function sealed() {
  const game = await addGame(test, { developerId: developer.id })
  await test.sql`update games set is_illegal = true, suspended_at = ${new Date('2024-06-01')},
    suspended_reason = ${reason} where id = ${game.id}`
  return game
}

const evidenceOf = (gameId: string, proposedBy: string | null) =>
  test.sql`insert into sealed_evidence (game_id, authority, reference, reported_on, proposed_by, proposed_at)
    values (${gameId}, 'NCMEC CyberTipline', 'CT-118822', '2024-06-02', ${proposedBy}, ${proposedBy && new Date()})`

type AuditEntry = { answer: Reply; written: Record<string, unknown> }
const REVIEWS_REASON = 'We read these reviews, and know what they are about and who sent them.'

const entry = (answer: Reply, action: string, subjectId: string | null, more: object = {}): AuditEntry => ({
  answer,
  written: { action, ...(subjectId !== null && { subjectId }), ...more },
})

/** An order for which too much was paid, with its case. */
async function overpaid() {
  const order = await buy(await signedIn(test), await addGame(test, { developerId: developer.id }))
  await simulate(test, order, 'overpay')
  await eventually(
    async () => (await admin.get(`/api/admin/payment-cases?q=${order.orderId}`)).body.length > 0,
  )
  return order
}

/** Each change that an admin can make, done once, and what must be written down of it. */
const CHANGES: Record<string, () => Promise<AuditEntry>> = {
  'PATCH /api/admin/users/:id': async () => {
    const june = await signedIn(test)
    const answer = await admin.patch(`/api/admin/users/${june.id}`, { suspended: true, reason })
    return entry(answer, 'suspended', june.id, {
      subjectKind: 'user',
      subject: june.username,
      reason,
      before: { suspended: false },
      after: { suspended: true },
    })
  },
  'POST /api/admin/users/:id/sign-out': async () => {
    const june = await signedIn(test)
    const answer = await admin.post(`/api/admin/users/${june.id}/sign-out`, { reason })
    return entry(answer, 'signed_out', june.id, { reason, before: { sessions: 1 }, after: { sessions: 0 } })
  },
  'POST /api/admin/users/:id/decline-developer': async () => {
    const june = await signedIn(test)
    await june.post('/api/sell-request', SELL_REQUEST)
    const answer = await admin.post(`/api/admin/users/${june.id}/decline-developer`, { reason })
    return entry(answer, 'developer_declined', june.id, {
      reason,
      before: { requestedAt: expect.stringMatching(/Z$/) },
      after: { requestedAt: null },
    })
  },
  'POST /api/admin/approvals/:id/claim': async () => {
    const { gameId, reviewId } = await gameInReview()
    const answer = await admin.post(`/api/admin/approvals/${reviewId}/claim`, { takeOver: false })
    return entry(answer, 'review_claimed', gameId, {
      subjectKind: 'game',
      before: { heldBy: null },
      after: { heldBy: admin.username },
    })
  },
  'DELETE /api/admin/approvals/:id/claim': async () => {
    const { gameId, reviewId } = await gameInReview()
    await admin.post(`/api/admin/approvals/${reviewId}/claim`, { takeOver: false })
    const answer = await admin.send('DELETE', `/api/admin/approvals/${reviewId}/claim`)
    return entry(answer, 'review_let_go', gameId, {
      before: { heldBy: admin.username },
      after: { heldBy: null },
    })
  },
  'POST /api/admin/approvals/:id/decision': async () => {
    const { gameId, reviewId } = await gameInReview()
    const answer = await admin.post(`/api/admin/approvals/${reviewId}/decision`, {
      kind: 'approve',
      rule: null,
      assets: [],
      text: '',
      note: '',
      revision: 1,
    })
    return entry(answer, 'review_decided', gameId, {
      before: { review: 'waiting' },
      after: { decision: 'approve' },
    })
  },
  'POST /api/admin/review-surges/:id/decision': async () => {
    const game = await addGame(test, { developerId: developer.id })
    const { id } = await test.row<{ id: string }>`
      insert into review_surges (id, game_id, from_on, due_at, reviews, positive, newcomers)
      values (gen_random_uuid(), ${game.id}, current_date, now(), 20, 0, 0) returning id`
    const day = new Date().toISOString().slice(0, 10)
    const decision = { state: 'off_topic', from: day, until: day, reason: REVIEWS_REASON }
    const answer = await admin.post(`/api/admin/review-surges/${id}/decision`, decision)
    return entry(answer, 'surge_decided', game.id, { after: { state: 'off_topic', from: day, until: day } })
  },
  'POST /api/admin/held-reviews/:id/decision': async () => {
    const game = await addGame(test, { developerId: developer.id })
    const { id } = await test.row<{ id: string }>`
      insert into reviews (id, game_id, account_id, recommends, text, language, name_kind, held_at, held_reason)
      values (gen_random_uuid(), ${game.id}, ${(await signedIn(test)).id}, true, '', 'en', 'owner', now(), 'copy') returning id`
    const decision = { outcome: 'release', reason: REVIEWS_REASON }
    const answer = await admin.post(`/api/admin/held-reviews/${id}/decision`, decision)
    return entry(answer, 'held_review_released', game.id)
  },
  'POST /api/admin/appeals/:id/decision': async () => {
    const { gameId, reviewId, developer: newcomer } = await gameInReview()
    const second = await signedIn(test, 'admin')
    await second.post(`/api/admin/approvals/${reviewId}/decision`, {
      kind: 'reject',
      rule: 'rights-1',
      assets: ['Cover'],
      text: 'The cover is on the page of another artist since 2024.',
      note: '',
      revision: 1,
    })
    const { id: decisionId } = await test.row<{ id: string }>`
      select id from moderation_decisions where game_id = ${gameId}`
    await newcomer.post(`/api/decisions/${decisionId}/appeal`, { text: 'This is my own picture.' })
    const { id } = await test.db.selectFrom('appeals').select('id').executeTakeFirstOrThrow()
    const decision = { outcome: 'reversed', answer: 'We have seen the layered file. The picture is yours.' }
    const answer = await admin.post(`/api/admin/appeals/${id}/decision`, decision)
    return entry(answer, 'appeal_decided', gameId, {
      reason: decision.answer,
      before: { decision: 'reject' },
      after: { outcome: 'reversed' },
    })
  },
  'POST /api/admin/games/:id/take-down': async () => {
    const game = await addGame(test, { developerId: developer.id })
    const answer = await admin.post(`/api/admin/games/${game.id}/take-down`, { reason, illegal: false })
    return entry(answer, 'game_taken_down', game.id, {
      subjectKind: 'game',
      reason,
      before: { takenDown: false, illegal: false },
      after: { takenDown: true, illegal: false },
    })
  },
  'POST /api/admin/games/:id/restore': async () => {
    const game = await addGame(test, { developerId: developer.id })
    await admin.post(`/api/admin/games/${game.id}/take-down`, { reason, illegal: true })
    const answer = await admin.post(`/api/admin/games/${game.id}/restore`, { reason })
    return entry(answer, 'game_restored', game.id, {
      reason,
      before: { takenDown: true, illegal: true },
      after: { takenDown: false, illegal: false },
    })
  },
  'PUT /api/admin/contacts/:id': async () => {
    const message = { email: 'kim@example.test', subject: 'A question', message: 'How do I pay with Solana?' }
    await test.nobody.post('/api/contact', message)
    const { id } = await test.db.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow()
    const answer = await admin.put(`/api/admin/contacts/${id}`, { answered: true })
    return entry(answer, 'contact_answered', id, {
      subjectKind: 'contact',
      subject: message.subject,
      before: { answered: false },
      after: { answered: true },
    })
  },
  'POST /api/admin/reports/:id/evidence': async () => {
    const { game, caseId } = await reported()
    const answer = await admin.post(`/api/admin/reports/${caseId}/evidence`)
    return entry(answer, 'report_opened', game.id, { subjectKind: 'game' })
  },
  'POST /api/admin/reports/:id/writer': async () => {
    const game = await addGame(test, { developerId: developer.id })
    const { id } = await aReview(test, game)
    const { caseId } = await aReport(test, id, { subject: 'review', part: 'text', category: 'harassment' })
    const answer = await admin.post(`/api/admin/reports/${caseId}/writer`)
    return entry(answer, 'review_writer_seen', game.id, { subjectKind: 'game' })
  },
  'POST /api/admin/reports/:id/pictures/:pictureId': async () => {
    const { game, caseId } = await reported()
    const said = { subject: 'game', id: game.id, part: 'page', category: 'stolen' }
    const text = 'Here it is on a page of mine.'
    await sendForm(await signedIn(test), '/api/reports', { ...said, text, pictures: [await aPicture()] })
    const [, second] = (await admin.get(`/api/admin/reports/${caseId}`)).body.said
    const [picture] = second.pictures
    const answer = await admin.post(`/api/admin/reports/${caseId}/pictures/${picture}`)
    return entry(answer, 'report_picture_opened', game.id, {
      subjectKind: 'game',
      after: { case: caseId, picture },
    })
  },
  'POST /api/admin/reports/:id/decision': async () => {
    const { game, caseId } = await reported()
    const why = 'Nothing in it breaks a rule of ours, so it stays as it is.'
    const answer = await decideReport(admin, caseId, { kind: 'leave', answer: why })
    return entry(answer, 'report_decided', game.id, { reason: why, before: { held: false } })
  },
  'POST /api/admin/reports/:id/unfounded': async () => {
    const { game, caseId } = await reported()
    await decideReport(admin, caseId, { kind: 'leave' })
    const { number } = (await admin.get(`/api/admin/reports/${caseId}`)).body.said[0]
    const answer = await admin.post(`/api/admin/reports/${caseId}/unfounded`, { number, reason })
    return entry(answer, 'report_unfounded', game.id, { reason, after: { case: caseId, report: number } })
  },
  'POST /api/admin/copyright': async () => {
    const { game, entered } = await notice()
    return entry(entered, 'notice_entered', game.id, {
      subjectKind: 'game',
      after: { notice: entered.body.number },
    })
  },
  'POST /api/admin/copyright/:number/decision': async () => {
    const { game, entered } = await notice()
    const { number } = entered.body
    const answer = await admin.post(`/api/admin/copyright/${number}/decision`, { kind: 'accept' })
    return entry(answer, 'notice_decided', game.id, {
      before: { notice: number, state: 'received' },
      after: { decision: 'accept' },
    })
  },
  'POST /api/admin/copyright/:number/court': async () => {
    const { game, number } = await countered()
    const answer = await goToCourt(number)
    return entry(answer, 'notice_decided', game.id, {
      reason: 'D. Or. 3:26-cv-1042',
      before: { notice: number, state: 'countered' },
      after: { decision: 'court', filedOn: '2026-11-20' },
    })
  },
  'POST /api/admin/copyright/:number/court/document': async () => {
    const { game, number } = await countered()
    await goToCourt(number)
    const answer = await admin.post(`/api/admin/copyright/${number}/court/document`)
    return entry(answer, 'court_papers_opened', game.id, { after: { notice: number } })
  },
  'PUT /api/admin/sealed/:gameId/authority-report': async () => {
    const { id } = await sealed()
    const report = { authority: 'NCMEC CyberTipline', reference: 'CT-118822', reportedOn: '2025-06-01' }
    const answer = await admin.put(`/api/admin/sealed/${id}/authority-report`, report)
    return entry(answer, 'authority_reported', id, { after: report })
  },
  'PUT /api/admin/sealed/:gameId/legal-hold': async () => {
    const { id } = await sealed()
    const answer = await admin.put(`/api/admin/sealed/${id}/legal-hold`, { held: true, reason })
    return entry(answer, 'legal_hold_changed', id, { reason, before: { held: false }, after: { held: true } })
  },
  'POST /api/admin/sealed/:gameId/destruction': async () => {
    const { id } = await sealed()
    await evidenceOf(id, null)
    const answer = await admin.post(`/api/admin/sealed/${id}/destruction`)
    return entry(answer, 'destruction_proposed', id, { after: { reference: 'CT-118822' } })
  },
  'POST /api/admin/sealed/:gameId/destruction/confirm': async () => {
    const { id } = await sealed()
    await evidenceOf(id, (await signedIn(test, 'admin')).id)
    const answer = await admin.post(`/api/admin/sealed/${id}/destruction/confirm`)
    return entry(answer, 'destruction_confirmed', id, { after: { reference: 'CT-118822' } })
  },
  'PUT /api/admin/users/:id/safety': async () => {
    const other = await signedIn(test, 'admin')
    const answer = await admin.put(`/api/admin/users/${other.id}/safety`, { safety: true, reason })
    return entry(answer, 'safety_changed', other.id, {
      reason,
      before: { safety: false },
      after: { safety: true },
    })
  },
  'POST /api/admin/builds/:id/clear-malware': async () => {
    const { id } = await addGame(test, { developerId: developer.id })
    const build = await test.db
      .selectFrom('file_builds as build')
      .innerJoin('game_files as file', 'file.id', 'build.file_id')
      .select('build.id')
      .where('file.game_id', '=', id)
      .executeTakeFirstOrThrow()
    const sha256 = Buffer.alloc(32, 7)
    await test.db.updateTable('file_builds').set({ sha256 }).where('id', '=', build.id).execute()
    await test.db
      .insertInto('malware_scans')
      .values({ sha256, state: 'infected', signature: 'Test.Signature' })
      .execute()
    return {
      answer: await admin.post(`/api/admin/builds/${build.id}/clear-malware`, { reason }),
      written: {
        action: 'malware_cleared',
        subjectId: id,
        reason,
        before: { found: 'Test.Signature' },
        after: { sha256: sha256.toString('hex') },
      },
    }
  },
  'POST /api/admin/users/:id/lift-bounce': async () => {
    const june = await signedIn(test)
    await recordBounce(test.db, june.email, 'bounced')
    const answer = await admin.post(`/api/admin/users/${june.id}/lift-bounce`, { reason })
    return entry(answer, 'bounce_lifted', june.id, {
      reason,
      before: { bouncedAt: expect.stringMatching(/Z$/) },
      after: { bouncedAt: null },
    })
  },
  'PUT /api/admin/todo/notice': async () =>
    entry(await admin.put('/api/admin/todo/notice', { notifyToDo: false }), 'todo_notice_changed', admin.id, {
      subjectKind: 'user',
      before: { dailyMail: true },
      after: { dailyMail: false },
    }),
  'POST /api/admin/payouts/approve': async () => {
    const id = await aDraft()
    await test.sql`insert into payout_quotes (provider, coin, rate, minimum, decimals, quoted_at)
      values ('sandbox', 'USDC-SOL', '1', '1', 6, now())`
    const answer = await admin.post('/api/admin/payouts/approve', { ids: [id] })
    return entry(answer, 'payout_approved', id, {
      subjectKind: 'payout',
      after: { amount: 90, coin: 'USDC-SOL', rate: '1', coin_amount: '90' },
    })
  },
  'POST /api/admin/payouts/:id/block': () =>
    actOnPayout('block', { reason }, { action: 'payout_blocked', reason }),
  'POST /api/admin/payouts/:id/cancel': () =>
    actOnPayout('cancel', { reason }, { action: 'payout_cancelled', reason }),
  'POST /api/admin/payouts/:id/evidence': async () => {
    const id = await aDraft()
    for (const state of ['APPROVED', 'PREPARING', 'UNKNOWN'] as const)
      await test.sql`update payouts set state = ${state}, rate = '1', coin_amount = '90' where id = ${id}`
    const answer = await admin.post(`/api/admin/payouts/${id}/evidence`, {
      outcome: 'not_sent',
      note: reason,
    })
    return entry(answer, 'payout_evidence', id, { reason, after: { outcome: 'not_sent', isFinal: false } })
  },
  'POST /api/admin/users/:id/unfreeze-payouts': async () => {
    const seller = await signedIn(test, 'developer')
    await test.db.insertInto('payout_freezes').values({ developer_id: seller.id }).execute()
    const answer = await admin.post(`/api/admin/users/${seller.id}/unfreeze-payouts`, { reason })
    return entry(answer, 'payouts_unfrozen', seller.id, {
      subjectKind: 'user',
      reason,
      before: { frozen: true },
      after: { frozen: false },
    })
  },
  'POST /api/admin/sales': async () => {
    const now = Date.now()
    const answer = await admin.post('/api/admin/sales', {
      name: 'Winter sale',
      percent: 40,
      price: null,
      beginsAt: new Date(now + 86_400_000).toISOString(),
      endsAt: new Date(now + 9 * 86_400_000).toISOString(),
    })
    return entry(answer, 'store_sale_planned', null, {
      subjectKind: 'store',
      subject: 'Sale Winter sale',
      reason: null,
    })
  },
  'POST /api/admin/discount-codes': async () =>
    entry(
      await admin.post('/api/admin/discount-codes', {
        code: 'FESTIVAL',
        percent: 15,
        amount: null,
        uses: 100,
        isOnce: true,
        endsAt: null,
        gameIds: [],
      }),
      'discount_code_made',
      null,
      { subjectKind: 'store', subject: 'Code FESTIVAL', reason: null },
    ),
  'PUT /api/admin/payouts/switch': async () =>
    entry(await admin.put('/api/admin/payouts/switch', { stopped: true, reason }), 'payouts_switched', null, {
      subjectKind: 'store',
      subject: 'Payouts',
      reason,
      before: { stopped: false },
      after: { stopped: true },
    }),
  'PUT /sandbox/payouts/fate': async () =>
    entry(await admin.put('/sandbox/payouts/fate', { fate: 'unclear' }), 'sandbox_fate_chosen', null, {
      subjectKind: 'store',
      subject: 'Sandbox',
      reason: null,
      before: { fate: 'pay' },
      after: { fate: 'unclear' },
    }),
  'POST /api/admin/jobs/:id/retry': () => actOnFailedJob('retry', 'job_retried'),
  'POST /api/admin/jobs/:id/dismiss': () => actOnFailedJob('dismiss', 'job_dismissed'),
  'POST /api/admin/contacts/:id/reply': async () => {
    const message = { email: 'kim@example.test', subject: 'A reply', message: 'How do I pay with Solana?' }
    await test.nobody.post('/api/contact', message)
    const { id } = await test.row<{ id: string }>`
      select id from contact_messages where subject = ${message.subject}`
    const reply = { _id: uuid(), text: 'Choose Solana on the payment page.', markAnswered: false }
    const answer = await admin.post(`/api/admin/contacts/${id}/reply`, reply)
    return entry(answer, 'contact_replied', id, { subjectKind: 'contact', subject: message.subject })
  },
  'PUT /api/admin/featured': async () => {
    const game = await addGame(test, { developerId: developer.id })
    const answer = await admin.put('/api/admin/featured', {
      games: [{ gameId: game.id, from: null, until: null }],
    })
    return entry(answer, 'featured_changed', null, {
      subjectKind: 'store',
      before: expect.any(Object),
      after: expect.any(Object),
    })
  },
  'POST /api/admin/payment-cases/:orderId/:kind/resolve': async () => {
    const order = await overpaid()
    const path = `/api/admin/payment-cases/${order.orderId}/overpaid/resolve`
    const answer = await admin.post(path, { note: 'Sent $2.50 back.' })
    return entry(answer, 'case_resolved', order.orderId, {
      subjectKind: 'order',
      reason: 'Sent $2.50 back.',
      before: { resolved: false },
      after: { resolved: true },
    })
  },
  'POST /api/admin/payment-cases/:orderId/:kind/ask': async () => {
    const { orderId } = await overpaid()
    const answer = await admin.post(`/api/admin/payment-cases/${orderId}/overpaid/ask`, { text: 'Where to?' })
    return entry(answer, 'case_asked', orderId, { subjectKind: 'order' })
  },
  'POST /api/admin/payment-cases/:orderId/:kind/refund': async () => {
    const { orderId } = await overpaid()
    const answer = await admin.post(`/api/admin/payment-cases/${orderId}/overpaid/refund`, {
      amount: 2.5,
      transactionId: 'tx-1',
      reason,
    })
    return entry(answer, 'case_refunded', orderId, {
      subjectKind: 'order',
      reason,
      after: { amount: 2.5, transaction: 'tx-1' },
    })
  },
  'POST /api/admin/orders/:orderId/receipt': () => changeOrder('receipt', {}, { action: 'order_mail_sent' }),
  'POST /api/admin/orders/:orderId/emails/:id/send-again': async () => {
    const { orderId } = await buyAndPay(
      test,
      await signedIn(test),
      await addGame(test, { developerId: developer.id }),
    )
    const [mail] = (await admin.get(`/api/admin/orders/${orderId}`)).body.emails
    const answer = await admin.post(`/api/admin/orders/${orderId}/emails/${mail._id}/send-again`, {})
    return entry(answer, 'order_mail_sent', orderId, {
      subjectKind: 'order',
      after: { subject: mail.subject, to: mail.address },
    })
  },
  'POST /api/admin/orders/:orderId/notes': () =>
    changeOrder(
      'notes',
      { _id: uuid(), text: 'Asked for a file.' },
      { action: 'order_noted', reason: 'Asked for a file.' },
    ),
  'POST /api/admin/orders/:orderId/refunds': () =>
    changeOrder(
      'refunds',
      { items: [{ position: 0 }], transactionId: 'tx-1', reason },
      { action: 'order_refunded', reason },
    ),
  'POST /api/admin/orders/:orderId/revocations': () =>
    changeOrder('revocations', { positions: [0], reason }, { action: 'order_revoked', reason }),
  'POST /api/admin/grants': async () => {
    const june = await signedIn(test)
    const game = await addGame(test, { developerId: developer.id })
    const answer = await admin.post('/api/admin/grants', { accountId: june.id, gameId: game.id, reason })
    return entry(answer, 'game_granted', june.id, { subjectKind: 'user', reason })
  },
  'PUT /api/admin/games/:id/storage': async () => {
    const { id } = await addGame(test, { developerId: developer.id })
    const answer = await admin.put(`/api/admin/games/${id}/storage`, { maxBytes: 2 ** 40, reason })
    return entry(answer, 'storage_changed', id, { reason, after: { maxBytes: 2 ** 40 } })
  },
  'POST /api/games/:id': async () => {
    const { body: game } = await createGame(developer)
    const files = filesJson({ _id: game.gameFiles[0]._id })
    const answer = await editGame(admin, game._id, { price: '5', gameFilesTempJson: files })
    return entry(answer, 'game_changed', game._id, {
      before: expect.objectContaining({ price: 9.99 }),
      after: expect.objectContaining({ price: 5 }),
    })
  },
  'PATCH /api/profile/:id': async () =>
    entry(
      await admin.patch(`/api/profile/${developer.id}`, { bio: 'Made games.' }),
      'profile_changed',
      developer.id,
      { before: { bio: expect.anything() }, after: { bio: 'Made games.' } },
    ),
}

/** Does something to an order that was just paid. */
async function changeOrder(what: string, body: object, written: AuditEntry['written']): Promise<AuditEntry> {
  const game = await addGame(test, { developerId: developer.id })
  const { orderId } = await buyAndPay(test, await signedIn(test), game)
  return {
    answer: await admin.post(`/api/admin/orders/${orderId}/${what}`, body),
    written: { subjectKind: 'order', subjectId: orderId, ...written },
  }
}

/** A payout that waits for approval. */
const aDraft = async () => aPayoutDraft(test, await signedIn(test, 'developer'), admin)

async function actOnPayout(what: string, body: object, written: AuditEntry['written']): Promise<AuditEntry> {
  const id = await aDraft()
  return {
    answer: await admin.post(`/api/admin/payouts/${id}/${what}`, body),
    written: { subjectKind: 'payout', subjectId: id, ...written },
  }
}

async function actOnFailedJob(act: 'retry' | 'dismiss', action: string): Promise<AuditEntry> {
  const queue = `failing-${act}`
  await test.store.jobs.work(queue, () => Promise.reject(new Error('planted')))
  await test.db.transaction().execute((tx) => test.store.jobs.send(tx, queue, {}, { retryLimit: 0 }))
  const job = await eventually(async () =>
    (await admin.get('/api/admin/todo')).body.jobs.find((each: { queue: string }) => each.queue === queue),
  )
  return {
    answer: await admin.post(`/api/admin/jobs/${job._id}/${act}`),
    written: { action, subjectKind: 'store', subjectId: job._id, subject: queue }, // whether it is done is not known yet
  }
}

/** The first game of a developer, published by its form. */
async function gameInReview() {
  const newcomer = await signedIn(test, 'developer')
  await test.sql`update accounts set first_game_approved_at = null where id = ${newcomer.id}`
  const { body: created } = await createGame(newcomer)
  const { id } = await test.row<{ id: string }>`select id from game_reviews where game_id = ${created._id}`
  return { gameId: created._id as string, reviewId: id, developer: newcomer }
}

const adminsChanges = Object.entries(calls)
  .filter(([name, { access }]) => access === 'admin' && !name.startsWith('GET '))
  .map(([name]) => name)

it('B7 has a test for every change that only admins can make', () => {
  expect(Object.keys(CHANGES)).toEqual(expect.arrayContaining(adminsChanges))
})

it.each(Object.entries(CHANGES))(
  'B7 records who made the change %s, to what, from which address, and the values before and after',
  async (_name, change) => {
    const { answer, written } = await change()
    expect(answer.status, answer.text).toBe(200)
    const entries: { action: string }[] = (await admin.get('/api/admin/audit?limit=5')).body
    // A job may have recorded its part of the action since.
    expect(entries.find(({ action }) => action === written.action)).toMatchObject({
      actor: admin.username,
      address: '127.0.0.1',
      at: expect.stringMatching(/Z$/),
      ...written,
    })
  },
)

it.each(adminsChanges)(
  'B7 only an account that is an admin in the database now can call %s',
  async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const address = path.replace('/:orderId/:kind/', '/none/review/').replace(':id', developer.id)
    const was = await signedIn(test, 'admin')
    await test.db.updateTable('accounts').set({ role: 'player' }).where('id', '=', was.id).execute()
    for (const [caller, status] of [
      [test.nobody, 401],
      [developer, 403],
      [was, 403],
    ] as const)
      expect((await caller.send(method, address)).status).toBe(status)
  },
)
