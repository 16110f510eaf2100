import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { recordLookAtAll } from '../../moderation/looks.ts'
import { buy, buyAndPay, checkout, simulate, untilStatus } from '../../testing/buying.ts'
import { confirmAddress } from '../../testing/fixtures/confirmations.ts'
import { aPicture, createGame } from '../../testing/fixtures/game-form.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { anOldAccount, decideReport, hideByReports, sendReport } from '../../testing/fixtures/reports.ts'
import { eventually, openTestStore, type TestStore, useTestStore } from '../../testing/store.ts'
import { watchHolds } from './watch-holds.ts'

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

const ANSWER = 'We looked at every picture of it, and all of them are drawn adults.'
const aGame = () => addGame(test, { developerId: developer.id })

const report = ({ id }: Game, from: Pick<Person, 'post'>, changes: object = {}, browser = 'one') =>
  sendReport(from, id, { category: 'minor', ...changes }, { 'user-agent': browser })
const isHeld = async (game: Game) =>
  (await test.db.selectFrom('games').select('is_illegal').where('id', '=', game.id).executeTakeFirstOrThrow())
    .is_illegal
const caseOf = async (game: Game) =>
  (
    await test.db
      .selectFrom('report_cases')
      .select('id')
      .where('subject_id', '=', game.id)
      .orderBy('opened_at', 'desc')
      .executeTakeFirstOrThrow()
  ).id
const decide = async (game: Game, kind: string) =>
  decideReport(admin, await caseOf(game), { kind, answer: ANSWER })
const statusOf = async (store: Pick<TestStore, 'url'>, path: string) => {
  const answer = await fetch(new URL(path, store.url), { redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}
const mailTo = (address: string, subject: RegExp) =>
  eventually(async () => (await test.mailsTo(address)).find((mail) => subject.test(mail.subject ?? '')))

/** Ends the holds of earlier tests, so the daily limit does not apply. */
async function decideAll(): Promise<void> {
  const held = await test.db
    .selectFrom('game_holds')
    .select('case_id')
    .where('ended_at', 'is', null)
    .execute()
  for (const { case_id } of held)
    await decideReport(admin, String(case_id), { kind: 'correct', answer: ANSWER })
}

it('T3 hides page, card, picture, feed and search in every process, and leaves its owners their files', async () => {
  const second = await openTestStore({
    database: { url: test.databaseUrl, drop: async () => {} },
    settings: { DATA_DIR: test.dataDir },
  })
  const { body: game } = await createGame(developer, {
    title: 'Paper Lantern',
    cardImage: await aPicture(),
  })
  const june = await signedIn(test)
  const { body: answer } = await test.nobody.get(`/api/games/${game._id}`)
  const owned = await addGame(test, { developerId: developer.id })
  await buyAndPay(test, june, owned)
  const fileId = owned.files[0]?.id
  const { downloadUrl } = (await june.post(`/api/library/${owned.id}/download`, { fileId })).body
  expect(await statusOf(second, answer.cardPicture.url)).toBe(200)
  expect(await statusOf(second, `/api/games/${game._id}`)).toBe(200)
  expect((await test.nobody.get('/api/games?q=lantern')).body).toHaveLength(1)

  await hideByReports(test, game._id)
  await hideByReports(test, owned.id)
  expect(await statusOf(test, `/api/games/${game._id}`)).toBe(404)
  expect((await test.nobody.get('/api/games?q=lantern')).body).toEqual([])
  expect((await test.nobody.get('/api/games/suggest?q=lantern')).body.games).toEqual([])
  expect((await june.post(`/api/library/${owned.id}/download`, { fileId })).status).toBe(200)
  for (const store of [test, second]) {
    await eventually(async () => (await statusOf(store, answer.cardPicture.url)) === 404)
    await eventually(async () => (await statusOf(store, `/api/games/${game._id}`)) === 404)
  }
  expect(await statusOf(test, downloadUrl)).toBe(200)
  expect((await mailTo(developer.email, /^Paper Lantern is on hold/)).text).not.toContain('player_')
  await mailTo(admin.email, /^A game was hidden/)

  await decide({ id: game._id }, 'leave')
  await decide(owned, 'leave')
  expect(await statusOf(test, `/api/games/${game._id}`)).toBe(200)
  await eventually(async () => (await statusOf(second, answer.cardPicture.url)) === 200)
  expect((await june.post(`/api/library/${owned.id}/download`, { fileId })).status).toBe(200)
  await second.app.close()
  await second.stop()
})

const lookedAt = (game: Game) => test.db.transaction().execute((tx) => recordLookAtAll(tx, game.id))

/** An account that is a week old, and paid for a game then. */
async function aBuyer(): Promise<Person> {
  const person = await anOldAccount(test)
  const { orderId } = await buyAndPay(test, person, await aGame())
  await sql`update orders set paid_at = now() - interval '8 days' where id = ${orderId}`.execute(test.db)
  return person
}

/** Reports with an address, then opens its link and clicks the button. */
async function reportByMail(game: Game, email: string): Promise<void> {
  await report(game, test.nobody, { email })
  expect((await confirmAddress(test, email)).status).toBe(200)
}

it('T3 an unknown reporter hides nothing, by day or night, and alarms every admin', async () => {
  const game = await aGame()
  for (const browser of ['one', 'two', 'three'])
    await report(game, test.nobody, { email: `${browser}@example.test` }, browser)
  await mailTo(other.email, /within 2 hours/)
  await sql`update reports set network_hash = decode(md5(id::text), 'hex') where subject_id = ${game.id}`.execute(
    test.db,
  )
  await sql`update report_cases set alarmed_at = now() - interval '121 minutes' where subject_id = ${game.id}`.execute(
    test.db,
  )
  await report(game, test.nobody, {}, 'four')
  await watchHolds(test.store)
  expect(await isHeld(game)).toBe(false)
})

it('T3 two people, accounts or confirmed addresses, hide a game without a review, or one after 2 hours', async () => {
  const [one, two] = [await aGame(), await aGame()]
  await reportByMail(one, 'known-by-mail@example.test')
  await report(one, test.nobody, { email: 'known-by-mail@example.test' })
  expect(await isHeld(one)).toBe(false)
  await report(one, await signedIn(test))
  expect(await isHeld(one)).toBe(true)

  await report(two, await signedIn(test))
  await watchHolds(test.store)
  expect(await isHeld(two)).toBe(false)
  await sql`update report_cases set alarmed_at = now() - interval '121 minutes' where subject_id = ${two.id}`.execute(
    test.db,
  )
  await watchHolds(test.store)
  expect(await isHeld(two)).toBe(true)
  await decideAll()
})

it('T3 counts two people who report at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const game = await aGame()
    const people = [await signedIn(test), await signedIn(test)]
    await Promise.all(people.map((person) => report(game, person)))
    expect(await isHeld(game)).toBe(true)
  }
  await decideAll()
})

