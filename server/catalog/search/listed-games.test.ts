import { beforeAll, expect, it } from 'vitest'
import { addGame, useGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { allPages } from '../../testing/pages.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')
const game = useGame(test, june, {
  title: 'Night Ferry',
  description: `<h2>A crossing</h2><p>Fish &amp; fog.</p><p>${'word '.repeat(100)}</p>`,
  sales: 3,
  files: [{ name: 'ferry.zip' }, { name: 'songs.zip', customPriceCents: 300 }, { kind: 'demo' }],
})

beforeAll(async () => {
  await addGame(test, { developerId: june.id, status: 'draft' })
})

const listedBy = async (viewer: Pick<Person, 'get'>, list = '/api/games') =>
  (await viewer.get(list)).body.find((each: { _id: string }) => each._id === game.id)

it('lists games with the beginning of their description, their files and their card', async () => {
  const listed = await listedBy(test.nobody)
  expect(listed.description).toMatch(/^A crossing Fish & fog\. word word/)
  expect(listed.description.length).toBeLessThanOrEqual(200)
  expect(listed.gameFiles).toEqual([
    {
      _id: game.files[0]?.id,
      name: 'ferry.zip',
      size: game.files[0]?.bytes.length,
      device: 'Windows',
      customPriceEnabled: false,
      customPrice: null,
    },
    expect.objectContaining({ name: 'songs.zip', customPriceEnabled: true, customPrice: 3 }),
  ])
  expect(listed.cardImage).toBe(listed.cardImageUrl)
})

it('B3 shows a game’s sales to its developer and to admins only', async () => {
  for (const viewer of [june, await signedIn(test, 'admin')])
    expect(await listedBy(viewer)).toMatchObject({ totalSales: 3, totalRevenue: expect.any(Number) })
  for (const viewer of [test.nobody, await signedIn(test), await signedIn(test, 'developer')]) {
    const listed = await listedBy(viewer)
    expect(listed).not.toHaveProperty('totalSales')
    expect(listed).not.toHaveProperty('totalRevenue')
  }
  expect(await listedBy(june, '/api/my-games')).toMatchObject({
    totalSales: 3,
    description: expect.any(String),
  })
})

it('lists a developer’s own games page by page, and counts them', async () => {
  const maker = await signedIn(test, 'developer')
  const made: string[] = []
  for (let count = 0; count < 5; count += 1) made.unshift((await addGame(test, { developerId: maker.id })).id)
  const first = await maker.get('/api/my-games?limit=2')
  expect(first.headers.get('x-total-count')).toBe('5')
  expect(first.headers.get('link')).toContain('rel="next"')
  const games = await allPages<{ _id: string }>(maker, '/api/my-games?limit=2')
  expect(games.map((each) => each._id)).toEqual(made)
  const all = await maker.get('/api/my-games')
  expect(all.body).toHaveLength(5)
  expect(all.headers.get('link')).toBeNull()
  expect((await maker.get('/api/my-games?after=wrong')).status).toBe(400)
})
