import { blurredAddress } from '@nofiller/contract/catalog/pictures'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aPicture, createGame } from '../../testing/fixtures/game-form.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const developer = usePerson(test, 'developer')

/** Black and white fields of eight pixels: nothing of them is left once blurred. */
const [width, height] = [640, 360]
const isWhite = (at: number) => ((at % width) >> 3) % 2 === ((at / width) >> 3) % 2
const fields = Buffer.from(Array.from({ length: width * height }, (_, at) => (isWhite(at) ? 255 : 0)))
const chequered = sharp(fields, { raw: { width, height, channels: 1 } })
  .png()
  .toBuffer()

const cookie = (choice: string) => ({ cookie: `content=${choice}` })
const fetched = async (address: string) => {
  const answer = await fetch(new URL(address, test.url))
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: await answer.arrayBuffer(),
  }
}

it('makes a small blurred version of each picture when it is uploaded', async () => {
  const coverImage = await chequered
  const { body: game } = await createGame(developer, { category: 'NSFW', coverImage })
  const seen = (await test.nobody.get(`/api/games/${game._id}`, cookie('blur'))).body.coverImage
  const whole = (await test.nobody.get(`/api/games/${game._id}`, cookie('show'))).body.coverImage
  expect(seen).toMatchObject({ url: blurredAddress(whole.url), widths: [], veil: 'blurred', width: 640 })
  expect(await test.storage.sizeOf(seen.url.slice(1))).toBeGreaterThan(0)

  const { status, type, bytes } = await fetched(seen.url)
  expect([status, type]).toEqual([200, 'image/webp'])
  const picture = sharp(Buffer.from(bytes))
  expect(await picture.metadata()).toMatchObject({ width: 160, height: 90 })
  const { channels } = await picture.stats()
  for (const { stdev, mean } of channels) {
    expect(stdev).toBeLessThan(8)
    expect(mean).toBeGreaterThan(100)
  }
})

it('makes the blurred version of a picture from an earlier release when it is first requested', async () => {
  const { body: game } = await createGame(developer, { category: 'NSFW' })
  const { url } = (await test.nobody.get(`/api/games/${game._id}`, cookie('blur'))).body.cardPicture
  const before = await fetched(url)
  await test.storage.remove(url.slice(1))
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetched(url)))
  for (const answer of answers) expect(answer).toEqual(before)
  expect(await test.storage.sizeOf(url.slice(1))).toBe(before.bytes.byteLength)
})

it('makes no blurred version of a missing or withheld picture', async () => {
  expect((await fetched('/uploads/nobody/nothing/card/0-blurred.webp')).status).toBe(404)
  const { body: game } = await createGame(developer, {
    category: 'NSFW',
    title: 'Gone',
    cardImage: await aPicture(),
  })
  const { url } = (await test.nobody.get(`/api/games/${game._id}`, cookie('blur'))).body.cardPicture
  const admin = await signedIn(test, 'admin')
  await admin.post(`/api/admin/games/${game._id}/take-down`, { reason: 'Shows a minor', illegal: true })
  await eventually(async () => (await fetched(url)).status === 404)
  await test.storage.remove(url.slice(1))
  expect((await fetched(url)).status).toBe(404)
  expect(await test.storage.sizeOf(url.slice(1))).toBeNull()
})
