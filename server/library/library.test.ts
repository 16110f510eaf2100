import { downloadSeconds } from '@nofiller/contract/library/download-lifetimes'
import { expect, it } from 'vitest'
import { buy, buyAndPay, simulate, untilStatus } from '../testing/buying.ts'
import { aForm, aZip, filesJson, sendForm, upload } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
const developer = usePerson(test, 'developer')

type Published = { id: string; slug: string; files: [] }
async function publish(fileNames: string[]): Promise<Published> {
  const keys = await Promise.all(fileNames.map((name) => upload(developer, aZip(), name)))
  const form = await aForm({ gameFilesTempJson: filesJson(...keys.map((tempKey) => ({ tempKey }))) })
  const { body } = await sendForm(developer, '/api/games', form)
  return { id: body._id, slug: body.slug, files: [] }
}
const edit = async ({ id }: Published, entries: object[]) => {
  const answer = await sendForm(
    developer,
    `/api/games/${id}`,
    await aForm({ gameFilesTempJson: filesJson(...entries) }),
  )
  expect(answer.status, answer.text).toBe(200)
}
const idsOf = async ({ id }: Published): Promise<string[]> =>
  (await test.nobody.get(`/api/games/${id}`)).body.gameFiles.map((file: { _id: string }) => file._id)
const libraryOf = async (person: Person, { id }: Published) =>
  (await person.get(`/api/library?gameId=${id}`)).body[0]
const downloads = async (person: Person, { id }: Published, fileIds: string[]) =>
  Promise.all(
    fileIds.map(async (fileId) => (await person.post(`/api/library/${id}/download`, { fileId })).status),
  )

it('owners keep a file that is withdrawn, priced or unpublished later, and see it in their library', async () => {
  const game = await publish(['base.zip', 'second.zip', 'third.zip'])
  const [base = '', second = '', third = ''] = await idsOf(game)
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  await edit(game, [{ _id: base }, { _id: second, customPriceEnabled: true, customPrice: 5 }])
  await test.db.updateTable('games').set({ status: 'draft' }).where('id', '=', game.id).execute()

  const entry = await libraryOf(june, game)
  expect(entry.files.map((file: { _id: string }) => file._id).sort()).toEqual([base, second, third].sort())
  expect(entry.extrasOwnedFileIds).toEqual([second])
  expect(await downloads(june, game, [base, second, third])).toEqual([200, 200, 200])
})

it('a later buyer does not get a file that had left the base before', async () => {
  const game = await publish(['base.zip', 'second.zip', 'third.zip'])
  const [base = '', second = '', third = ''] = await idsOf(game)
  await edit(game, [{ _id: base }, { _id: second, customPriceEnabled: true, customPrice: 5 }])
  const late = await signedIn(test)
  await buyAndPay(test, late, game)
  expect(await downloads(late, game, [base, second, third])).toEqual([200, 404, 404])
  expect((await libraryOf(late, game)).files).toHaveLength(1)
})

it('C2 a buyer gets the base as it was when the order was opened, whatever changed before payment', async () => {
  const game = await publish(['base.zip', 'second.zip', 'third.zip'])
  const [base = '', second = '', third = ''] = await idsOf(game)
  const june = await signedIn(test)
  const order = await buy(june, game)
  await edit(game, [{ _id: base }, { _id: second, customPriceEnabled: true, customPrice: 5 }])
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
  expect(await downloads(june, game, [base, second, third])).toEqual([200, 200, 200])
  expect((await june.get(`/api/orders/${order.orderId}`)).body.purchasedFileIds.sort()).toEqual(
    [base, second, third].sort(),
  )
})

it('owners get files that are added later', async () => {
  const game = await publish(['base.zip'])
  const [base = ''] = await idsOf(game)
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  await edit(game, [{ _id: base }, { tempKey: await upload(developer, aZip(), 'patch.zip') }])
  expect((await libraryOf(june, game)).files).toHaveLength(2)
})

it('a download address is valid as long as a download at 500 kB/s takes, from 10 minutes to 3 hours', () => {
  const GIB = 1024 ** 3
  expect([0, 1 * GIB, 4 * GIB, 50 * GIB].map(downloadSeconds)).toEqual([600, 2_148, 8_590, 10_800])
})

it('a file can only be downloaded as part of its own game', async () => {
  const [game, other] = [await publish(['base.zip']), await publish(['base.zip'])]
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const files = await idsOf(game)
  expect(await downloads(june, game, files)).toEqual([200])
  expect(await downloads(june, other, files)).toEqual([404])
})

/** The events that end an owner's right to a file, after a URL of it was given out. */
const ENDS: [string, (order: { orderId: string }, owner: Person) => Promise<unknown>][] = [
  [
    'a refund',
    async ({ orderId }) => {
      const body = { items: [{ position: 0 }], transactionId: 'tx', reason: 'The zip is damaged.' }
      const admin = await signedIn(test, 'admin')
      expect((await admin.post(`/api/admin/orders/${orderId}/refunds`, body)).status).toBe(200)
    },
  ],
  [
    'a revocation',
    async ({ orderId }) => {
      const body = { positions: [0], reason: 'Bought with a stolen card.' }
      const admin = await signedIn(test, 'admin')
      expect((await admin.post(`/api/admin/orders/${orderId}/revocations`, body)).status).toBe(200)
    },
  ],
  [
    'a suspension',
    (_order, { id }) =>
      test.db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', id).execute(),
  ],
]

it.each(ENDS)('%s ends every earlier download address of a file on disk', async (_what, end) => {
  const game = await publish(['base.zip'])
  const [fileId = ''] = await idsOf(game)
  const june = await signedIn(test)
  const order = await buyAndPay(test, june, game)
  const fromLibrary = (await june.post(`/api/library/${game.id}/download`, { fileId })).body.downloadUrl
  const fromStatus = (await test.nobody.get(`/api/order-status/${order.orderId}`)).body.downloadUrl
  const link = (await june.post(`/api/library/${game.id}/link`, { fileId })).body.url
  const fromLink = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? ''
  const addresses = [fromLibrary, fromStatus, fromLink]
  const statuses = (init: RequestInit = {}) =>
    Promise.all(addresses.map(async (address) => (await fetch(address, init)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  await end(order, june)
  expect(await statuses()).toEqual([403, 403, 403])
  expect(await statuses({ headers: { range: 'bytes=1-2' } })).toEqual([403, 403, 403])
  const others = fromLibrary.replace(june.id, (await signedIn(test, 'admin')).id)
  expect((await fetch(others)).status).toBe(403)
})
