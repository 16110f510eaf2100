import { CLAIM_MINUTES } from '@nofiller/contract/moderation/moderation-rules'
import { showUtcDay } from '@nofiller/contract/text/time'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createGame, editGame, type FormFields, filesJson } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn, signedInCrowd } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { apologizeForLateApprovals } from './approvals/apologize.ts'

const test = useTestStore()
let admin: Person
let other: Person

beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
})

/** As if the waiting items were so many minutes older. */
const later = (minutes: number) =>
  sql`update game_reviews set sent_at = sent_at - wait, due_at = due_at - wait, seller_since = seller_since - wait,
    claimed_until = claimed_until - wait from (select make_interval(mins => ${minutes}) as wait) as waited`.execute(
    test.db,
  )
const inHours = (at: string) => (Date.parse(at) - Date.now()) / 3_600_000

const TEXT = 'Screenshot 1 shows explicit art but is marked SFW. Mark it 18+ or replace it.'

/** A developer with no reviewed games, as after a request to sell was approved. */
async function newcomer(): Promise<Person> {
  const person = await signedIn(test, 'developer')
  await test.db
    .updateTable('accounts')
    .set({ first_game_approved_at: null })
    .where('id', '=', person.id)
    .execute()
  return person
}

async function send(developer: Person, changes: FormFields = {}) {
  const { body: game, status } = await createGame(developer, changes)
  expect(status).toBe(200)
  return { game, reviewId: await reviewOf(game._id) }
}

const reviewOf = async (gameId: string): Promise<string> =>
  (
    await test.db
      .selectFrom('game_reviews')
      .select('id')
      .where('game_id', '=', gameId)
      .executeTakeFirstOrThrow()
  ).id

const claim = (who: Person, reviewId: string, takeOver = false) =>
  who.post(`/api/admin/approvals/${reviewId}/claim`, { takeOver })
const decide = (who: Person, reviewId: string, decision: object) =>
  who.post(`/api/admin/approvals/${reviewId}/decision`, {
    kind: 'approve',
    rule: null,
    assets: [],
    text: '',
    note: '',
    revision: 1,
    ...decision,
  })