it('T4 hiding a reviewed game takes two accounts that are a week old, one of which paid', async () => {
  const [game, changed] = [await aGame(), await aGame()]
  for (const each of [game, changed]) await lookedAt(each)
  for (const email of ['a@example.test', 'b@example.test']) await reportByMail(game, email)
  for (const person of [await signedIn(test), await anOldAccount(test), await anOldAccount(test)])
    await report(game, person)
  expect(await isHeld(game)).toBe(false)
  await report(game, await aBuyer())
  expect(await isHeld(game)).toBe(true)

  await sql`update games set description = '<p>Another.</p>', updated_at = now() where id = ${changed.id}`.execute(
    test.db,
  )
  for (const person of [await signedIn(test), await anOldAccount(test)]) await report(changed, person)
  expect(await isHeld(changed)).toBe(true)
  await decideAll()
})

/** A reporter who changes their address is the same person. */
const moved = (person: Person) =>
  test.db
    .updateTable('accounts')
    .set({ email: `moved.${person.username}@example.test` })
    .where('id', '=', person.id)
    .execute()

it('T4 counts an account once, even if its address changed, and its old mailbox with it', async () => {
  const game = await aGame()
  await lookedAt(game)
  const june = await aBuyer()
  await report(game, june)
  await moved(june)
  await report(game, june)
  await reportByMail(game, june.email)
  expect(await isHeld(game)).toBe(false)
  await report(game, await anOldAccount(test))
  expect(await isHeld(game)).toBe(true)
  await decideAll()
})

it('T4 uses up the reports of an account, also after it changed its address', async () => {
  const [one, two] = [await aGame(), await aGame()]
  const june = await anOldAccount(test)
  await hideByReports(test, one.id, {}, june)
  await decide(one, 'leave')
  await moved(june)
  await hideByReports(test, two.id, {}, june)
  expect(await isHeld(two)).toBe(false)
  await report(two, await signedIn(test))
  expect(await isHeld(two)).toBe(true)
  await decideAll()
})

