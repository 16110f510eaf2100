import { beforeAll, expect, it } from 'vitest'
import { unlimited } from '../../platform/http/audience.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { listGames } from './list-games.ts'
import { shuffleGames } from './shuffle.ts'

const GAMES = 40
const test = useTestStore()

beforeAll(async () => {
  const { id: developerId } = await signedIn(test, 'developer')
  for (let at = 0; at < GAMES; at += 1)
    await addGame(test, { developerId, files: [], tags: at % 2 === 0 ? ['cozy'] : ['horror'] })
})

/** The ids of a whole walk, seven a page; `meanwhile` happens after the second page. */
async function walk(query: { start?: number; tag?: string }, meanwhile = async () => {}): Promise<string[]> {
  const seen: string[] = []
  let after: string | undefined
  for (let page = 0; page < GAMES; page += 1) {
    const { games, next } = await listGames(test.db, unlimited('show'), {
      ...query,
      sort: 'random',
      limit: 7,
      after,
    })
    seen.push(...games.map(({ _id }) => _id))
    if (next === null) return seen
    after = next
    if (page === 1) await meanwhile()
  }
  throw new Error('the walk does not end')
}

let nights = 0
const drawAnew = () => {
  nights += 1
  return shuffleGames(test.db, new Date(Date.now() + nights * 86_400_000))
}

it.each([{ start: 0 }, { start: 0.5 }, { start: 0.9999 }, { start: 0.37, tag: 'cozy' }])(
  'A random walk from %o meets each game once, and the same address has the same order',
  async (query) => {
    const seen = await walk(query)
    expect(seen).toHaveLength(query.tag ? GAMES / 2 : GAMES)
    expect(new Set(seen).size).toBe(seen.length)
    expect(await walk(query)).toEqual(seen)
  },
)

it('Other starts are other places of the same round', async () => {
  const [from0, fromHalf] = [await walk({ start: 0 }), await walk({ start: 0.5 })]
  const turn = from0.indexOf(fromHalf[0] ?? '')
  expect([...from0.slice(turn), ...from0.slice(0, turn)]).toEqual(fromHalf)
})

it('An order that is drawn in the middle of a walk repeats no game, and the next walk has another', async () => {
  const before = await walk({ start: 0.2 })
  const seen = await walk({ start: 0.2 }, drawAnew)
  expect(seen).toEqual(before)
  expect(await walk({ start: 0.2 })).not.toEqual(before)
})

it('Each night draws once and keeps the draw before; a game that comes by day is in the walk at once', async () => {
  await drawAnew()
  await shuffleGames(test.db, new Date(Date.now() + nights * 86_400_000))
  const draws = await test.sql<{ count: string }>`select count(*) from shuffles group by drawn_on`
  expect(draws.map(({ count }) => Number(count))).toEqual([GAMES, GAMES])
  const { id } = await addGame(test, { developerId: (await signedIn(test, 'developer')).id, files: [] })
  expect(await walk({ start: 0.6 })).toContain(id)
  await test.sql`delete from games where id = ${id}`
})

it('An address without a start, or with a broken one, is answered', async () => {
  expect((await test.nobody.get('/api/games?sort=random')).body).toHaveLength(GAMES)
  expect((await test.nobody.get('/api/games?sort=random&start=1.5')).status).toBe(422)
  expect((await test.nobody.get('/api/games?sort=random&after=zzz')).status).toBe(400)
})

it.each(['', 'abc', 'NaN', 'Infinity', '1e300', '-5', '20000.7'])(
  'A forged cursor of %o leads nowhere, and fails nothing',
  async (value) => {
    const after = Buffer.from(JSON.stringify({ value, id: crypto.randomUUID() })).toString('base64url')
    const { status } = await test.nobody.get(`/api/games?sort=random&start=0.5&after=${after}`)
    expect([200, 400]).toContain(status)
  },
)
