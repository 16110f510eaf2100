import type { AdminGame } from '@nofiller/contract/admin/admin'
import { ADMIN_GAME_SORTS } from '@nofiller/contract/admin/admin-rules'
import { expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { allPages, csvRecords } from '../testing/pages.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { decisionsCsv } from '../transparency/decisions-csv.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const owner = usePerson(test, 'developer')

const takeDown = (game: TestGame, illegal = false, reason = 'Stolen art') =>
  admin.post(`/api/admin/games/${game.id}/take-down`, { reason, illegal })
const restore = (game: TestGame) =>
  admin.post(`/api/admin/games/${game.id}/restore`, { reason: 'Cleared up' })
const download = async (person: Person, game: TestGame) =>
  (await person.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })).status
/** As the page and the list say, once the process has heard of the change. */
const isPublic = async (game: TestGame) => {
  const { isListed } = await eventually(async () => {
    const page = await test.nobody.get(`/api/games/${game.slug}`)
    const list: { _id: string }[] = (await test.nobody.get('/api/games?limit=100')).body
    const isListed = list.some(({ _id }) => _id === game.id)
    return (page.status === 200) === isListed ? { isListed } : null
  })
  return isListed
}
const isInSection = async (game: TestGame) =>
  (await test.store.db.selectFrom('game_sections').select('game_id').where('game_id', '=', game.id).execute())
    .length > 0
const mailed = (subject: string) =>
  eventually(async () => (await test.mailsTo(owner.email)).find((mail) => mail.subject === subject))

it('hides a game that was taken down from everybody except its owners, and shows it again when it is restored', async () => {
  const game = await addGame(test, { developerId: owner.id })
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const answer = await takeDown(game)
  expect(answer.body).toMatchObject({
    visibility: 'private',
    takenDown: { reason: 'Stolen art', illegal: false },
  })
  expect([await isPublic(game), await isInSection(game)]).toEqual([false, false])
  expect(await download(june, game)).toBe(200)
  expect(
    (await june.post('/api/checkout', { gameId: game.id, email: june.email, mode: 'base' })).status,
  ).toBe(404)
  expect((await mailed(`${answer.body.title} was taken down`)).text).toMatch(
    /Stolen art[\s\S]*can still download/,
  )

  expect((await restore(game)).body).toMatchObject({ visibility: 'public', takenDown: null })
  expect([await isPublic(game), await isInSection(game)]).toEqual([true, true])
  await mailed(`${answer.body.title} is back`)
})

it('nobody can download an illegal game, not even its owners', async () => {
  const game = await addGame(test, { developerId: owner.id })
  const june = await signedIn(test)
  const { orderId } = await buyAndPay(test, june, game)
  await takeDown(game)
  await takeDown(game, true, 'Shows a minor')
  expect(await download(june, game)).toBe(404)
  expect((await test.nobody.get(`/api/order-status/${orderId}`)).body).toEqual({ status: 'PAID' })
  await restore(game)
  expect(await download(june, game)).toBe(200)
})

it('B7 a take-down can be changed to illegal and back, and each step is recorded', async () => {
  const game = await addGame(test, { developerId: owner.id })
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const steps: number[] = []
  for (const illegal of [false, true, true, false])
    steps.push((await takeDown(game, illegal)).status, await download(june, game))
  expect(steps).toEqual([200, 200, 200, 404, 409, 404, 200, 200])
  await restore(game)
  const down = (illegal: boolean) => ({ takenDown: true, illegal })
  const shown = { takenDown: false, illegal: false }
  expect((await admin.get(`/api/admin/audit?subjectId=${game.id}`)).body).toMatchObject([
    { action: 'game_restored', before: down(false), after: shown },
    { action: 'game_taken_down', before: down(true), after: down(false) },
    { action: 'game_taken_down', before: down(false), after: down(true) },
    { action: 'game_taken_down', before: shown, after: down(false) },
  ])
})

it('a game stays taken down when its developer saves it', async () => {
  const game = await addGame(test, { developerId: owner.id })
  await takeDown(game)
  expect(await takeDown(game)).toMatchObject({ status: 409, body: { code: 'already_taken_down' } })
  expect((await owner.get(`/api/games/${game.id}`)).status).toBe(200)
  expect(await isPublic(game)).toBe(false)
  await restore(game)
  expect(await restore(game)).toMatchObject({ status: 409, body: { code: 'not_taken_down' } })
})

it('B7 records the reasons for taking a game down and for restoring it', async () => {
  const game = await addGame(test, { developerId: owner.id })
  await takeDown(game, true)
  await restore(game)
  expect((await admin.get(`/api/admin/audit?subjectId=${game.id}`)).body).toMatchObject([
    { action: 'game_restored', reason: 'Cleared up', before: { takenDown: true, illegal: true } },
    { action: 'game_taken_down', reason: 'Stolen art', after: { takenDown: true, illegal: true } },
  ])
})

