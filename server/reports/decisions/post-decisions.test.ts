import { beforeAll, expect, it } from 'vitest'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { mayPost, POST, publishPost } from '../../testing/fixtures/posts.ts'
import { aDecidedReport, aReport } from '../../testing/fixtures/reports.ts'
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
    assets: expect.arrayContaining([`Post “${POST.title}”`]),
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
