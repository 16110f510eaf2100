import { SEALED_STATES, type SealedState } from '@nofiller/contract/reports/report-rules'
import { showUtcDay } from '@nofiller/contract/text/time'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { keysInDatabase } from '../../operations/backup/backup-contents.ts'
import { holdingRemovals } from '../../platform/database/backup-hold.ts'
import {
  aPicture,
  aZip,
  createGame,
  editGame,
  type FormFields,
  filesJson,
  upload,
} from '../../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { aDecidedReport, aReport } from '../../testing/fixtures/reports.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { destroySealed } from './destroy-sealed.ts'
import { type SealedFacts, sealedState } from './sealed-state.ts'

const test = useTestStore({ settings: { REVIEW_FIRST_GAME: 'after', JOB_POLL_SECONDS: '0.5' } })
let admin: Person
let other: Person
let outsider: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
  outsider = await signedIn(test, 'admin')
  for (const person of [admin, other]) expect((await giveSafety(person)).status).toBe(200)
})

const put = (by: Person, path: string, body: object) => by.put(path, body)
const giveSafety = (person: Person) =>
  put(admin, `/api/admin/users/${person.id}/safety`, { safety: true, reason: 'Runs the safety queue' })

type Sealed = { id: string; caseId: string; developer: Person }

/** A game with pictures and a replaced build, sealed by a report about its cover. */
async function sealedGame(fields: FormFields = {}, by?: Person): Promise<Sealed> {
  const developer = by ?? (await signedIn(test, 'developer'))
  const { body: game, text } = await createGame(developer, {
    screenshots: [await aPicture(), await aPicture()],
    pageBgImage: await aPicture(),
    ...fields,
  })
  expect(game._id, text).toBeTruthy()
  const tempKey = await upload(developer, aZip())
  const [file] = game.gameFiles
  const gameFilesTempJson = filesJson({ _id: file._id, tempKey })
  expect((await editGame(developer, game._id, { gameFilesTempJson })).status).toBe(200)
  await test.drain()
  const seal = { kind: 'seal', rule: 'age-1', assets: ['Cover'] }
  const { caseId } = await aDecidedReport(test, admin, game._id, seal, { part: 'cover', category: 'minor' })
  return { id: game._id, caseId, developer }
}

const startedAt = Date.now()
const daysAgo = (days: number): string => new Date(startedAt - days * 86_400_000).toISOString().slice(0, 10)

const recordReport = (by: Person, { id }: Sealed, days: number) =>
  put(by, `/api/admin/sealed/${id}/authority-report`, {
    authority: 'NCMEC CyberTipline',
    reference: 'CT-118822',
    reportedOn: daysAgo(days),
  })
const setHold = (by: Person, { id }: Sealed, held: boolean) =>
  put(by, `/api/admin/sealed/${id}/legal-hold`, { held, reason: 'The police asked us to keep it' })
const propose = (by: Person, { id }: Sealed) => by.post(`/api/admin/sealed/${id}/destruction`)
const confirm = (by: Person, { id }: Sealed) => by.post(`/api/admin/sealed/${id}/destruction/confirm`)
const onCase = async ({ caseId }: Sealed, by = admin) =>
  (await by.get(`/api/admin/reports/${caseId}`)).body.sealed

/** Moves the sealing back in time, which a decision of today cannot do. */
const sealedDaysAgo = ({ id }: Sealed, days: number) =>
  test.db
    .updateTable('games')
    .set({ suspended_at: sql<Date>`now() - make_interval(days => ${days})` })
    .where('id', '=', id)
    .execute()

/** Sealed and reported long enough ago. */
async function dueGame(fields: FormFields = {}, by?: Person): Promise<Sealed> {
  const game = await sealedGame(fields, by)
  await sealedDaysAgo(game, 400)
  expect((await recordReport(admin, game, 366)).status).toBe(200)
  return game
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of test.storage.list()) keys.push(key)
  return keys.filter((key) => !key.includes('/share/')) // which a job makes meanwhile, also of games beside
}

const destroyed = (game: Sealed) =>
  eventually(async () => ((await onCase(game)).state === 'destroyed' ? true : null))

const actionsAbout = async ({ id }: Sealed) =>
  (
    await test.db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).slice(1) // the decision

