import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createGame, editGame, filesJson } from '../../testing/fixtures/game-form.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { aReport, decideReport, hideByReports } from '../../testing/fixtures/reports.ts'
import { addSale } from '../../testing/fixtures/sales.ts'
import { useTestStore } from '../../testing/store.ts'
import { purgeReports } from '../purge-reports.ts'

const test = useTestStore()
let admin: Person
let other: Person
let developer: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
  developer = await signedIn(test, 'developer')
})

type Game = { id: string }

const ANSWER = 'The price on the page is not the price in the basket. Name the one that you mean.'
const APPEAL = { text: 'The basket adds the tax of your country; the price is the same.' }
const aGame = (title = 'Ferry') => addGame(test, { developerId: developer.id, title })

/** Reports a game, or a developer, and returns the case. */
const reported = async ({ id }: Game, changes: object = {}, by?: Person) =>
  (await aReport(test, id, { part: 'text', ...changes }, by)).caseId

async function decide(caseId: string, kind: string, changes: object = {}): Promise<void> {
  const answer = await decideReport(admin, caseId, { kind, answer: ANSWER, ...changes })
  expect(answer.status, answer.text).toBe(200)
}
const decisionOf = (caseId: string) =>
  test.db
    .selectFrom('moderation_decisions')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('decided_at', 'desc')
    .executeTakeFirstOrThrow()