it('lists all games page by page, by state and by part of the title', async () => {
  const draft = await addGame(test, { developerId: owner.id, status: 'draft' })
  const down = await addGame(test, { developerId: owner.id })
  await takeDown(down)
  const ids = async (query: string): Promise<string[]> =>
    (await admin.get(`/api/admin/games?${query}`)).body.map(({ _id }: { _id: string }) => _id)
  expect(await ids('state=draft')).toEqual([draft.id])
  expect(await ids('state=taken-down')).toEqual([down.id])
  expect(await ids(`q=${down.slug}`)).toEqual([down.id])
  const first = await admin.get('/api/admin/games?limit=1')
  expect(first.body).toMatchObject([{ _id: down.id }])
  const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
  expect((await admin.get(next ?? '')).body).toMatchObject([{ _id: draft.id }])
})

const SORTED_BY: Record<(typeof ADMIN_GAME_SORTS)[number], (a: AdminGame, b: AdminGame) => number> = {
  new: (a, b) => (a._id < b._id ? 1 : -1),
  old: (a, b) => (a._id < b._id ? -1 : 1),
  title: (a, b) => a.title.localeCompare(b.title) || (a._id < b._id ? -1 : 1),
  sales: (a, b) => b.totalSales - a.totalSales || (a._id < b._id ? 1 : -1),
  revenue: (a, b) => b.totalRevenue - a.totalRevenue || (a._id < b._id ? 1 : -1),
}

it('a game that sells while the list is read appears once in a list sorted by revenue', async () => {
  const maker = await signedIn(test, 'developer')
  for (const cents of [400, 300, 200, 100]) {
    const { id } = await addGame(test, { developerId: maker.id })
    await test.db.updateTable('games').set({ revenue_cents: cents }).where('id', '=', id).execute()
  }
  const first = await admin.get(`/api/admin/games?q=${maker.username}&sort=revenue&limit=2`)
  const sold = { revenue_cents: 9_900 }
  await test.db.updateTable('games').set(sold).where('id', '=', first.body[1]._id).execute()
  const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second: AdminGame[] = (await admin.get(next)).body
  expect(second.map(({ totalRevenue }) => totalRevenue)).toEqual([2, 1])
})

it.each(ADMIN_GAME_SORTS)('lists each game once in pages and in the CSV, sorted by %s', async (sort) => {
  const maker = await signedIn(test, 'developer')
  for (const [at, title] of ['Rust Choir', 'aurora Keep', 'Saltglass', 'Dunewalker', 'kelp'].entries())
    await addGame(test, { developerId: maker.id, title, sales: at % 3 })
  await test.sql`update games set revenue_cents = sales * 700 where developer_id = ${maker.id}`
  const games = await allPages<AdminGame>(admin, `/api/admin/games?q=${maker.username}&sort=${sort}&limit=2`)
  expect(games.map(({ title }) => title)).toEqual([...games].sort(SORTED_BY[sort]).map(({ title }) => title))
  expect(new Set(games.map(({ _id }) => _id)).size).toBe(5)
  const { text, headers } = await admin.get(`/api/admin/games.csv?q=${maker.username}&sort=${sort}`)
  expect(headers.get('content-disposition')).toBe('attachment; filename="games.csv"')
  expect(csvRecords(text).map(([id]) => id)).toEqual(['ID', ...games.map(({ _id }) => _id)])
})

it('finds games by address, developer and tag, whatever the admin’s content choice', async () => {
  const maker = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: maker.id, category: 'NSFW', tags: ['Rare Tag 100%'] })
  await test.db.updateTable('accounts').set({ content_choice: 'sfw' }).where('id', '=', admin.id).execute()
  for (const q of [game.slug, maker.username.toUpperCase(), 'rare tag 100%', game.id])
    expect((await admin.get(`/api/admin/games?q=${encodeURIComponent(q)}`)).body, q).toMatchObject([
      { _id: game.id },
    ])
})

it('C8 exports games and the reasons for take-downs without a cell that a spreadsheet would run as a formula', async () => {
  const game = await addGame(test, { developerId: owner.id, title: '=cmd|x' })
  await takeDown(game, true, '+evil')
  const [, record] = csvRecords((await admin.get(`/api/admin/games.csv?q=${game.id}`)).text)
  expect(record).toEqual(expect.arrayContaining([game.id, "'=cmd|x", 'taken down', 'yes', "'+evil"]))
})

