import { beforeAll, expect, it } from 'vitest'
import { browserOf } from '../testing/browser.ts'
import { createGame, editGame, filesJson } from '../testing/fixtures/game-form.ts'
import { PASSWORD, type Person, signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
let admin: Person
let other: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
})

const claim = (who: Person, reviewId: string) =>
  who.post(`/api/admin/approvals/${reviewId}/claim`, { takeOver: false })

async function aReview() {
  const developer = await signedIn(test, 'developer')
  const { body: game } = await createGame(developer)
  const { id } = await test.db
    .selectFrom('game_reviews')
    .select('id')
    .where('game_id', '=', game._id)
    .executeTakeFirstOrThrow()
  return { developer, game, reviewId: id }
}

async function logOut(person: Person): Promise<void> {
  const browser = browserOf(test)
  await browser.post('/api/login', { email: person.email, password: PASSWORD })
  expect((await browser.post('/api/logout')).status).toBe(200)
}

it('M4 a claim ends when its admin logs out', async () => {
  const { reviewId } = await aReview()
  await claim(admin, reviewId)
  expect((await claim(other, reviewId)).status).toBe(409)
  await logOut(other)
  expect((await claim(other, reviewId)).status).toBe(409)
  await logOut(admin)
  expect((await claim(other, reviewId)).status).toBe(200)
})

it('M7 a resubmitted fix stays reserved for the admin who asked for it, logged out or not', async () => {
  const { developer, game, reviewId } = await aReview()
  await claim(admin, reviewId)
  const asked = await admin.post(`/api/admin/approvals/${reviewId}/decision`, {
    kind: 'changes_needed',
    rule: 'page-1',
    assets: ['Title'],
    text: 'The title is the title of another game. Please give yours its own.',
    note: '',
    revision: 1,
  })
  expect(asked.status, asked.text).toBe(200)
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]._id })
  await editGame(developer, game._id, { gameFilesTempJson, title: 'Another Ferry' })
  await logOut(admin)
  expect((await claim(other, reviewId)).status).toBe(409)
})