it('T4 leaves a cleared game visible, and uses up the reports of a dismissed hold', async () => {
  const [one, two, three] = [await aGame(), await aGame(), await aGame()]
  const june = await anOldAccount(test)
  await hideByReports(test, one.id, {}, june)
  await hideByReports(test, two.id, { part: 'text' }, june) // who has an undecided hold
  expect([await isHeld(one), await isHeld(two)]).toEqual([true, false])
  await decide(one, 'leave')
  expect(await isHeld(one)).toBe(false)
  await hideByReports(test, three.id, {}, june)
  expect(await isHeld(three)).toBe(false)
  for (const part of ['page', 'page', 'text', 'text']) await report(one, await signedIn(test), { part }) // from the network that used up its report of this game
  expect(await isHeld(one)).toBe(false)
  await sql`update reports set network_hash = 'elsewhere' where subject_id = ${one.id} and part = 'text'`.execute(
    test.db,
  )
  for (const person of [await aBuyer(), await aBuyer()]) await report(one, person, { part: 'text' })
  expect(await isHeld(one)).toBe(false) // a dismissed hold stands, and nothing changed since
  await decideAll()
})

it('reminds every admin, each hour, of a hold that is a day old, and never ends it', async () => {
  const game = await aGame()
  await hideByReports(test, game.id)
  await watchHolds(test.store)
  await sql`update game_holds set started_at = now() - interval '25 hours' where game_id = ${game.id}`.execute(
    test.db,
  )
  const reminders = async () => {
    await test.drain()
    return (await test.mailsTo(other.email)).filter(({ subject }) => subject?.includes('for a day')).length
  }
  await watchHolds(test.store)
  await watchHolds(test.store)
  expect(await reminders()).toBe(1)
  await sql`update game_holds set reminded_at = now() - interval '61 minutes' where game_id = ${game.id}`.execute(
    test.db,
  )
  await watchHolds(test.store)
  expect(await reminders()).toBe(2)
  expect(await isHeld(game)).toBe(true)
  await decideAll()
})

it('T8 replies to every reporter, T9 notifies the developer of the changes and never of the reporter', async () => {
  const game = await addGame(test, { developerId: developer.id, title: 'Ferry' })
  const june = await anOldAccount(test)
  const { number } = (await report(game, june)).body
  expect((await decide(game, 'take_down')).status).toBe(200)
  expect(await decide(game, 'leave')).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  expect((await mailTo(june.email, new RegExp(`${number} is decided`))).text).toContain(ANSWER)
  const told = await mailTo(developer.email, /^A decision about Ferry/)
  expect(told.text).toContain('Those who own it can still download it.')
  expect(told.text).not.toContain(june.username)
  expect((await june.get('/api/reports/mine')).body).toMatchObject([
    { number, state: 'acted', answer: ANSWER },
  ])
})

it('T9 does not notify the developer of a report without effect', async () => {
  const game = await addGame(test, { developerId: developer.id, title: 'Nothing Here' })
  await report(game, await anOldAccount(test), { category: 'fraud' })
  expect((await decide(game, 'leave')).status).toBe(200)
  await test.drain()
  const subjects = (await test.mailsTo(developer.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject?.includes('Nothing Here'))).toEqual([])
})

it('T10 stops new checkouts, and delivers orders that were already being paid', async () => {
  const [waits, sealed] = [await aGame(), await aGame()]
  const june = await signedIn(test)
  const orders = [await buy(june, waits), await buy(june, sealed)] as const
  await hideByReports(test, waits.id)
  await hideByReports(test, sealed.id)
  expect((await checkout(await signedIn(test), waits)).status).toBe(404)
  for (const order of orders) {
    await simulate(test, order, 'pay')
    await untilStatus(test, order, 'PAID')
  }
  const download = async () =>
    (await june.post(`/api/library/${waits.id}/download`, { fileId: waits.files[0]?.id })).status
  const cases = async () => test.db.selectFrom('payment_cases').select(['order_id', 'kind']).execute()
  expect([await download(), await cases()]).toEqual([200, []])
  await decide(waits, 'leave')
  await decide(sealed, 'seal')
  expect(await download()).toBe(200)
  expect(await cases()).toEqual([{ order_id: orders[1].orderId, kind: 'undeliverable' }])
})