describe('T11 the state of sealed evidence', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const past = new Date('2026-11-24T12:00:00Z')
  const due: SealedFacts = {
    reportedOn: '2025-11-20',
    legalHold: null,
    keptUntil: past,
    isOpen: false,
    proposedAt: null,
    confirmedAt: null,
    destroyedAt: null,
  }
  const CASES: Record<SealedState, Partial<SealedFacts>> = {
    unreported: { reportedOn: null, keptUntil: null },
    held: { legalHold: 'Asked to', proposedAt: past },
    kept: { keptUntil: new Date('2026-11-25T12:00:01Z'), proposedAt: past },
    open: { isOpen: true, proposedAt: past },
    due: {},
    proposed: { proposedAt: past },
    confirmed: { proposedAt: past, confirmedAt: past, isOpen: true },
    destroyed: { proposedAt: past, confirmedAt: past, destroyedAt: past },
  }
  it.each(SEALED_STATES.map((state) => [state, CASES[state]] as const))('is %s', (state, facts) => {
    expect(sealedState({ ...due, ...facts }, now)).toBe(state)
  })
})

describe('T11 what is sealed as illegal', () => {
  it('a sealed game is shown with its case and on a list, only to admins of the safety queue', async () => {
    const game = await sealedGame()
    expect(await onCase(game)).toMatchObject({ gameId: game.id, state: 'unreported', report: null })
    const { body } = await other.get('/api/admin/sealed')
    expect(body).toContainEqual(
      expect.objectContaining({
        gameId: game.id,
        reportTo: 'NCMEC CyberTipline',
        cases: [{ _id: game.caseId, category: 'minor', part: 'cover' }],
      }),
    )
    for (const refused of [
      await outsider.get('/api/admin/sealed'),
      await recordReport(outsider, game, 1),
      await setHold(outsider, game, true),
      await propose(outsider, game),
      await confirm(outsider, game),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'safety_only' } })
  })

  it('a sealed game about minors waits in To do until it is reported, and again once it can be destroyed', async () => {
    const waiting = async () => (await admin.get('/api/admin/todo/counts')).body.sealed
    const before = await waiting()
    const game = await sealedGame()
    expect(await waiting()).toBe(before + 1)
    await recordReport(admin, game, 366)
    expect(await waiting()).toBe(before)
    await sealedDaysAgo(game, 400)
    expect(await waiting()).toBe(before + 1)
    await setHold(admin, game, true)
    expect(await waiting()).toBe(before)
  })

  it('the number and day of the report to the authority are stored with the case, and can be corrected', async () => {
    const game = await sealedGame()
    expect(await recordReport(admin, game, -2)).toMatchObject({
      status: 422,
      body: { fields: { reportedOn: 'This day has not come yet.' } },
    })
    expect((await recordReport(admin, game, 3)).status).toBe(200)
    expect((await recordReport(other, game, 2)).status).toBe(200)
    const report = { authority: 'NCMEC CyberTipline', reference: 'CT-118822', reportedOn: daysAgo(2) }
    expect(await onCase(game)).toMatchObject({ state: 'kept', report })
    expect(await actionsAbout(game)).toEqual([
      { action: 'authority_reported', actor: admin.username },
      { action: 'authority_reported', actor: other.username },
    ])
  })

  it('destruction is refused before the report, in the game’s year, under a legal hold and while a case is open', async () => {
    const game = await sealedGame()
    await sealedDaysAgo(game, 400)
    expect(await propose(admin, game)).toMatchObject({ status: 409, body: { code: 'not_reported' } })
    await recordReport(admin, game, 363)
    const refused = await propose(admin, game)
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_due' } })
    expect(refused.body.error).toBe(
      `This has to be kept until ${showUtcDay((await onCase(game)).keptUntil)}.`,
    )
    await recordReport(admin, game, 366)
    expect((await setHold(admin, game, true)).status).toBe(200)
    expect(await propose(admin, game)).toMatchObject({
      status: 409,
      body: { code: 'legal_hold', error: expect.stringContaining('The police asked us to keep it') },
    })
    expect((await setHold(admin, game, false)).status).toBe(200)
    const words = 'The page promises a sequel that does not exist.'
    await aReport(test, game.id, { part: 'text', text: words })
    expect(await propose(admin, game)).toMatchObject({ status: 409, body: { code: 'still_open' } })
    await test.db
      .updateTable('report_cases')
      .set({ closed_at: new Date(), outcome: 'left', answer: words })
      .where('subject_id', '=', game.id)
      .where('closed_at', 'is', null)
      .execute()
    expect(await confirm(other, game)).toMatchObject({ status: 409, body: { code: 'not_proposed' } })
    expect((await propose(admin, game)).status).toBe(200)
    expect(await propose(other, game)).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    await setHold(other, game, true)
    await setHold(other, game, false)
    expect(await confirm(other, game)).toMatchObject({ status: 409, body: { code: 'not_proposed' } })
  })

  it('a sealed game is kept until its developer can no longer appeal, however early it was reported', async () => {
    const game = await sealedGame()
    await sealedDaysAgo(game, 100)
    await recordReport(admin, game, 400)
    expect(await propose(admin, game)).toMatchObject({ status: 409, body: { code: 'not_due' } })
  })

  it('two people destroy a sealed game: every file and picture in all its forms, and nothing of another game', async () => {
    const before = new Set(await storedKeys())
    const cover = await aPicture()
    const game = await dueGame({ coverImage: cover })
    await sql`insert into report_pictures (id, report_id, bytes)
      select id, id, 'sent along' from reports where case_id = ${game.caseId}`.execute(test.db)
    const mine = (await storedKeys()).filter((key) => !before.has(key))
    expect(mine.filter((key) => key.startsWith('game-files/'))).toHaveLength(2)
    expect(mine.filter((key) => key.includes('/screens/')).length).toBeGreaterThanOrEqual(8)
    const [named] = await test.db.selectFrom('games').select('card').where('id', '=', game.id).execute()
    const folder = named?.card?.url.slice(1).split('/', 3).join('/')
    await test.storage.write(`${folder}/cover/earlier.webp`, Buffer.from('a picture that it once had'))
    const notes = { summary: 'Out now.', notes: '<p>More scenes.</p>', known_problems: 'None known.' }
    await test.db.updateTable('releases').set(notes).where('game_id', '=', game.id).execute()
    const sibling = await createGame(game.developer, {})
    expect(sibling.status).toBe(200)
    const others = (await storedKeys()).filter((key) => !mine.includes(key) && !key.endsWith('earlier.webp'))

    expect((await propose(admin, game)).status).toBe(200)
    expect(await onCase(game)).toMatchObject({ state: 'proposed', mayConfirm: false })
    expect(await onCase(game, other)).toMatchObject({ mayConfirm: true, proposed: { by: admin.username } })
    expect(await confirm(admin, game)).toMatchObject({ status: 403, body: { code: 'same_admin' } })
    expect((await confirm(other, game)).status).toBe(200)
    await destroyed(game)

    expect((await storedKeys()).sort()).toEqual(others.sort())
    const shown = await onCase(game)
    expect(shown).toMatchObject({
      confirmed: { by: other.username },
      proposed: { by: admin.username },
      singleAdmin: false,
    })
    expect(new Date(shown.destroyedAt).getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(await actionsAbout(game)).toEqual([
      { action: 'authority_reported', actor: admin.username },
      { action: 'destruction_proposed', actor: admin.username },
      { action: 'destruction_confirmed', actor: other.username },
      { action: 'evidence_destroyed', actor: 'the store' },
    ])
    const row = await test.db
      .selectFrom('games')
      .selectAll()
      .where('id', '=', game.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/data:image|uploads\//)
    const releases = test.db.selectFrom('releases').select(['summary', 'notes', 'known_problems']).distinct()
    expect(await releases.where('game_id', '=', game.id).execute()).toEqual([
      { summary: '', notes: '', known_problems: '' },
    ])
    const { body: evidence } = await admin.post(`/api/admin/reports/${game.caseId}/evidence`)
    expect(evidence).toMatchObject({ text: null, pictures: [], lost: 0 })
    const { said } = (await admin.get(`/api/admin/reports/${game.caseId}`)).body
    expect(said).toMatchObject([{ pictures: [] }])

    const again = await createGame(await signedIn(test, 'developer'), { coverImage: cover })
    await test.forgetCatalog()
    expect((await test.nobody.get(`/api/games/${again.body._id}`)).status).toBe(404) // its hash is still blocked
  })

  it('a destroyed game cannot be restored, and is not missing in a backup', async () => {
    const game = await dueGame()
    await propose(other, game)
    await confirm(admin, game)
    await destroyed(game)
    const refused = { status: 409, body: { code: 'evidence_destroyed' } }
    expect(await admin.post(`/api/admin/games/${game.id}/restore`, { reason: 'By mistake' })).toMatchObject(
      refused,
    )
    const milder = { reason: 'Not illegal after all', illegal: false }
    expect(await admin.post(`/api/admin/games/${game.id}/take-down`, milder)).toMatchObject(refused)
    await expect(
      test.db
        .updateTable('games')
        .set({ suspended_at: null, is_illegal: false })
        .where('id', '=', game.id)
        .execute(),
    ).rejects.toThrow('the files and pictures of this game were destroyed')
    for (const late of [await recordReport(admin, game, 1), await setHold(admin, game, true)])
      expect(late).toMatchObject({ status: 409, body: { code: 'destruction_confirmed' } })
    const client = new pg.Client({ connectionString: test.databaseUrl })
    await client.connect()
    const keys = await keysInDatabase(client).finally(() => client.end())
    const stored = new Set(await storedKeys())
    expect(keys.filter((key) => !stored.has(key))).toEqual([])
  })

  it('of two concurrent confirmations one counts, and the database accepts nobody twice', async () => {
    const game = await dueGame()
    await propose(admin, game)
    await expect(
      test.db
        .updateTable('sealed_evidence')
        .set({ confirmed_by: admin.id, confirmed_at: new Date() })
        .where('game_id', '=', game.id)
        .execute(),
    ).rejects.toThrow(/sealed_evidence_two_people/)
    const both = await Promise.all([confirm(other, game), confirm(other, game)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await destroyed(game)
    const confirmed = (await actionsAbout(game)).filter(({ action }) => action === 'destruction_confirmed')
    expect(confirmed).toHaveLength(1)
  })

  it('destruction leaves objects that another game of the same title shows until that one is destroyed, too', async () => {
    const developer = await signedIn(test, 'developer')
    const card = await aPicture()
    const shared = { title: 'Two of One', cardImage: card }
    const game = await dueGame(shared, developer)
    const twin = await createGame(developer, shared)
    const { card: picture } = await test.db
      .selectFrom('games')
      .select('card')
      .where('id', '=', game.id)
      .executeTakeFirstOrThrow()
    // The state that two concurrent forms leave.
    await test.db
      .updateTable('games')
      .set({ card: JSON.stringify(picture) })
      .where('id', '=', twin.body._id)
      .execute()
    await propose(admin, game)
    await confirm(other, game)
    await destroyed(game)
    expect(await test.storage.sizeOf(String(picture?.url.slice(1)))).not.toBeNull()
  })

  it('destruction is resumed by its job when the storage fails halfway', async () => {
    const game = await dueGame()
    await propose(admin, game)
    const remove = test.store.storage.remove
    let calls = 0
    test.store.storage.remove = async (key) => {
      calls += 1
      if (calls === 3) throw new Error('the machine lost its power')
      await remove(key)
    }
    try {
      await confirm(other, game)
      await destroyed(game)
    } finally {
      test.store.storage.remove = remove
    }
    expect(calls).toBeGreaterThan(10)
    expect((await storedKeys()).filter((key) => key.includes(game.developer.username))).toEqual([])
    const done = (await actionsAbout(game)).filter(({ action }) => action === 'evidence_destroyed')
    expect(done).toHaveLength(1)
  })

  it('destruction waits for a running backup', async () => {
    const game = await dueGame()
    await propose(admin, game)
    await holdingRemovals(test.databaseUrl, async () => {
      await confirm(other, game)
      await expect(destroySealed(test.store, game.id)).rejects.toMatchObject({ status: 503 })
      expect((await onCase(game)).state).toBe('confirmed')
    })
    await destroyed(game)
  })

  it('in a store with one admin the same admin confirms the destruction, a day later, and the case says so', async () => {
    const game = await dueGame()
    await propose(admin, game)
    const rest = [other.id, outsider.id]
    const suspend = (suspended_at: Date | null) =>
      test.db.updateTable('accounts').set({ suspended_at }).where('id', 'in', rest).execute()
    await suspend(new Date())
    try {
      expect(await confirm(admin, game)).toMatchObject({ status: 403, body: { code: 'same_admin' } })
      await test.db
        .updateTable('sealed_evidence')
        .set({ proposed_at: sql<Date>`proposed_at - interval '25 hours'` })
        .where('game_id', '=', game.id)
        .execute()
      expect((await confirm(admin, game)).status).toBe(200)
      await destroyed(game)
      expect(await onCase(game)).toMatchObject({ singleAdmin: true })
    } finally {
      await suspend(null)
    }
  })
})
