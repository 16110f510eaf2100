import type { Picture } from '@nofiller/contract/catalog/catalog'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import {
  aPicture,
  createGame,
  editGame,
  type FormFields,
  filesJson,
} from '../../testing/fixtures/game-form.ts'
import { usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')

type Game = { _id: string; gameFiles: { _id: string }[]; screenshots: Picture[] }

const publish = async (count: number, size: [number, number] = [80, 60]): Promise<Game> => {
  const screenshots = await Promise.all(Array.from({ length: count }, () => aPicture(...size)))
  return (await createGame(june, { screenshots })).body
}
const edit = (game: Game, changes: FormFields) =>
  editGame(june, game._id, {
    gameFilesTempJson: filesJson({ _id: game.gameFiles[0]?._id ?? '' }),
    ...changes,
  })
const list = (...entries: object[]) => JSON.stringify(entries)
const redAt = async (picture: Picture | undefined): Promise<number> => {
  const bytes = await (await fetch(test.url + picture?.url)).arrayBuffer()
  return (await sharp(bytes).stats()).channels[0]?.mean ?? Number.NaN
}
const plain = (red: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer()

it('keeps old and new screenshots in the order of the form, each with its description', async () => {
  const game = await publish(3)
  const [first, , third] = game.screenshots
  const { body } = await edit(game, {
    screenshots: [await plain(40), await plain(200)],
    screenshotsJson: list(
      { part: 1, alt: 'A ferry' },
      { url: third?.url, alt: 'Its captain' },
      { part: 0 },
      { url: first?.url },
    ),
  })
  const shots: Picture[] = body.screenshots
  expect(shots.map((shot) => shot.alt)).toEqual(['A ferry', 'Its captain', '', ''])
  expect([shots[1]?.url, shots[3]?.url]).toEqual([third?.url, first?.url])
  expect(await redAt(shots[0])).toBeCloseTo(200, -1)
  expect(await redAt(shots[2])).toBeCloseTo(40, -1)
})

it('keeps the screenshots when the form says nothing about them, and replaces them with new ones', async () => {
  const game = await publish(2)
  const described = (
    await edit(game, { screenshotsJson: list(...game.screenshots.map(({ url }) => ({ url, alt: 'Sea' }))) })
  ).body
  const same = await edit(game, { title: 'Other' })
  expect(same.body.screenshots).toEqual(described.screenshots)
  const replaced = await edit(game, { screenshots: await aPicture() })
  expect(replaced.body.screenshots).toMatchObject([{ alt: '' }])
  expect((await edit(game, { screenshotsJson: '[]' })).body.screenshots).toEqual([])
})

it('limits a screenshot’s description to one line of 200 whole characters', async () => {
  const game = await publish(1)
  const url = game.screenshots[0]?.url
  const altOf = async (alt: string) =>
    (await edit(game, { screenshotsJson: list({ url, alt }) })).body.screenshots[0].alt
  expect(await altOf(' A\r\nferry\u2028at\0night ')).toBe('A ferry at night')
  expect(await altOf(`${'x'.repeat(199)}🚢🚢`)).toBe(`${'x'.repeat(199)}🚢`)
  expect(await altOf('\ud83d "><script>')).toBe('\ufffd "><script>')
})

it('refuses a screenshot that is listed twice, listed but not sent, or sent but not listed', async () => {
  const game = await publish(2)
  const url = game.screenshots[0]?.url
  const lists = [
    list({ part: 0 }, { part: 0 }),
    list({ part: 0 }, { part: 1 }),
    list({ part: 1 }),
    list({ url }),
    list({ url }, { url }, { part: 0 }),
  ]
  for (const screenshotsJson of lists) {
    const { status, body } = await edit(game, { screenshotsJson, screenshots: await aPicture() })
    expect([status, body.fields], screenshotsJson).toEqual([
      422,
      { screenshots: 'Each screenshot can be used only once.' },
    ])
  }
  const many = list(...Array.from({ length: 7 }, (_, part) => ({ part })))
  expect((await edit(game, { screenshotsJson: many })).body.fields).toEqual({
    screenshots: 'You can only add up to 5 screenshots.',
  })
})

it('stores a picture that is sent twice as one screenshot', async () => {
  const picture = await plain(120)
  const game: Game = (await createGame(june, { screenshots: [picture, picture] })).body
  expect(game.screenshots).toHaveLength(1)
  const [shot] = game.screenshots
  const again = await edit(game, {
    screenshots: picture,
    screenshotsJson: list({ url: shot?.url, alt: 'Sea' }, { part: 0 }),
  })
  expect(again.body.screenshots).toEqual([{ ...shot, alt: 'Sea' }])
  const saved = await edit(game, { title: 'Other' })
  expect([saved.status, saved.body.screenshots]).toEqual([200, again.body.screenshots])
})

it('refuses a save whose listed screenshot is gone, because the game has changed', async () => {
  const game = await publish(1)
  const listed = { screenshotsJson: list({ url: game.screenshots[0]?.url }) }
  await edit(game, { screenshotsJson: '[]' })
  const late = await edit(game, listed)
  expect([late.status, late.body.code]).toEqual([409, 'game_changed'])
  const foreign = await edit(game, { screenshotsJson: list({ url: 'https://elsewhere.test/x.png' }) })
  expect(foreign.status).toBe(409)
})

it('names the invalid entry of a list of screenshots', async () => {
  const game = await publish(1)
  const wrong = await edit(game, { screenshotsJson: list({ url: game.screenshots[0]?.url }, {}) })
  expect(wrong.status).toBe(400)
  expect(Object.keys(wrong.body.fields)).toEqual(['screenshotsJson.1'])
})

it('refuses an invalid list of screenshots', async () => {
  const game = await publish(1)
  for (const screenshotsJson of [
    '',
    '{',
    'null',
    '[1]',
    '[{}]',
    '[{"part":-1}]',
    '[{"part":"0"}]',
    '{"part":0}',
  ])
    expect((await edit(game, { screenshotsJson })).status, screenshotsJson).toBeGreaterThanOrEqual(400)
})

it('serves every version of a picture under its own address, cached permanently', async () => {
  const game = await publish(1, [400, 300])
  const [shot] = game.screenshots
  expect(shot?.widths).toEqual([320, 400])
  for (const width of shot?.widths ?? [])
    for (const format of ['avif', 'webp']) {
      const answer = await fetch(test.url + shot?.url.replace('.webp', `-${width}.${format}`))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`])
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
  for (const ending of ['-321.webp', '-320.jpg', '-320.svg', '-320.constructor', '-320'])
    expect((await fetch(test.url + shot?.url.replace('.webp', ending))).status, ending).toBe(404)
})
