import { UNFOUNDED } from '@nofiller/contract/reports/report-rules'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import {
  aDecidedReport,
  aReport,
  decideReport,
  openCaseOf,
  sendReport,
} from '../../testing/fixtures/reports.ts'
import { useTestStore } from '../../testing/store.ts'
import { purgeReporters } from '../purge-reports.ts'
import { decideMeasure } from './decide-measure.ts'

const test = useTestStore()
let admin: Person
let other: Person
let developer: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
  developer = await signedIn(test, 'developer')
})

const REASON = 'The page says nothing of the kind.'

const aGame = () => addGame(test, { developerId: developer.id })
const mark = (caseId: string, number: string, who = admin) =>
  who.post(`/api/admin/reports/${caseId}/unfounded`, { number, reason: REASON })

/** A dismissed report about its own game, marked as unfounded. */
async function unfounded(reporter: Person) {
  const sent = await aDecidedReport(test, admin, (await aGame()).id, { kind: 'leave' }, {}, reporter)
  const marked = await mark(sent.caseId, sent.number)
  expect(marked.status, marked.text).toBe(200)
  return sent
}
async function unfoundedTimes(reporter: Person, times: number) {
  const sent = []
  for (let nth = 0; nth < times; nth += 1) sent.push(await unfounded(reporter))
  return sent
}
/** Pauses a reporter with the minimum of unfounded reports, and returns them. */
async function paused(person: Person) {
  const sent = await unfoundedTimes(person, UNFOUNDED.pauseFrom)
  await sql`insert into reporter_measures (id, email, kind, report_ids, ends_at)
    select gen_random_uuid(), ${person.email}, 'pause', array_agg(id), now() + interval '30 days'
    from reports where email = ${person.email} and unfounded_at is not null`.execute(test.db)
  return sent
}
const subjectsTo = async (person: Person) => {
  await test.drain()
  return (await test.mailsTo(person.email)).map(({ subject }) => subject ?? '')
}
const WARNING = 'Several of your reports were unfounded'
const warnings = async (person: Person) =>
  (await subjectsTo(person)).filter((subject) => subject === WARNING).length