const changes = { kind: 'changes_needed', rule: 'label-2', assets: ['Cover'], text: TEXT }
const open = async (who: Person, reviewId: string) => (await who.get(`/api/admin/approvals/${reviewId}`)).body
const isPublic = async (slug: string) => {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/games/${slug}`)).status === 200
}
/** Saves a game unchanged except for some fields. */
async function save(developer: Person, gameId: string, fields: FormFields) {
  const { body: game } = await developer.get(`/api/games/${gameId}`)
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]._id })
  const answer = await editGame(developer, gameId, { gameFilesTempJson, ...fields })
  expect(answer.status, answer.text).toBe(200)
}
const ownGame = async (developer: Person) => (await developer.get('/api/my-games')).body[0]

describe('M1 the first game of a developer', () => {
  it('a first game is saved as documented, and is public nowhere until it is approved', async () => {
    const developer = await newcomer()
    const { game, reviewId } = await send(developer, { title: 'Moth and Lantern' })
    expect(game.status).toBe('published')
    expect(await ownGame(developer)).toMatchObject({
      status: 'published',
      visibility: 'private',
      review: { state: 'waiting', decisionId: null },
    })
    expect(inHours((await ownGame(developer)).review.dueAt)).toBeCloseTo(48, 1)
    const listed = async () => (await test.nobody.get('/api/games?q=Moth')).body
    expect(await isPublic(game.slug)).toBe(false)
    expect(await listed()).toEqual([])
    expect((await developer.get(`/api/games/${game.slug}`)).status).toBe(200)

    expect((await decide(admin, reviewId, {})).status).toBe(200)
    expect(await isPublic(game.slug)).toBe(true)
    const { publishedAt } = (await developer.get(`/api/games/${game.slug}`)).body
    expect(Date.parse(publishedAt)).toBeGreaterThan(Date.parse(game.publishedAt)) // the day of the approval
    expect(await listed()).toMatchObject([{ title: 'Moth and Lantern' }])
    expect(await ownGame(developer)).toMatchObject({ visibility: 'public', review: null })
    await test.drain()
    expect((await test.mailsTo(developer.email)).at(-1)?.subject).toBe('Moth and Lantern was approved')
  })

  it('only the first game waits: later ones are public at once and are reviewed afterwards', async () => {
    const developer = await newcomer()
    const { reviewId } = await send(developer)
    await decide(admin, reviewId, {})
    await later(10)
    const { game, reviewId: second } = await send(developer)
    expect(await isPublic(game.slug)).toBe(true)
    const review = await open(admin, second)
    expect(review).toMatchObject({ reason: 'new_game', isPublic: true })
    expect(inHours(review.dueAt)).toBeCloseTo(72, 1)
  })

  it('a first game leaves the queue as a draft, and waits again afterwards', async () => {
    const developer = await newcomer()
    const { game } = await send(developer)
    await save(developer, game._id, { status: 'draft' })
    expect(await ownGame(developer)).toMatchObject({ status: 'draft', review: null })
    expect(
      await test.db.selectFrom('game_reviews').select('id').where('game_id', '=', game._id).execute(),
    ).toEqual([])
    await save(developer, game._id, { status: 'published' })
    expect(await ownGame(developer)).toMatchObject({ visibility: 'private', review: { state: 'waiting' } })
  })

  it('a rejected game stays hidden, whatever its developer saves', async () => {
    const developer = await newcomer()
    const { game, reviewId } = await send(developer)
    await decide(admin, reviewId, { ...changes, kind: 'reject', rule: 'rights-1' })
    for (const status of ['draft', 'published']) await save(developer, game._id, { status })
    expect(await isPublic(game.slug)).toBe(false)
    expect(await ownGame(developer)).toMatchObject({ review: { state: 'rejected' } })
    const { game: next } = await send(developer)
    expect(await isPublic(next.slug)).toBe(false)
  })

  it('every game with a theme that the owner wants to see first waits too', async () => {
    const developer = await signedIn(test, 'developer')
    const answers = (theme: string) => ({
      contentWarningsJson: JSON.stringify({ [theme]: { level: 'implied' } }),
    })
    const { game, reviewId } = await send(developer, answers('gore'))
    expect(await isPublic(game.slug)).toBe(false)
    expect((await open(admin, reviewId)).reason).toBe('theme')
    const { game: mild } = await send(developer, answers('substances'))
    expect(await isPublic(mild.slug)).toBe(true)
  })

  it('an admin’s first game is public at once', async () => {
    const { body: game } = await createGame(admin)
    expect(await isPublic(game.slug)).toBe(true)
    expect(
      (await admin.get('/api/admin/approvals')).body.map(({ gameId }: { gameId: string }) => gameId),
    ).not.toContain(game._id)
  })
})

it('M1 a first game is public at once if the owner chose to review afterwards', async () => {
  const { config } = test.store
  config.REVIEW_FIRST_GAME = 'after'
  try {
    const { game, reviewId } = await send(await newcomer())
    expect(await isPublic(game.slug)).toBe(true)
    expect((await open(admin, reviewId)).reason).toBe('first_game')
  } finally {
    config.REVIEW_FIRST_GAME = 'before'
  }
})

it('M9 apologizes once to a developer who waits for more than 5 days, not counting their own time', async () => {
  const [developer, slow] = [await newcomer(), await newcomer()]
  const { reviewId } = await send(developer, { title: 'Patient HealthCheck' })
  const { game, reviewId: returned } = await send(slow)
  await decide(admin, returned, changes)
  const apologies = async (person: Person) => {
    await apologizeForLateApprovals(test.store)
    await test.drain()
    return (await test.mailsTo(person.email)).filter(({ subject }) =>
      subject?.endsWith('we are late, and we are sorry'),
    ).length
  }
  await later(5 * 24 * 60 - 10)
  expect(await apologies(developer)).toBe(0)
  await later(20)
  await save(slow, game._id, {})
  expect(await apologies(developer)).toBe(1)
  expect(await apologies(developer)).toBe(1)
  expect(await apologies(slow)).toBe(0)
  await decide(admin, reviewId, {})
})

it('M2 a save while it waits is a new revision, and the admin who opened it sees what changed', async () => {
  const developer = await newcomer()
  const { game, reviewId } = await send(developer, {
    title: 'Ley Lines',
    description: '<p>Only spirits.</p>',
  })
  expect(await open(admin, reviewId)).toMatchObject({ revision: 1, changes: [], changedSinceOpened: false })
  await save(developer, game._id, { title: 'Ley Lines', description: '<p>Spirits and humans.</p>' })
  expect(await open(admin, reviewId)).toMatchObject({
    revision: 2,
    changedSinceOpened: true,
    changes: [{ field: 'Description', before: 'Only spirits.', now: 'Spirits and humans.' }],
  })
  expect((await open(other, reviewId)).changes).toEqual([])
})

it('M3 only reviewers read the statement on ages and the directions to the strongest scene', async () => {
  const developer = await newcomer()
  const { game, reviewId } = await send(developer, { category: 'NSFW' })
  const missing = { adultsStatedAt: null, strongestScene: '' }
  expect(await open(admin, reviewId)).toMatchObject({ reviewerNotes: missing })
  await decide(admin, reviewId, { ...changes, assets: ['Ages', 'Strongest scene'] })

  const strongestScene = 'Chapter 3, say yes to the captain.'
  await save(developer, game._id, { category: 'NSFW', statesAdults: 'true', strongestScene })
  const told = { adultsStatedAt: expect.any(String), strongestScene }
  const { reviewerNotes, changes: changed } = await open(admin, reviewId)
  expect(reviewerNotes).toEqual(told)
  expect(changed).toContainEqual({ field: 'Strongest scene', before: '', now: strongestScene })

  await save(developer, game._id, { category: 'NSFW' })
  expect((await open(admin, reviewId)).reviewerNotes).toEqual(reviewerNotes)
  await decide(admin, reviewId, { revision: 3 })
  await test.forgetCatalog()
  const shown = await test.nobody.get(`/api/games/${game.slug}`, { cookie: 'content=show' })
  expect(shown.status).toBe(200)
  expect(shown.text).not.toContain('captain')

  await save(developer, game._id, { category: 'NSFW', statesAdults: 'false', strongestScene: '' })
  expect((await developer.get(`/api/games/${game._id}`)).body.reviewerNotes).toEqual(missing)
})

it('M4 of twelve concurrent claims of a review one wins, and the others learn who has it', async () => {
  const { reviewId } = await send(await newcomer())
  const admins = await signedInCrowd(test, 12, 'admin')
  const answers = await Promise.all(admins.map((each) => claim(each, reviewId)))
  const holders = admins.filter((_, index) => answers[index]?.status === 200)
  expect(holders).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(11)
  for (const { body } of refused)
    expect(body).toMatchObject({
      code: 'claimed_by_other',
      error: `${holders[0]?.username} is looking at this game.`,
    })
})

it('M4 a claim is renewed, and ends by itself, by a release, and by a take-over, which is logged', async () => {
  const { reviewId } = await send(await newcomer())
  expect((await claim(admin, reviewId)).body.claim).toMatchObject({ isMine: true })
  await later(CLAIM_MINUTES - 1)
  await claim(admin, reviewId)
  await later(CLAIM_MINUTES - 1)
  expect((await claim(other, reviewId)).status).toBe(409)
  expect((await decide(other, reviewId, {})).body.code).toBe('claimed_by_other')
  await later(2)
  expect((await claim(other, reviewId)).status).toBe(200)
  expect((await claim(admin, reviewId, true)).status).toBe(200)
  const [entry] = (await admin.get('/api/admin/audit?limit=1')).body
  expect(entry).toMatchObject({ action: 'review_claimed', before: { heldBy: other.username } })
  await admin.send('DELETE', `/api/admin/approvals/${reviewId}/claim`)
  expect((await claim(other, reviewId)).status).toBe(200)
})

it('M4 of two concurrent decisions one counts', async () => {
  const { reviewId } = await send(await newcomer())
  const answers = await Promise.all([decide(admin, reviewId, {}), decide(other, reviewId, {})])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const decisions = await test.db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('review_id', '=', reviewId)
    .execute()
  expect(decisions).toHaveLength(1)
})

it('M5 a decision on an older revision is refused, and changes nothing', async () => {
  const developer = await newcomer()
  const { game, reviewId } = await send(developer)
  await save(developer, game._id, { title: 'Another title' })
  expect(await decide(admin, reviewId, {})).toMatchObject({ status: 409, body: { code: 'revision_changed' } })
  expect(await isPublic(game.slug)).toBe(false)
  expect((await decide(admin, reviewId, { revision: 2 })).status).toBe(200)
})

it('M5 a decision against a game needs a rule, a part, and the admin’s own text', async () => {
  const { reviewId } = await send(await newcomer())
  for (const [field, wrong] of [
    ['rule', null],
    ['rule', 'no-such-rule'],
    ['assets', []],
    ['assets', ['Screenshot 99']],
    ['text', 'Violates our guidelines.'],
  ] as const) {
    const { status, body } = await decide(admin, reviewId, { ...changes, [field]: wrong })
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  }
  const row = (more: object) => ({
    id: crypto.randomUUID(),
    game_id: crypto.randomUUID(),
    title: 'x',
    developer_id: other.id,
    kind: 'reject' as const,
    rule: 'age-1',
    rule_version: 1,
    assets: ['Cover'],
    text: TEXT,
    revision: 1,
    statement: 'x',
    decided_by: admin.id,
    decided_at: new Date(),
    review_id: null,
    note: null,
    ...more,
  })
  for (const wrong of [
    { rule: null, rule_version: null },
    { assets: [] },
    { text: 'too short' },
    { decided_by: other.id },
  ])
    await expect(test.db.insertInto('moderation_decisions').values(row(wrong)).execute()).rejects.toThrow(
      /check/,
    )
  const whole = row({})
  await test.db.insertInto('moderation_decisions').values(whole).execute()
  await expect(
    test.db
      .updateTable('moderation_decisions')
      .set({ text: `${TEXT} More.` })
      .where('id', '=', whole.id)
      .execute(),
  ).rejects.toThrow(/append-only/)
  await expect(
    test.db.deleteFrom('moderation_decisions').where('id', '=', whole.id).execute(),
  ).rejects.toThrow(/append-only/)
})

it('M5 the reasons are emailed and stored word for word: what, why, which part, how to fix it, what stays, how to appeal', async () => {
  const developer = await newcomer()
  const { game, reviewId } = await send(developer, { title: 'Moth and Lantern' })
  await decide(admin, reviewId, { ...changes, note: 'Ask mara about the second picture.' })
  await test.drain()
  const mail = (await test.mailsTo(developer.email)).at(-1)
  const { decisionId } = (await ownGame(developer)).review
  const { statement, decidedAt } = (await developer.get(`/api/decisions/${decisionId}`)).body
  expect(mail?.text).toContain(statement)
  for (const part of [
    'Moth and Lantern is not public yet: something has to change first.',
    'Explicit art stays behind the blur, and the cover is marked as what it is. (label-2, version 1)',
    'What it is about: Cover',
    TEXT,
    'it keeps its place in the queue',
    'Your account and your other games stay as they are.',
    'If you think we are wrong, you can appeal until',
    `A person decided this on ${showUtcDay(decidedAt)}`,
    'Moderation, No Filler',
  ])
    expect(statement).toContain(part)
  expect(statement).not.toContain('mara')
  expect(statement).not.toContain(admin.username)
  const stranger = await signedIn(test, 'developer')
  expect((await stranger.get(`/api/decisions/${decisionId}`)).status).toBe(404)
  expect((await admin.get(`/api/decisions/${decisionId}`)).body.gameId).toBe(game._id)
})

it('M7 a resubmitted game keeps its place and its deadline, and is reserved for the admin who asked for the changes', async () => {
  const developer = await newcomer()
  const { game, reviewId } = await send(developer)
  await later(60)
  await claim(admin, reviewId)
  await decide(admin, reviewId, changes)
  expect((await open(admin, reviewId)).state).toBe('seller')
  expect(await ownGame(developer)).toMatchObject({ review: { state: 'changes_needed' } })
  await later(600)
  await save(developer, game._id, { title: 'Better title' })
  const back = await open(admin, reviewId)
  expect(inHours(back.dueAt)).toBeCloseTo(47, 1) // one hour was the store's, ten were the developer's
  expect(inHours(back.claim.until)).toBeCloseTo(24, 1)
  expect(back).toMatchObject({
    state: 'waiting',
    round: 2,
    claim: { isMine: true },
    changes: [{ field: 'Title', before: 'Night Ferry', now: 'Better title' }],
  })
  expect((await claim(other, reviewId)).status).toBe(409)
  await later(24 * 60 + 1)
  expect((await claim(other, reviewId)).status).toBe(200)
})

it('M8 every rule has a permanent name, a version, a date, points and a reason template', async () => {
  const { reviewId } = await send(await newcomer())
  const { rules } = await open(admin, reviewId)
  expect(rules.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(['age-1', 'consent-1', 'label-1', 'label-2', 'rights-1', 'file-1', 'page-1']),
  )
  for (const rule of rules)
    expect(rule).toEqual({
      id: expect.stringMatching(/^[a-z]+-\d$/),
      title: expect.stringMatching(/\.$/),
      version: expect.any(Number),
      points: expect.any(Number),
      reason: expect.stringMatching(/\.$/),
    })
})

it('M15 nobody reviews a game of their own, nor is shown it', async () => {
  const { reviewId } = await send(await newcomer())
  await test.db
    .updateTable('games')
    .set({ developer_id: admin.id })
    .where('id', '=', sql<string>`(select game_id from game_reviews where id = ${reviewId})`)
    .execute()
  const listed = (await admin.get('/api/admin/approvals?limit=100')).body
  expect(listed.map(({ _id }: { _id: string }) => _id)).not.toContain(reviewId)
  expect((await admin.get(`/api/admin/approvals/${reviewId}`)).status).toBe(404)
  expect((await decide(admin, reviewId, {})).status).toBe(403)
  expect((await decide(other, reviewId, {})).status).toBe(200)
})

it('M9 the queue lists the earliest deadline first, and counts how long decisions took', async () => {
  const { reviewId } = await send(await newcomer())
  await later(30 * 60)
  await decide(admin, reviewId, {})
  const due = (await admin.get('/api/admin/approvals?limit=100')).body.map(
    ({ dueAt }: { dueAt: string }) => dueAt,
  )
  expect(due).toEqual([...due].sort())
  const figures = (await admin.get('/api/admin/approvals/figures')).body
  expect(figures.waiting).toBe(due.length)
  expect(figures.ninetiethHours).toBeGreaterThan(figures.medianHours)
  const overdue = due.filter((at: string) => Date.parse(at) < Date.now()).length
  expect(figures.overdue).toBe(overdue)
})

it('a take-down or a restoration settles the review as well', async () => {
  const developer = await newcomer()
  const { game, reviewId } = await send(developer)
  const reason = 'By court order'
  expect(
    (await admin.post(`/api/admin/games/${game._id}/take-down`, { reason, illegal: false })).status,
  ).toBe(200)
  expect((await open(admin, reviewId)).state).toBe('decided')
  expect(await ownGame(developer)).toMatchObject({ visibility: 'private', review: null })
  await admin.post(`/api/admin/games/${game._id}/restore`, { reason })
  expect(await isPublic(game.slug)).toBe(true)
})
