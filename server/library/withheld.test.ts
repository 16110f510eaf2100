import { blurredAddress, pictureAddress } from '@nofiller/contract/catalog/pictures'
import { expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { aForm, aPicture, createGame, editGame, filesJson, sendForm } from '../testing/fixtures/game-form.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { aStore, eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')

const takeDown = (gameId: string, illegal: boolean) =>
  admin.post(`/api/admin/games/${gameId}/take-down`, { reason: 'Shows a minor', illegal })
const restore = (gameId: string) =>
  admin.post(`/api/admin/games/${gameId}/restore`, { reason: 'It does not' })
const statusOf = async (address: string, init: RequestInit = {}) => {
  const answer = await fetch(new URL(address, test.url), init)
  await answer.body?.cancel()
  return answer.status
}
const until = (status: number, address: string) =>
  eventually(async () => (await statusOf(address)) === status)

it('D9 taking a game down as illegal ends its download addresses', async () => {
  const [game, other] = [
    await addGame(test, { developerId: developer.id }),
    await addGame(test, { developerId: developer.id }),
  ]
  const june = await signedIn(test)
  for (const each of [game, other]) await buyAndPay(test, june, each)
  const fileId = game.files[0]?.id
  const ask = (person: Person) => person.post(`/api/library/${game.id}/download`, { fileId })
  const { downloadUrl } = (await ask(june)).body
  const link: string = (await june.post(`/api/library/${game.id}/link`, { fileId })).body.url
  const ofOther = await june.post(`/api/library/${other.id}/download`, { fileId: other.files[0]?.id })

  await takeDown(game.id, false)
  expect(await statusOf(downloadUrl)).toBe(200)
  await takeDown(game.id, true)
  await until(404, downloadUrl)
  expect(await statusOf(downloadUrl, { method: 'HEAD' })).toBe(404)
  expect(await statusOf(downloadUrl, { headers: { range: 'bytes=1000-' } })).toBe(404)
  expect(await statusOf(link)).toBe(404)
  for (const person of [june, developer, admin]) expect((await ask(person)).status).toBe(404)
  expect(await statusOf(ofOther.body.downloadUrl)).toBe(200)

  await restore(game.id)
  await until(200, downloadUrl)
  expect(await statusOf(link)).toBe(200)
})

it('serves no picture of an illegal game in any width, and still those of other games', async () => {
  const { body: other } = await createGame(await signedIn(test, 'developer'), { title: 'Harbour' })
  const stolen = `<p>A crossing.<img src="${await cardOf(other._id)}" alt=""></p>`
  const { body: game } = await createGame(developer, {
    title: 'Lantern',
    description: stolen,
    cardImage: await aPicture(510, 357),
  })
  const card = await cardOf(game._id)
  const pictures = [
    card,
    pictureAddress(card, 250, 'avif'),
    pictureAddress(card, 500, 'webp'),
    blurredAddress(card),
  ]
  for (const address of pictures) expect(await statusOf(address), address).toBe(200)
  await takeDown(game._id, true)
  for (const address of pictures) await until(404, address)
  expect(await statusOf(await cardOf(other._id))).toBe(200)
  await restore(game._id)
  for (const address of pictures) await until(200, address)
})

const cardOf = async (gameId: string): Promise<string> =>
  (await test.db.selectFrom('games').select('card').where('id', '=', gameId).executeTakeFirstOrThrow()).card
    ?.url ?? ''

it('does not serve earlier pictures of an illegal game, or those in its description', async () => {
  const [old, described] = [await aPicture(300, 210), await aPicture()]
  const form = new FormData()
  form.append('title', 'A working title')
  form.append('descImage', new Blob([new Uint8Array(described)]), 'picture.png')
  const { url } = (await developer.send('POST', '/api/upload/desc-image', { body: form })).body
  const { body: game } = await createGame(developer, {
    title: 'Rope',
    cardImage: old,
    description: `<p>A rope.<img src="${url}" alt=""></p>`,
  })
  const { body: other } = await createGame(developer, { title: 'A working title' })
  const replaced = await cardOf(game._id)
  const renamed = { title: 'Cord', description: `<p>A cord.<img src="${url}" alt=""></p>` }
  const saved = await editGame(developer, game._id, {
    ...renamed,
    cardImage: await aPicture(),
    gameFilesTempJson: await filesOf(game._id),
  })
  expect(saved.status).toBe(200)
  expect(await cardOf(game._id)).not.toBe(replaced)

  const gone = [
    replaced,
    pictureAddress(replaced, 250, 'avif'),
    await cardOf(game._id),
    url,
    blurredAddress(url),
  ]
  for (const address of gone) expect(await statusOf(address), address).toBe(200)
  await takeDown(game._id, true)
  for (const address of gone) await until(404, address)
  expect(await statusOf(await cardOf(other._id))).toBe(200)
})

it('the developer cannot change an illegal game, but an admin can, and its pictures stay withheld', async () => {
  const { body: game } = await createGame(developer, { title: 'Beacon' })
  const card = await cardOf(game._id)
  await takeDown(game._id, true)
  await until(404, card)
  const other = await aForm({ title: 'Beacon', gameFilesTempJson: await filesOf(game._id) })
  expect(await sendForm(developer, `/api/games/${game._id}`, other)).toMatchObject({
    status: 409,
    body: {
      code: 'taken_down_as_illegal',
      error: 'This game was taken down as illegal and cannot be changed.',
    },
  })
  expect(await cardOf(game._id)).toBe(card)
  expect((await sendForm(admin, `/api/games/${game._id}`, other)).status).toBe(200)
  expect(await cardOf(game._id)).not.toBe(card)
  for (const address of [card, await cardOf(game._id)]) await until(404, address)
})

const filesOf = async (gameId: string): Promise<string> => {
  const files = await test.db.selectFrom('game_files').select('id').where('game_id', '=', gameId).execute()
  return filesJson(...files.map(({ id }) => ({ _id: id })))
}

it('withholds illegal games again after a restart', async () => {
  const game = await addGame(test, { developerId: developer.id })
  const { storage_key: key } = await test.row<{ storage_key: string }>`
    select storage_key from built_files where id = ${game.files[0]?.id ?? ''}`
  // Depends on no account's rights, which would be checked.
  const address = await test.store.storage.presignGet({ key, fileName: 'game.zip', expiresInSeconds: 600 })
  await test.sql`update games set suspended_at = now(), is_illegal = true where id = ${game.id}`
  expect(await statusOf(address)).toBe(200) // put in behind the store's back
  const second = await aStore({
    database: { url: test.databaseUrl, drop: async () => undefined },
    settings: { DATA_DIR: test.dataDir, SECRET_KEY: test.store.config.secretKeys[0] ?? '' },
  })
  expect(await statusOf(address.replace(test.url, second.url))).toBe(404)
})