describe('T7 an unfounded report', () => {
  it('only a confirmed report that changed nothing and is not about the admin can be marked unfounded', async () => {
    const june = await signedIn(test)
    const open = await aReport(test, (await aGame()).id, {}, june)
    expect(await mark(open.caseId, open.number)).toMatchObject({
      status: 409,
      body: { code: 'not_dismissed' },
    })
    await decideReport(admin, open.caseId, { kind: 'correct' })
    expect((await mark(open.caseId, open.number)).status).toBe(409)

    const game = await aGame()
    const minor = { category: 'minor', email: 'rival@example.test' }
    const { body } = await sendReport(test.nobody, game.id, minor)
    const id = await openCaseOf(test, game.id)
    await decideReport(admin, id, { kind: 'leave' })
    expect(await mark(id, body.number)).toMatchObject({ status: 409, body: { code: 'not_confirmed' } })

    const own = await addGame(test, { developerId: admin.id })
    const mine = await aDecidedReport(test, other, own.id, { kind: 'leave' }, {}, june)
    expect((await mark(mine.caseId, mine.number)).body.code).toBe('own_case')
    expect((await mark(mine.caseId, 'R-1', other)).status).toBe(404)
    expect((await mark(mine.caseId, mine.number, other)).status).toBe(200)
  })

  it('an unfounded report shows its reason to the reporter and to the admins', async () => {
    const june = await signedIn(test)
    const { caseId } = await unfounded(june)
    expect((await june.get('/api/reports/mine')).body).toMatchObject([{ state: 'left', unfounded: REASON }])
    expect((await admin.get(`/api/admin/reports/${caseId}`)).body.said).toMatchObject([{ unfounded: REASON }])
  })

  it('the fifth unfounded report of the last eight earns a warning, and the third after that a pause of 30 days', async () => {
    const june = await signedIn(test)
    await unfoundedTimes(june, 4)
    expect(await warnings(june)).toBe(0)
    const { number } = await unfounded(june)
    expect(await warnings(june)).toBe(1)
    const warning = (await test.mailsTo(june.email)).find(({ subject }) => subject === WARNING)
    expect(warning?.text).toContain(`${number}: ${REASON}`)
    await unfoundedTimes(june, 2)
    expect((await sendReport(june, (await aGame()).id)).status).toBe(200)
    await unfounded(june)
    expect(await subjectsTo(june)).toContain('Your reports are paused')
    expect(await warnings(june)).toBe(1)
    const game = await aGame()
    expect(await sendReport(june, game.id)).toMatchObject({ status: 403, body: { code: 'reporting_paused' } })
    await sql`update reporter_measures set ends_at = now() where kind = 'pause' and email = ${june.email}`.execute(
      test.db,
    )
    expect((await sendReport(june, game.id)).status).toBe(200)
  })

  it('counts against an account, also after it changed its address', async () => {
    const june = await signedIn(test)
    await unfoundedTimes(june, UNFOUNDED.warnFrom - 1)
    const email = `moving.${june.username}@example.test`
    await test.db.updateTable('accounts').set({ email }).where('id', '=', june.id).execute()
    await unfounded(june)
    expect(await warnings({ ...june, email })).toBe(1)
  })

  it('unfounded reports pause an address without an account too, which only its owner learns', async () => {
    const june = await signedIn(test)
    await paused(june)
    const game = await aGame()
    expect((await sendReport(test.nobody, game.id, { email: june.email })).body.confirm).toBe(true)
    await test.drain()
    const mailed = (await test.mailsTo(june.email)).at(-1)?.text ?? ''
    const token = /confirm-report#(\S+)/.exec(mailed)?.[1]
    expect(await test.nobody.post('/api/reports/confirm', { token })).toMatchObject({
      status: 403,
      body: { code: 'reporting_paused' },
    })
  })

  it('unfounded reports pause an account, also after it changed its address', async () => {
    const june = await signedIn(test)
    await paused(june)
    await test.db
      .updateTable('accounts')
      .set({ email: `moved.${june.username}@example.test` })
      .where('id', '=', june.id)
      .execute()
    expect((await sendReport(june, (await aGame()).id)).body.code).toBe('reporting_paused')
    expect((await sendReport(await signedIn(test), (await aGame()).id)).status).toBe(200)
  })

  it('T3 a report about minors during a pause is still queued, but hides nothing', async () => {
    const [known, unpaused, other] = [await signedIn(test), await signedIn(test), await signedIn(test)]
    await paused(known)
    const game = await aGame()
    await aReport(test, game.id, { category: 'minor' }, known)
    await test.forgetCatalog()
    expect((await test.nobody.get(`/api/games/${game.id}`)).status).toBe(200)
    await aReport(test, game.id, { category: 'minor' }, unpaused)
    await test.forgetCatalog()
    expect((await test.nobody.get(`/api/games/${game.id}`)).status).toBe(200)
    await aReport(test, game.id, { category: 'minor' }, other)
    await test.forgetCatalog()
    expect((await test.nobody.get(`/api/games/${game.id}`)).status).toBe(404)
  })

  it('M10 an unfounded report no longer counts after its sender’s successful appeal, which ends the pause', async () => {
    const june = await signedIn(test)
    const sent = await paused(june)
    const last = sent.at(-1)
    const text = 'The page does say so, in its last paragraph but one.'
    expect((await june.post(`/api/reports/${last?.number}/appeal`, { text })).status).toBe(200)
    const game = await aGame()
    expect((await sendReport(june, game.id)).status).toBe(403)
    const { id } = await test.db
      .selectFrom('appeals')
      .innerJoin('moderation_decisions', 'moderation_decisions.id', 'reporter_decision_id')
      .select('appeals.id')
      .where('case_id', '=', String(last?.caseId))
      .executeTakeFirstOrThrow()
    const answer = 'You are right: we had not seen that paragraph. We look at it once more.'
    const path = `/api/admin/appeals/${id}/decision`
    expect((await other.post(path, { outcome: 'reversed', answer })).status).toBe(200)
    expect((await sendReport(june, game.id)).status).toBe(200)
    const own: { number: string; unfounded: string | null }[] = (await june.get('/api/reports/mine')).body
    expect(own.find(({ number }) => number === last?.number)?.unfounded).toBeNull()
  })

  it('Y10 a measure after unfounded reports is deleted after a year', async () => {
    await unfoundedTimes(await signedIn(test), 5)
    const before = await test.db.selectFrom('reporter_measures').select('id').execute()
    await purgeReporters(test.db)
    expect(await test.db.selectFrom('reporter_measures').select('id').execute()).toEqual(before)
    await sql`update reporter_measures set given_at = now() - interval '366 days'`.execute(test.db)
    await purgeReporters(test.db)
    expect(await test.db.selectFrom('reporter_measures').select('id').execute()).toEqual([])
  })

  it.each([
    [{ ofLast: 4, sinceMeasure: 4, hasMeasure: false }, null],
    [{ ofLast: 5, sinceMeasure: 5, hasMeasure: false }, 'warning'],
    [{ ofLast: 7, sinceMeasure: 2, hasMeasure: true }, null],
    [{ ofLast: 3, sinceMeasure: 3, hasMeasure: true }, 'pause'],
  ])('leads from %o to %s', (record, measure) => {
    expect(decideMeasure(record)).toBe(measure)
  })
})
