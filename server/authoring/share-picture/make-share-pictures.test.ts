import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createGame, editGame, type FormFields, filesJson } from '../../testing/fixtures/game-form.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { usePerson } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { drawSharePicture } from './draw-share-picture.ts'
import { drawSharePictures } from './make-share-pictures.ts'

const test = useTestStore({ pages: 'built' })
const june = usePerson(test, 'developer')

type Row = { url: string | null; drawn: number; wanted: number; tries: number }
const rowOf = (id: string) => test.row<Row>`
  select url, drawn, wanted, tries from share_pictures where game_id = ${id}`
/** Games of the fixture are taken for drawn. */
const want = (id: string) => test.sql`update share_pictures set drawn = 0 where game_id = ${id}`
/** What the job does, at once and for this game's picture alone. */
async function draw(id: string) {
  await test.sql`update share_pictures set drawn = wanted where game_id <> ${id}`
  return drawSharePictures(test.store)
}
const stored = (url: string) => buffer(test.storage.read(url.slice(1)))
/** The picture that the page of a game names to link previews. */
const previewed = async (slug: string): Promise<string> => {
  await test.forgetCatalog()
  const { text } = await test.nobody.get(`/game/${slug}`)
  return new URL(/<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '').pathname
}
const PLACEHOLDER = await sharp({ create: { width: 16, height: 9, channels: 3, background: '#c02020' } })
  .webp()
  .toBuffer()
/** The cover of a game, of which only the placeholder exists. */
const coverOf = (url: string) =>
  JSON.stringify({
    ...{ url, width: 1280, height: 720, widths: [], alt: '' },
    blur: `data:image/webp;base64,${PLACEHOLDER.toString('base64')}`,
  })

