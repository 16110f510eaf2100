import { expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { signedIn, usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
const developer = usePerson(test, 'developer')

const archive = (game: TestGame, by = developer) => by.post(`/api/games/${game.id}/archive`)
const restore = (game: TestGame, by = developer) => by.send('DELETE', `/api/games/${game.id}/archive`)
const listed = async (game: TestGame) =>
  (await developer.get('/api/my-games')).body.find(({ _id }: { _id: string }) => _id === game.id)
const shownStatus = async (game: TestGame) => (await test.nobody.get(`/api/games/${game.id}`)).status

it('archiving a published game hides it from everybody except its owners, and restoring brings it back unchanged', async () => {
  const game = await addGame(test, { developerId: developer.id, tags: ['Horror'] })
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const inSections = async () =>
    (await test.sql<{ section: string }>`select section from game_sections where game_id = ${game.id}`).length
  const sections = await inSections()
  expect(sections).toBeGreaterThan(0)

  for (const time of ['first', 'second']) expect((await archive(game)).status, time).toBe(200)
  expect(await listed(game)).toMatchObject({ status: 'draft', archivedAt: expect.any(String) })
  expect([await shownStatus(game), await inSections()]).toEqual([404, 0])
  const download = { fileId: game.files[0]?.id }
  expect((await june.post(`/api/library/${game.id}/download`, download)).status).toBe(200)

  for (const time of ['first', 'second']) expect((await restore(game)).status, time).toBe(200)
  expect(await listed(game)).toMatchObject({ status: 'published', visibility: 'public', archivedAt: null })
  expect([await shownStatus(game), await inSections()]).toEqual([200, sections])
})

it('restoring an archived draft makes it a draft again', async () => {
  const draft = await addGame(test, { developerId: developer.id, status: 'draft' })
  await archive(draft)
  await restore(draft)
  expect(await listed(draft)).toMatchObject({ status: 'draft', archivedAt: null })
})

it('only the developer and admins can archive a game, and an admin’s change is in the audit log', async () => {
  const game = await addGame(test, { developerId: developer.id })
  expect((await archive(game, await signedIn(test, 'developer'))).status).toBe(404)
  const admin = await signedIn(test, 'admin')
  expect((await archive(game, admin)).status).toBe(200)
  expect((await admin.get(`/api/admin/audit?subjectId=${game.id}`)).body).toMatchObject([
    { action: 'game_changed', before: { status: 'published' }, after: { status: 'draft' } },
  ])
})
