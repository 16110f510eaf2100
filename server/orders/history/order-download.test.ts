import { beforeAll, expect, it } from 'vitest'
import { buy, buyAndPay } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore({ clock: () => new Date(Date.now() + secondsAhead * 1_000) })
let june: Person
let game: TestGame
let secondsAhead = 0

beforeAll(async () => {
  june = await signedIn(test)
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
})

const counted = async () =>
  (await test.db.selectFrom('downloads').select('id').where('account_id', '=', june.id).execute()).length
const statusOf = async (url: string, init: RequestInit = {}) =>
  (await fetch(url, { redirect: 'manual', ...init })).status

it("a paid order has its buyer's download, which counts when its bytes are fetched", async () => {
  const { orderId } = await buyAndPay(test, june, game)
  const { downloadUrl } = (await june.get(`/api/orders/${orderId}`)).body
  expect(await counted()).toBe(0)
  const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())
  expect(bytes.equals(game.files[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(await counted()).toBe(1)
  expect(await statusOf(downloadUrl, { method: 'HEAD' })).toBe(302)
  expect(await statusOf(downloadUrl, { headers: { range: 'bytes=100-' } })).toBe(302)
  expect(await counted()).toBe(1)

  const admin = await signedIn(test, 'admin')
  expect((await admin.get(`/api/orders/${orderId}`)).body).not.toHaveProperty('downloadUrl')
  for (const each of (await june.get('/api/orders')).body) expect(each).not.toHaveProperty('downloadUrl')

  expect(await statusOf(downloadUrl.replace(orderId, crypto.randomUUID()))).toBe(404)
  secondsAhead = 500
  expect(await statusOf(downloadUrl)).toBe(302)
  secondsAhead = 601
  expect(await statusOf(downloadUrl)).toBe(404)
  secondsAhead = 0
  const suspended = { suspended_at: new Date() }
  await test.db.updateTable('accounts').set(suspended).where('id', '=', june.id).execute()
  expect(await statusOf(downloadUrl)).toBe(404)
})

it('an unpaid order has no download', async () => {
  const ada = await signedIn(test)
  const { orderId } = await buy(ada, game)
  expect((await ada.get(`/api/orders/${orderId}`)).body).not.toHaveProperty('downloadUrl')
})