it('makes the picture of a game once it is saved, and its page names it', async () => {
  const { body } = await createGame(june, { title: 'Kelp & <script>Größe' })
  const url = await eventually(async () => (await rowOf(body._id)).url)
  expect(url).toMatch(/^\/uploads\/[a-z0-9-]+\/kelp-[a-z0-9-]+\/share\/[0-9a-f]{32}\.webp$/)
  expect(await previewed(body.slug)).toBe(url)
  const { headers } = await test.nobody.get(url)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(await sharp(await stored(url)).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(await draw(body._id)).toBe(0)
  expect(await rowOf(body._id)).toMatchObject({ url, drawn: 1, wanted: 1 })
})

it('makes another one for another title and removes the one before, and none for another text', async () => {
  const { body } = await createGame(june, { title: 'Night Ferry' })
  const before = await eventually(async () => (await rowOf(body._id)).url)
  const [file] = body.gameFiles
  const gameFilesTempJson = filesJson({ _id: file._id })
  const edit = async (changes: FormFields) =>
    expect((await editGame(june, body._id, { gameFilesTempJson, ...changes })).status).toBe(200)
  await edit({ title: 'Night Ferry', description: '<p>Longer.</p>' })
  expect(await rowOf(body._id)).toMatchObject({ url: before, wanted: 1 })
  await edit({ title: 'Day Ferry' })
  const after = await eventually(async () => {
    const { url } = await rowOf(body._id)
    return url === before ? null : url
  })
  expect(await previewed(body.slug)).toBe(after)
  await eventually(async () => (await test.storage.sizeOf(before.slice(1))) === null)
})

it('never shows the cover of an NSFW game, but its placeholder', async () => {
  const game = await addGame(test, { developerId: june.id, title: 'Velvet', category: 'NSFW' })
  await test.sql`update games set cover = ${coverOf('/uploads/a/b/cover/no-such.webp')} where id = ${game.id}`
  expect(await draw(game.id)).toBe(1)
  const { url } = await rowOf(game.id)
  const backdrop = { kind: 'placeholder', bytes: PLACEHOLDER } as const
  expect(await stored(url ?? '')).toEqual(await drawSharePicture('Velvet', backdrop, 'No Filler'))
  expect(await previewed(game.slug)).toBe(url)
})

it('shows the cover of a game that turned NSFW no longer, from that moment on', async () => {
  const { body } = await createGame(june, { title: 'Turned' })
  const before = await eventually(async () => (await rowOf(body._id)).url)
  await test.sql`update games set category = 'NSFW' where id = ${body._id}`
  expect(await previewed(body.slug)).toContain('share-picture')
  expect(await draw(body._id)).toBe(1)
  expect(await test.storage.sizeOf(before.slice(1))).toBeNull()
})

it('makes none for a game that is not public, until it is', async () => {
  const game = await addGame(test, { developerId: june.id, status: 'draft' })
  await want(game.id)
  expect(await draw(game.id)).toBe(0)
  await test.sql`update games set status = 'published', published_at = now() where id = ${game.id}`
  expect(await draw(game.id)).toBe(1)
  await test.sql`update games set suspended_at = now() where id = ${game.id}`
  await test.sql`update games set title = 'Hidden since' where id = ${game.id}`
  expect(await draw(game.id)).toBe(0)
})

it('leaves out a title that the letters lack, and without a cover its page names the store’s own picture', async () => {
  const game = await addGame(test, { developerId: june.id, title: 'العربية 🎉' })
  await want(game.id)
  expect(await draw(game.id)).toBe(1)
  expect(await rowOf(game.id)).toMatchObject({ url: null, drawn: 1 })
  expect(await previewed(game.slug)).toContain('share-picture')
})

it('tries a picture that fails five times at most, ever later, and again after the next change', async () => {
  const game = await addGame(test, { developerId: june.id, title: 'Broken' })
  await test.sql`update games set cover = ${coverOf('/uploads/a/b/cover/no-such.webp')} where id = ${game.id}`
  const again = () => test.sql`update share_pictures set next_try_at = now() where game_id = ${game.id}`
  for (const tries of [1, 2, 3, 4, 5]) {
    expect(await draw(game.id)).toBe(0)
    expect(await draw(game.id)).toBe(0)
    expect(await rowOf(game.id)).toMatchObject({ tries, drawn: 1, wanted: 2 })
    await again()
  }
  expect(await draw(game.id)).toBe(0)
  expect(await rowOf(game.id)).toMatchObject({ tries: 5 })
  expect(await previewed(game.slug)).toContain('share-picture')
  await test.sql`update games set cover = null where id = ${game.id}`
  expect(await draw(game.id)).toBe(1)
})

it('keeps no picture of a game that changed while it was drawn', async () => {
  const { storage } = test.store
  const game = await addGame(test, { developerId: june.id, title: 'Slow' })
  const cover = `uploads/${june.username}/slow/cover/0123.webp`
  await storage.write(cover, PLACEHOLDER)
  await test.sql`update games set cover = ${coverOf(`/${cover}`)} where id = ${game.id}`
  let written = ''
  const changing: typeof storage = {
    ...storage,
    write: async (key, bytes) => {
      written = key
      await storage.write(key, bytes)
      await test.sql`update games set title = 'Fast' where id = ${game.id}`
    },
  }
  await test.sql`update share_pictures set drawn = wanted where game_id <> ${game.id}`
  expect(await drawSharePictures({ ...test.store, storage: changing })).toBe(0)
  expect(written).toContain('/share/')
  expect(await test.storage.sizeOf(written)).toBeNull()
  expect(await draw(game.id)).toBe(1)
})

it('is made by one of two processes that look at once', async () => {
  const game = await addGame(test, { developerId: june.id, title: 'Twice' })
  await want(game.id)
  const made = await Promise.all([drawSharePictures(test.store), drawSharePictures(test.store)])
  expect(made.toSorted()).toEqual([0, 1])
})

it('is served to nobody once its game is taken down as illegal', async () => {
  const { body } = await createGame(june, { title: 'Sealed' })
  const url = await eventually(async () => (await rowOf(body._id)).url)
  expect((await test.nobody.get(url)).status).toBe(200)
  await test.sql`update games set suspended_at = now(), is_illegal = true where id = ${body._id}`
  await test.store.catalogChanged.announce(test.db)
  await eventually(async () => (await test.nobody.get(url)).status === 404)
})
