import { beforeAll, expect, it } from 'vitest'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { mayPost, POST, publishPost } from '../../testing/fixtures/posts.ts'
import { aDecidedReport, aReport, decideReport } from '../../testing/fixtures/reports.ts'
import { useTestStore } from '../../testing/store.ts'
import { countAll } from '../../transparency/count-nightly.ts'

const test = useTestStore({ settings: { REVIEW_SAMPLE_PERCENT: '0' } })
let [admin, other, dev]: Person[] = []
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
  dev = await signedIn(test, 'developer')
  await test.sql`update accounts set first_game_approved_at = now() where id = ${dev.id}`
  await mayPost(test, dev)
})

async function aGame(): Promise<TestGame> {
  const game = await addGame(test, { developerId: dev?.id ?? '', title: 'Paper Boat' })
  await test.sql`update games set published_at = now() - interval '1 year' where id = ${game.id}`
  return game
}

const HASH = '0123456789abcdef0123456789abcdef'
const PICTURE = { body: `${POST.body}<img src="/uploads/a/b/desc/${HASH}.webp">`, isExplicit: false }
const statusOf = async (path: string) => (await test.nobody.get(path)).status

it('FO4 A report can be about a post, and a decision takes the post out alone, with its statement and appeal', async () => {
  const game = await aGame()
  const { id } = await publishPost(dev as Person, game.id, PICTURE)
  const part = `post-${id}`
  const { caseId } = await aReport(test, game.id, { part })
  expect(await test.row`select snapshot from report_cases where id = ${caseId}`).toMatchObject({
    snapshot: { text: `${POST.title}\n${PICTURE.body}`, pictures: [`uploads/a/b/desc/${HASH}.webp`] },
  })
  expect((await admin?.get('/api/admin/todo'))?.body).toMatchObject({ counts: { reports: 1 } })
  expect((await admin?.get(`/api/admin/reports/${caseId}`))?.body).toMatchObject({
    part,
    assets: expect.arrayContaining([{ id: part, name: `Post “${POST.title}”` }]),
  })
  const { decisionId } = await aDecidedReport(test, admin as Person, game.id, { kind: 'take_down' }, { part })
  expect(await statusOf(`/api/posts/${id}`)).toBe(404)
  await test.forgetCatalog()
  expect(await statusOf(`/api/games/${game.id}`)).toBe(200)
  expect((await dev?.get(`/api/dev/posts/${id}`))?.body).toMatchObject({ state: 'removed', decisionId })
  const edit = await dev?.patch(`/api/posts/${id}`, POST)
  expect([edit?.status, edit?.body.code]).toEqual([409, 'post_removed'])
  const { statement } = (await dev?.get(`/api/decisions/${decisionId}`))?.body ?? {}
  expect(statement).toContain(`the post “${POST.title}” about Paper Boat is no longer shown.`)
  expect(statement).toContain(`What it is about: Post “${POST.title}”`)
  expect(statement).toContain('The game, your account and your other games stay as they are.')
  await dev?.post(`/api/decisions/${decisionId}/appeal`, {
    text: 'The picture shows a paper boat and nothing else.',
  })
  const { id: appealId } = await test.row<{
    id: string
  }>`select id from appeals where decision_id = ${decisionId}`
  await other?.post(`/api/admin/appeals/${appealId}/decision`, {
    outcome: 'reversed',
    answer: 'We looked again. It shows a boat made of paper, and the post is back.',
  })
  expect(await statusOf(`/api/posts/${id}`)).toBe(200)
  await countAll(test.store)
  const { figures } = await test.row<{ figures: { acted: number } }>`
    select figures from transparency_periods order by period desc limit 1`
  expect(figures).toMatchObject({ acted: 1 })
})

it('FO4 A picture that a decision about a post blocks hides other games whose posts show it, and is refused in new ones', async () => {
  const [bad, copy] = [await aGame(), await aGame()]
  const { id } = await publishPost(dev as Person, bad.id, { ...PICTURE, title: 'With a picture' })
  const draft = await dev?.post(`/api/games/${copy.id}/posts`, { ...POST, ...PICTURE })
  expect(draft?.status).toBe(200)
  const part = `post-${id}`
  await test.sql`update accounts set safety = true where id = ${admin?.id}`
  await aDecidedReport(
    test,
    admin as Person,
    bad.id,
    { kind: 'take_down', rule: 'age-1' },
    { part, category: 'minor' },
  )
  expect(await test.row`select suspended_at is not null as held from games where id = ${copy.id}`).toEqual({
    held: true,
  })
  const again = await dev?.post(`/api/games/${bad.id}/posts`, { ...POST, ...PICTURE })
  expect(again?.body.fields).toEqual({ body: 'A picture in this post may not be shown in this store.' })
})

it('FO4 Only a post that is out can be reported', async () => {
  const game = await aGame()
  const draft = await dev?.post(`/api/games/${game.id}/posts`, POST)
  const report = (part: string) =>
    aReport(test, game.id, { part }).then(
      () => 'taken',
      () => 'refused',
    )
  expect(await report(`post-${draft?.body.id}`)).toBe('refused')
  expect(await report(`post-${game.id}`)).toBe('refused')
})