it('T11 shows the safety queue to its admins, and a count to all others', async () => {
  const { safety } = (await other.get('/api/admin/reports/summary')).body
  const game = await aGame()
  await hideByReports(test, game.id)
  const id = await caseOf(game)
  expect((await other.get('/api/admin/reports')).body).toEqual([])
  expect((await other.get('/api/admin/reports/summary')).body).toMatchObject({
    seesSafety: false,
    safety: safety + 1,
  })
  for (const path of ['evidence', 'decision'])
    expect(
      (
        await other.post(`/api/admin/reports/${id}/${path}`, {
          kind: 'leave',
          rule: null,
          assets: [],
          answer: ANSWER,
          revision: '',
        })
      ).body.code,
    ).toBe('safety_only')
  expect((await other.get(`/api/admin/reports/${id}`)).status).toBe(403)
  expect((await admin.get('/api/admin/reports')).body).toContainEqual(
    expect.objectContaining({ _id: id, isHeld: true }),
  )
  expect((await admin.post(`/api/admin/reports/${id}/evidence`)).body.text).toBe('<p>A game.</p>')
  expect((await admin.get(`/api/admin/audit?subjectId=${game.id}`)).body).toMatchObject([
    { action: 'report_opened', after: { case: id } },
  ])
  expect(await admin.post(`/api/admin/games/${game.id}/restore`, { reason: 'By mistake' })).toMatchObject({
    status: 409,
    body: { code: 'on_hold' },
  })
  await decide(game, 'leave')
})

it('T11 only admins of the safety queue can assign it, to three people at most', async () => {
  const give = (from: Person, to: Person, safety: boolean) =>
    from.put(`/api/admin/users/${to.id}/safety`, { safety, reason: 'Takes over' })
  const sees = async (person: Person) => (await person.get('/api/admin/reports/summary')).body.seesSafety
  expect((await give(other, other, true)).status).toBe(403)
  expect((await give(admin, other, true)).status).toBe(200)
  expect([await sees(admin), await sees(other)]).toEqual([false, true])
  expect((await give(other, other, false)).body.code).toBe('last_safety')
  await give(other, admin, true)
  const [third, fourth] = [await signedIn(test, 'admin'), await signedIn(test, 'admin')]
  expect((await give(admin, third, true)).status).toBe(200)
  expect(await give(admin, fourth, true)).toMatchObject({ status: 409, body: { code: 'safety_full' } })
  await give(admin, third, false)
  await give(admin, other, false)
  expect([await sees(admin), await sees(other)]).toEqual([true, false])
})

it('T6 shows the earliest deadline first, T13 counts correct reports', async () => {
  const [soon, later] = [await aGame(), await aGame()]
  await report(later, await anOldAccount(test), { category: 'other' })
  await report(soon, await anOldAccount(test), { category: 'fraud' })
  const listed: { subjectId: string }[] = (await other.get('/api/admin/reports')).body
  expect(listed.map(({ subjectId }) => subjectId)).toEqual([soon.id, later.id])
  await sql`update report_cases set look_due_at = now() - interval '1 hour' where subject_id = ${later.id}`.execute(
    test.db,
  )
  expect((await other.get('/api/admin/reports')).body[0].subjectId).toBe(later.id)
  const { categories } = (await other.get('/api/admin/reports/summary')).body
  expect(categories).toContainEqual(expect.objectContaining({ category: 'other', open: 1, overdue: 1 }))
  expect(categories).toContainEqual(
    expect.objectContaining({ category: 'fraud', open: 1, overdue: 0, upheldPercent: 0, medianHours: 0 }),
  )
})

it('a game on hold stays hidden when its review is decided meanwhile, which counts once the hold ends', async () => {
  const game = await aGame()
  await hideByReports(test, game.id)
  const as = { suspended_at: null, review: null }
  await test.db.updateTable('games').set(as).where('id', '=', game.id).execute()
  expect(await isHeld(game)).toBe(true)
  expect(await statusOf(test, `/api/games/${game.id}`)).toBe(404)
  await decide(game, 'leave')
  expect(await statusOf(test, `/api/games/${game.id}`)).toBe(200)

  const rejected = await aGame()
  await hideByReports(test, rejected.id)
  await test.db
    .updateTable('games')
    .set({ suspended_reason: 'Shows what its label hides.' })
    .where('id', '=', rejected.id)
    .execute()
  await decide(rejected, 'leave')
  expect(await isHeld(rejected)).toBe(false)
  expect(await statusOf(test, `/api/games/${rejected.id}`)).toBe(404)
})