const isPublic = async (game: Game) => {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/games/${game.id}`)).status === 200
}
const mailsOf = async (person: Person) => {
  await test.drain()
  return test.mailsTo(person.email)
}

describe('M5 a decision about a report', () => {
  it('a decision is stored and emailed word for word, with its rule, subject and reason', async () => {
    const game = await aGame('Paper Boat')
    const caseId = await reported(game)
    const { body: detail } = await admin.get(`/api/admin/reports/${caseId}`)
    expect(detail.assets[0].name).toBe('Description')
    expect(detail.effects).toEqual({ owners: 0, openOrders: 0, balance: 0 })
    await decide(caseId, 'take_down')
    const { id, statement } = await decisionOf(caseId)
    expect(statement).toContain('Paper Boat is no longer shown or sold')
    expect(statement).toContain('page-1, version 1')
    expect(statement).toContain('What it is about: Description')
    expect(statement).toContain(ANSWER)
    expect(statement).toContain('We acted on a report.')
    const { body: shown } = await developer.get(`/api/decisions/${id}`)
    expect(shown).toMatchObject({ kind: 'take_down', rule: 'page-1', gameId: game.id, statement })
    expect((await (await signedIn(test, 'developer')).get(`/api/decisions/${id}`)).status).toBe(404)
    const mail = (await mailsOf(developer)).at(-1)
    for (const paragraph of statement.split('\n\n'))
      expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain(paragraph)
  })

  it('a decision without a rule, a part or a text is refused, by the form and by the database', async () => {
    const caseId = await reported(await aGame())
    const wrongs = [
      { rule: null },
      { assets: [] },
      { answer: 'Too short.' },
      { rule: 'age-99' },
      { assets: ['Screenshot 99'] },
    ]
    for (const wrong of wrongs) {
      const refused = await decideReport(admin, caseId, { kind: 'take_down', ...wrong })
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.fields)).toEqual(Object.keys(wrong))
    }
    await decide(caseId, 'take_down')
    await expect(
      sql`insert into moderation_decisions select (jsonb_populate_record(decision,
        jsonb_build_object('id', gen_random_uuid(), 'rule', null, 'rule_version', null))).*
        from moderation_decisions as decision where case_id = ${caseId}`.execute(test.db),
    ).rejects.toThrow(/moderation_decisions_reasons/)
  })

  it('a decision applies to the version the admin saw: a changed game gets 409, and so does the second of two decisions', async () => {
    const seller = await signedIn(test, 'developer')
    const { body: game } = await createGame(seller, { title: 'Old Title' })
    const caseId = await reported({ id: game._id })
    const { body: detail } = await admin.get(`/api/admin/reports/${caseId}`)
    const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]._id })
    await editGame(seller, game._id, { title: 'New Title', gameFilesTempJson })
    const { revision } = detail
    expect(await decideReport(admin, caseId, { kind: 'correct', revision })).toMatchObject({
      status: 409,
      body: { code: 'revision_changed' },
    })
    const both = await Promise.all(
      [admin, other].map((each) => decideReport(each, caseId, { kind: 'correct' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('T9 a decision that changed nothing is not shown to the developer', async () => {
    const caseId = await reported(await aGame())
    await decide(caseId, 'leave')
    const { id } = await decisionOf(caseId)
    expect((await developer.get(`/api/decisions/${id}`)).status).toBe(404)
    expect((await developer.post(`/api/decisions/${id}/appeal`, APPEAL)).status).toBe(404)
  })

  it('T8 the reporter learns the rule, and never anything between the store and the developer', async () => {
    const june = await signedIn(test)
    await decide(await reported(await aGame(), {}, june), 'correct', { note: 'Third time this month.' })
    const text = (await mailsOf(june)).at(-1)?.text ?? ''
    expect(text).toContain('We acted on your report.')
    expect(text).toContain('(page-1)')
    expect(text).not.toContain('Third time')
    expect(text).not.toContain(developer.username)
  })

  it('M16 a decision is signed by moderation: only the audit log names the admin', async () => {
    const [june, seller] = [await signedIn(test), await signedIn(test, 'developer')]
    const game = await addGame(test, { developerId: seller.id })
    const caseId = await reported(game, {}, june)
    await decide(caseId, 'take_down', { note: `Asked ${other.username} first` })
    const { id } = await decisionOf(caseId)
    const { text, body } = await seller.get(`/api/decisions/${id}`)
    expect(body.statement).toContain('Moderation, No Filler')
    const [mine, games] = [await june.get('/api/reports/mine'), await seller.get('/api/my-games')]
    const emails = [...(await mailsOf(june)), ...(await mailsOf(seller))].map((mail) => mail.text)
    const told = [text, mine.text, games.text, ...emails].join()
    for (const { username, email, id: adminId } of [admin, other])
      for (const name of [username, email, adminId]) expect(told).not.toContain(name)
    const [entry] = (await admin.get(`/api/admin/audit?subjectId=${game.id}`)).body
    expect(entry).toMatchObject({ action: 'report_decided', actor: admin.username })
  })

  it('M12 a decision forfeits no earnings, however severe it is', async () => {
    const [june, seller] = [await signedIn(test), await signedIn(test, 'developer')]
    const game = await addGame(test, { developerId: seller.id, priceCents: 999 })
    const soldAt = new Date(Date.now() - 30 * 86_400_000)
    await addSale(test, june, game, { developerId: seller.id, cents: 9_000, soldAt })
    const money = async () => [
      (await sql`select * from ledger_entries where developer_id = ${seller.id}`.execute(test.db)).rows,
      (await sql`select * from developer_balances where developer_id = ${seller.id}`.execute(test.db)).rows,
    ]
    const before = await money()
    expect(before.map((rows) => rows.length)).toEqual([1, 1])
    const caseId = await reported(game, { category: 'illegal' })
    expect((await admin.get(`/api/admin/reports/${caseId}`)).body.effects.balance).toBe(90)
    await decide(caseId, 'seal')
    expect(await money()).toEqual(before)
  })

  it('M15 nobody decides about themselves: the case is neither in the list nor at its address', async () => {
    const game = await addGame(test, { developerId: admin.id, title: 'My Own' })
    const caseId = await reported(game)
    const address = `/api/admin/reports/${caseId}`
    const listed: { _id: string }[] = (await admin.get('/api/admin/reports')).body
    expect(listed.map(({ _id }) => _id)).not.toContain(caseId)
    const unknown = await admin.get('/api/admin/reports/00000000-0000-7000-8000-000000000000')
    expect(unknown.status).toBe(404)
    expect((await admin.get(address)).body).toEqual(unknown.body)
    expect((await admin.post(`${address}/evidence`)).status).toBe(404)
    const { revision } = (await other.get(address)).body
    for (const kind of ['leave', 'take_down'])
      expect((await decideReport(admin, caseId, { kind, revision, assets: ['Description'] })).body.code).toBe(
        'own_case',
      )
    expect((await other.get(address)).body.closedAt).toBeNull()
    expect((await decideReport(other, caseId, { kind: 'leave' })).status).toBe(200)
    expect((await admin.get(address)).status).toBe(404)
  })

  it('M6 a decision can be about a profile, which is corrected or changed but not taken down', async () => {
    const caseId = await reported(
      { id: developer.id },
      { subject: 'developer', part: 'page', category: 'harassment' },
    )
    expect((await decideReport(admin, caseId, { kind: 'take_down' })).status).toBe(422)
    await decide(caseId, 'changes_needed', { rule: 'people-1' })
    const { id, game_id, statement } = await decisionOf(caseId)
    expect(game_id).toBeNull()
    expect(statement).toContain('What it is about: Profile text')
    expect((await developer.get(`/api/decisions/${id}`)).body).toMatchObject({ gameId: null })
  })

  it('T20 a decision can be about deleted content', async () => {
    const game = await aGame()
    const caseId = await reported(game)
    await test.db.deleteFrom('game_sections').where('game_id', '=', game.id).execute()
    await sql`delete from game_files where game_id = ${game.id}`.execute(test.db)
    await test.db.deleteFrom('games').where('id', '=', game.id).execute()
    expect((await admin.get(`/api/admin/reports/${caseId}`)).body).toMatchObject({ isGone: true })
    expect((await decideReport(admin, caseId, { kind: 'take_down' })).status).toBe(422)
    await decide(caseId, 'correct')
  })

  it('a decision outlives its case and its report, and so does the appeal against it', async () => {
    const june = await signedIn(test)
    const caseId = await reported(await aGame(), {}, june)
    await decide(caseId, 'correct')
    const { id } = await decisionOf(caseId)
    const [{ number }] = (await june.get('/api/reports/mine')).body
    await june.post(`/api/reports/${number}/appeal`, APPEAL)
    await sql`update report_cases set closed_at = now() - interval '2 years 1 day' where id = ${caseId}`.execute(
      test.db,
    )
    await purgeReports(test.db)
    expect((await june.get('/api/reports/mine')).body).toEqual([])
    expect((await developer.get(`/api/decisions/${id}`)).body).toMatchObject({ rule: 'page-1' })
    const appeal = await test.db
      .selectFrom('appeals')
      .selectAll()
      .where('reporter_decision_id', '=', id)
      .executeTakeFirstOrThrow()
    const answer = 'We looked again, and the price is the one that the page names.'
    const path = `/api/admin/appeals/${appeal.id}/decision`
    expect((await other.post(path, { outcome: 'reversed', answer })).status).toBe(200)
  })

  it('M7 a decision can ask for changes, which then enter the queue of reviews', async () => {
    const seller = await signedIn(test, 'developer') // without strikes
    const { body: game } = await createGame(seller, { title: 'Tide Table' })
    await sql`update game_reviews set state = 'decided', decided_at = now() where game_id = ${game._id}`.execute(
      test.db,
    )
    await decide(await reported({ id: game._id }), 'changes_needed')
    expect(await isPublic({ id: game._id })).toBe(true)
    const waiting = async () => {
      const listed: { title: string; reason: string }[] = (await admin.get('/api/admin/approvals')).body
      return listed.filter(({ title }) => title === 'Tide Table').map(({ reason }) => reason)
    }
    expect(await waiting()).toEqual([])
    const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]._id })
    await editGame(seller, game._id, { title: 'Tide Table', gameFilesTempJson })
    expect(await waiting()).toEqual(['report'])
  })
})

describe('M10 a decision about a report that is taken back', () => {
  const takeBack = async (caseId: string) => {
    const { id } = await decisionOf(caseId)
    expect((await developer.post(`/api/decisions/${id}/appeal`, APPEAL)).status).toBe(200)
    const appeal = await test.db
      .selectFrom('appeals')
      .selectAll()
      .where('decision_id', '=', id)
      .executeTakeFirstOrThrow()
    const answer = 'You are right: the price is the same before tax. We have taken the decision back.'
    const path = `/api/admin/appeals/${appeal.id}/decision`
    expect(await admin.post(path, { outcome: 'reversed', answer })).toMatchObject({ status: 403 })
    expect((await other.post(path, { outcome: 'reversed', answer })).status).toBe(200)
    return appeal
  }
  const gameRow = (game: Game) =>
    test.db.selectFrom('games').selectAll().where('id', '=', game.id).executeTakeFirstOrThrow()

  it('a reversed decision restores the game’s earlier state, sealed or not, with the day of its publication', async () => {
    for (const kind of ['take_down', 'seal']) {
      const game = await aGame()
      const { published_at } = await gameRow(game)
      const caseId = await reported(game)
      await decide(caseId, kind)
      expect(await isPublic(game)).toBe(false)
      await takeBack(caseId)
      expect(await isPublic(game)).toBe(true)
      expect((await gameRow(game)).published_at).toEqual(published_at)
    }
  })

  it('after a reversed decision the game stays hidden while a hold lasts, and is public when that ends', async () => {
    const game = await aGame()
    const caseId = await reported(game)
    await decide(caseId, 'take_down')
    const { caseId: held } = await hideByReports(test, game.id)
    await takeBack(caseId)
    expect(await isPublic(game)).toBe(false)
    await decide(held, 'leave')
    expect(await isPublic(game)).toBe(true)
  })

  it('a game stays down by a later decision, and returns to its first state when that is reversed too', async () => {
    const game = await aGame()
    const [first, second] = [await reported(game), await reported(game, { part: 'page' })]
    await decide(first, 'take_down')
    await decide(second, 'take_down')
    await takeBack(first)
    expect(await isPublic(game)).toBe(false)
    await takeBack(second)
    expect(await isPublic(game)).toBe(true)
  })

  it('a reversed decision keeps later actions of an admin', async () => {
    const game = await aGame()
    const caseId = await reported(game)
    await decide(caseId, 'take_down')
    await admin.post(`/api/admin/games/${game.id}/restore`, { reason: 'By mistake' })
    await admin.post(`/api/admin/games/${game.id}/take-down`, {
      reason: 'For another reason',
      illegal: false,
    })
    await takeBack(caseId)
    expect(await gameRow(game)).toMatchObject({ suspended_reason: 'For another reason' })
  })

  it('a reversed decision reopens the game’s review, without approving its developer', async () => {
    const newcomer = await signedIn(test, 'developer')
    await sql`update accounts set first_game_approved_at = null where id = ${newcomer.id}`.execute(test.db)
    const { body: game } = await createGame(newcomer)
    const caseId = await reported({ id: game._id })
    await decide(caseId, 'take_down')
    expect((await gameRow({ id: game._id })).review).toBeNull()
    const decision = await decisionOf(caseId)
    await newcomer.post(`/api/decisions/${decision.id}/appeal`, APPEAL)
    const { id } = await test.db
      .selectFrom('appeals')
      .select('id')
      .where('decision_id', '=', decision.id)
      .executeTakeFirstOrThrow()
    const answer = 'You are right: the price is the same before tax. It waits for its review again.'
    await other.post(`/api/admin/appeals/${id}/decision`, { outcome: 'reversed', answer })
    expect(await isPublic({ id: game._id })).toBe(false)
    expect((await newcomer.get('/api/my-games')).body[0].review).toMatchObject({ state: 'waiting' })
    const account = await test.db
      .selectFrom('accounts')
      .select('first_game_approved_at')
      .where('id', '=', newcomer.id)
      .executeTakeFirstOrThrow()
    expect(account.first_game_approved_at).toBeNull()
  })

  it('is answered within seven days, or 48 hours where minors or a real person are concerned', async () => {
    const HOUR_MS = 3_600_000
    for (const [category, hours] of [
      ['fraud', 168],
      ['minor', 48],
    ] as const) {
      const caseId = await reported(await aGame(), { category, part: 'page' })
      await decide(caseId, 'take_down')
      const { sent_at, due_at } = await takeBack(caseId)
      expect((due_at.getTime() - sent_at.getTime()) / HOUR_MS).toBe(hours)
    }
  })
})

describe('M10 a reporter', () => {
  const REPORTER_APPEAL = { text: 'You looked at the wrong price. It is the one in the second paragraph.' }
  const REPLY = 'You are right: we had not seen the second paragraph. We look at it once more.'
  const linkOf = async (person: Person) =>
    /confirm-report#(\S+)/.exec((await mailsOf(person)).at(-1)?.text ?? '')?.[1] ?? ''
  const sendAppeal = (who: Pick<Person, 'post'>, number: string, changes: object = {}) =>
    who.post(`/api/reports/${number}/appeal`, { ...REPORTER_APPEAL, ...changes })
  const ownReport = async (person: Person) => (await person.get('/api/reports/mine')).body[0]
  const answer = async (caseId: string, outcome: 'reversed' | 'kept', who = other) => {
    const { id } = await decisionOf(caseId)
    const appeal = await test.db
      .selectFrom('appeals')
      .select('id')
      .where('reporter_decision_id', '=', id)
      .executeTakeFirstOrThrow()
    return who.post(`/api/admin/appeals/${appeal.id}/decision`, { outcome, answer: REPLY })
  }

  it('a reporter appeals a dismissal from the list or by the emailed link, and another admin decides again', async () => {
    const june = await signedIn(test)
    const caseId = await reported(await aGame(), {}, june)
    const { number } = await ownReport(june)
    expect(await sendAppeal(june, number)).toMatchObject({ status: 409, body: { code: 'not_decided' } })
    await decide(caseId, 'leave')
    expect((await ownReport(june)).appealUntil).not.toBeNull()
    const token = await linkOf(june)
    expect((await sendAppeal(test.nobody, number)).status).toBe(404)
    expect((await sendAppeal(await signedIn(test), number)).status).toBe(404)
    expect((await sendAppeal(test.nobody, number, { token: `${token}x` })).status).toBe(404)
    expect((await sendAppeal(test.nobody, number, { token })).status).toBe(200)
    expect(await sendAppeal(june, number)).toMatchObject({ status: 409, body: { code: 'already_appealed' } })
    expect(await ownReport(june)).toMatchObject({ appealUntil: null, appeal: REPORTER_APPEAL })
    expect(await answer(caseId, 'reversed', admin)).toMatchObject({
      status: 403,
      body: { code: 'same_admin' },
    })
    expect((await answer(caseId, 'reversed')).status).toBe(200)
    expect((await mailsOf(june)).at(-1)?.subject).toBe(`Your appeal about report ${number}`)
    expect(await ownReport(june)).toMatchObject({ state: 'looking', appeal: { outcome: 'reversed' } })
    await decide(caseId, 'correct')
    expect(await ownReport(june)).toMatchObject({ state: 'acted', appeal: null })
  })

  it('a reporter and the developer appeal the same decision, once each', async () => {
    const [june, kim] = [await signedIn(test), await signedIn(test)]
    const game = await aGame()
    const caseId = await reported(game, {}, june)
    await reported(game, {}, kim)
    await decide(caseId, 'correct')
    const { id } = await decisionOf(caseId)
    const sent = await Promise.all([
      sendAppeal(june, (await ownReport(june)).number),
      sendAppeal(kim, (await ownReport(kim)).number),
      developer.post(`/api/decisions/${id}/appeal`, REPORTER_APPEAL),
    ])
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    expect((await developer.get(`/api/decisions/${id}`)).body.appeal).toMatchObject(REPORTER_APPEAL)
    expect((await answer(caseId, 'kept')).status).toBe(200)
    expect((await developer.get(`/api/decisions/${id}`)).body.appeal.outcome).toBeNull()
    const listed: { decision: { _id: string }; from: string }[] = (await admin.get('/api/admin/appeals')).body
    expect(listed.filter(({ decision }) => decision._id === id).map(({ from }) => from)).toEqual([
      'developer',
    ])
  })
})