const showing = (hash: string) => ({
  body: `${POST.body}<img src="/uploads/a/b/desc/${hash}.webp">`,
  isExplicit: false,
})

/** Has a post that was reported for minors taken down as a safety admin does. */
const takeDownForMinors = (caseId: string) =>
  decideReport(admin as Person, caseId, { kind: 'take_down', rule: 'age-1' })

const isRefused = async (gameId: string, hash: string): Promise<boolean> =>
  (await dev?.post(`/api/games/${gameId}/posts`, { ...POST, ...showing(hash) }))?.status === 422

it('FO4 A post that was renamed and got another picture after the report is removed, and the reported picture blocked', async () => {
  const [game, copy] = [await aGame(), await aGame()]
  const [reported, later] = ['1'.repeat(32), '2'.repeat(32)]
  const { id } = await publishPost(dev as Person, game.id, { title: 'Fourth watch', ...showing(reported) })
  await dev?.post(`/api/games/${copy.id}/posts`, { ...POST, ...showing(reported) })
  const { caseId } = await aReport(test, game.id, { part: `post-${id}`, category: 'minor' })
  const renamed = { ...POST, title: 'Fifth watch', ...showing(later) }
  expect((await dev?.patch(`/api/posts/${id}`, renamed))?.status).toBe(200)
  expect((await admin?.get(`/api/admin/reports/${caseId}`))?.body.assets[0]).toEqual({
    id: `post-${id}`,
    name: 'Post “Fourth watch”',
  })
  expect((await takeDownForMinors(caseId)).status).toBe(200)
  expect(await statusOf(`/api/posts/${id}`)).toBe(404)
  expect(await test.row`select suspended_at is not null as held from games where id = ${copy.id}`).toEqual({
    held: true,
  })
  expect([await isRefused(game.id, reported), await isRefused(game.id, later)]).toEqual([true, false])
})

it('FO4 Of two posts with one title a decision concerns the reported one alone', async () => {
  const game = await aGame()
  const [bad, good] = ['3'.repeat(32), '4'.repeat(32)]
  const first = await publishPost(dev as Person, game.id, { title: 'Watch', ...showing(bad) })
  const second = await publishPost(dev as Person, game.id, { title: 'Watch', ...showing(good) })
  const { caseId } = await aReport(test, game.id, { part: `post-${first.id}`, category: 'minor' })
  const { assets } = (await admin?.get(`/api/admin/reports/${caseId}`))?.body ?? {}
  const ids = assets.map((asset: { id: string }) => asset.id)
  expect(ids).toEqual(expect.arrayContaining([`post-${first.id}`, `post-${second.id}`]))
  expect(new Set(ids).size).toBe(ids.length)
  expect((await takeDownForMinors(caseId)).status).toBe(200)
  expect([await statusOf(`/api/posts/${first.id}`), await statusOf(`/api/posts/${second.id}`)]).toEqual([
    404, 200,
  ])
  expect([await isRefused(game.id, bad), await isRefused(game.id, good)]).toEqual([true, false])
})

it('FO4 A post whose title fills its limit can be decided about', async () => {
  const game = await aGame()
  const title = 'W'.repeat(100)
  const { id } = await publishPost(dev as Person, game.id, { title })
  const part = `post-${id}`
  const { decisionId } = await aDecidedReport(test, admin as Person, game.id, { kind: 'take_down' }, { part })
  expect((await dev?.get(`/api/decisions/${decisionId}`))?.body.statement).toContain(`Post “${title}”`)
})

it('FO4 A post that two decisions removed is back once neither stands', async () => {
  const game = await aGame()
  const { id } = await publishPost(dev as Person, game.id, { title: 'Twice' })
  const part = `post-${id}`
  const { caseId: first } = await aReport(test, game.id, { part, category: 'fraud' })
  const { caseId: second } = await aReport(test, game.id, { part, category: 'harassment' })
  for (const caseId of [first, second])
    expect((await decideReport(admin as Person, caseId, { kind: 'take_down' })).status).toBe(200)
  const takeBack = async (caseId: string) => {
    const { id: decisionId } = await test.row<{
      id: string
    }>`select id from moderation_decisions where case_id = ${caseId}`
    await dev?.post(`/api/decisions/${decisionId}/appeal`, {
      text: 'The post says what it says and no more.',
    })
    const { id: appealId } = await test.row<{
      id: string
    }>`select id from appeals where decision_id = ${decisionId}`
    const answer = 'We looked again, and this report was wrong about the post.'
    await other?.post(`/api/admin/appeals/${appealId}/decision`, { outcome: 'reversed', answer })
  }
  await takeBack(first)
  expect(await statusOf(`/api/posts/${id}`)).toBe(404)
  await takeBack(second)
  expect(await statusOf(`/api/posts/${id}`)).toBe(200)
})