const REASON = 'The title is that of another game, which is older.'
const byRule = (game: TestGame, changes: object = {}) =>
  admin.post(`/api/admin/games/${game.id}/take-down`, {
    reason: REASON,
    illegal: false,
    rule: 'rights-1',
    assets: ['Title'],
    note: 'Seen by hand',
    ...changes,
  })
const ownRow = async (game: TestGame) =>
  (await owner.get('/api/my-games?limit=100')).body.find((row: { _id: string }) => row._id === game.id)

it('M10 a take-down by a rule is a decision that the developer can read and appeal, and it counts as a strike', async () => {
  const other = await signedIn(test, 'admin')
  const game = await addGame(test, { developerId: owner.id, title: 'Paper Garden' })
  const { body: choices } = await admin.get(`/api/admin/games/${game.id}/decision`)
  expect(choices.assets).toEqual(
    expect.arrayContaining(['The whole page', 'Title', 'Description'].map((name) => ({ id: name, name }))),
  )
  expect(choices.rules.map(({ id }: { id: string }) => id)).toContain('rights-1')
  expect((await byRule(game)).status).toBe(200)
  const { takenDownBy: id } = await ownRow(game)
  const { body: decision } = await owner.get(`/api/decisions/${id}`)
  expect(decision).toMatchObject({ kind: 'take_down', rule: 'rights-1', title: 'Paper Garden', appeal: null })
  for (const part of [REASON, 'Title', 'rights-1', 'you can appeal', 'No part of it was automatic.'])
    expect(decision.statement).toContain(part)
  expect(decision.statement).toContain(
    'If the store has a second admin, someone who wasn’t involved in the decision',
  )
  expect(decision.strikes).toMatchObject([{ title: 'Paper Garden', decision: id }])
  expect((await mailed('A decision about Paper Garden')).text).toContain(REASON)
  let csv = ''
  const day = new Date().toISOString().slice(0, 10)
  for await (const lines of decisionsCsv(test.db, { from: day, to: day })) csv += lines
  expect(csv).toContain('take_down,rights-1,terms,title,own initiative')

  const text = 'I drew this picture myself, and have the layered file.'
  expect((await owner.post(`/api/decisions/${id}/appeal`, { text })).status).toBe(200)
  const appeal = await test.row<{ id: string }>`select id from appeals where decision_id = ${id}`
  const answer = 'We have seen the layered file. The picture is yours.'
  const answered = await other.post(`/api/admin/appeals/${appeal.id}/decision`, {
    outcome: 'reversed',
    answer,
  })
  expect(answered.status, answered.text).toBe(200)
  expect([await isPublic(game), (await ownRow(game)).takenDownBy]).toEqual([true, null])
  expect((await owner.get(`/api/decisions/${id}`)).body.strikes).toEqual([])
})

it('M10 a decision and its appeal remain when a game turns out not to be illegal', async () => {
  const other = await signedIn(test, 'admin')
  const game = await addGame(test, { developerId: owner.id })
  expect((await byRule(game, { illegal: true, assets: ['The whole page'] })).body.takenDown.illegal).toBe(
    true,
  )
  const { takenDownBy: id } = await ownRow(game)
  expect((await takeDown(game)).body.takenDown.illegal).toBe(false)
  expect((await ownRow(game)).takenDownBy).toBe(id)
  await owner.post(`/api/decisions/${id}/appeal`, { text: 'Nothing in it is against the law.' })
  const appeal = await test.row<{ id: string }>`select id from appeals where decision_id = ${id}`
  const answer = 'You are right. Nothing in it is against the law.'
  await other.post(`/api/admin/appeals/${appeal.id}/decision`, { outcome: 'reversed', answer })
  expect(await isPublic(game)).toBe(true)
})

it('M10 a take-down by a rule requires a part of the game, a reason of 40 characters and an existing rule', async () => {
  const game = await addGame(test, { developerId: owner.id })
  for (const [changes, status] of [
    [{ assets: [] }, 422],
    [{ reason: 'Too short' }, 422],
    [{ reason: '🦊'.repeat(39) }, 422],
    [{ note: 'x'.repeat(5_001) }, 422],
    [{ rule: 'none-1' }, 422],
    [{ assets: ['Screenshot 9'] }, 422],
  ] as const)
    expect((await byRule(game, changes)).status, JSON.stringify(changes)).toBe(status)
  expect((await ownRow(game)).takenDownBy).toBeNull()
})

it('M10 accepts the longest reason for a decision, but only a short one for a take-down without a rule', async () => {
  const [decided, other] = [
    await addGame(test, { developerId: owner.id }),
    await addGame(test, { developerId: owner.id }),
  ]
  const reason = `${REASON} `.repeat(90).trim()
  expect((await byRule(decided, { reason })).status).toBe(200)
  expect((await byRule(other, { reason, rule: null, assets: [] })).status).toBe(422)
})
