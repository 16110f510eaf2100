import type { Access } from '@nofiller/contract/access'
import { calls } from '@nofiller/contract/calls'
import { beforeAll, expect, it } from 'vitest'
import { tellReviews } from '../notices/tell-reviews.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { aReview, type TestReview } from '../testing/fixtures/reviews.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()

/** Two games of two sellers, each with an *Owner* review. */
type Pair = { sellers: Person[]; games: TestGame[]; reviews: TestReview[] }
let admin: Person
let ofOne: Seen
let ofTwo: Seen

beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  const one = await signedIn(test)
  ofOne = await see([one, one])
  ofTwo = await see([await signedIn(test), await signedIn(test)])
})

type Seen = { pair: Pair; readings: Reading[] }

/** What is read of a pair of games while the store has no others. */
async function see(writers: readonly [Person, Person]): Promise<Seen> {
  await test.sql`update games set status = 'draft'`
  const pair = await aPair(writers)
  await tellReviews(test.store) // or it would depend on the five minutes in which the job runs by itself
  await test.drain()
  await test.forgetCatalog()
  return { pair, readings: await readingsOf(pair) }
}

async function aPair(writers: readonly [Person, Person]): Promise<Pair> {
  const pair: Pair = { sellers: [], games: [], reviews: [] }
  for (const [at, title] of ['Salt Marsh', 'Tin Drum'].entries()) {
    const seller = await signedIn(test, 'developer')
    const game = await addGame(test, { developerId: seller.id, title })
    pair.sellers.push(seller)
    pair.games.push(game)
    pair.reviews.push(await aReview(test, game, { who: writers[at] as Person }))
  }
  return pair
}

/** The addresses of all reads for an audience, about each game, review and writer. */
function readsOf(audience: Access, { games, reviews }: Pair): string[] {
  const ids = [...games, ...reviews, ...reviews.map(({ writer }) => writer)].map(({ id }) => id)
  return Object.entries(calls)
    .filter(([name, { access }]) => name.startsWith('GET /api/') && access === audience)
    .flatMap(([name]) => {
      const path = name.slice('GET '.length)
      return path.includes(':') ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path]
    })
}

type Reading = { path: string; text: string }

/** What a reader is told in answers that mention one of the reviews. */
async function mentionsFor(reader: Person | typeof test.nobody, pair: Pair, audiences: readonly Access[]) {
  const marks = pair.reviews.flatMap(({ id, text }) => [id, text])
  const found: Reading[] = []
  for (const path of audiences.flatMap((audience) => readsOf(audience, pair))) {
    const { text } = await reader.get(path)
    if (marks.some((mark) => text.includes(mark))) found.push({ path, text })
  }
  return found
}

/** Everything a stranger, both sellers and an admin without an open case read of a pair. */
const readingsOf = async (pair: Pair): Promise<Reading[]> => [
  ...(await mentionsFor(test.nobody, pair, ['anyone'])),
  ...(await mentionsFor(pair.sellers[0] as Person, pair, ['anyone', 'signed-in', 'developer'])),
  ...(await mentionsFor(pair.sellers[1] as Person, pair, ['anyone', 'signed-in', 'developer'])),
  ...(await mentionsFor(admin, pair, ['signed-in', 'developer', 'admin'])),
]

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The same with a word for each thing, and ids numbered as they first appear: what is shared by answers stays visible. */
function comparable({ readings, pair: { games, sellers, reviews } }: Seen): string[] {
  const words = new Map<string, string>()
  for (const at of [0, 1]) {
    words.set(games[at]?.slug ?? '', `game ${at}`)
    words.set(sellers[at]?.username ?? '', `seller ${at}`)
    words.set(reviews[at]?.text ?? '', `text ${at}`)
  }
  const ids = new Map<string, string>()
  const numbered = (id: string) => ids.get(id) ?? ids.set(id, `id ${ids.size}`).get(id) ?? ''
  return readings.map(({ path, text }) =>
    [...words]
      .reduce((said, [name, word]) => said.replaceAll(name, word), `${path} ${text}`)
      .replaceAll(UUID, numbered)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'),
  )
}

it('RV14 RV17 two Owner reviews of one person read like those of two, for strangers, sellers and admins', async () => {
  expect(ofOne.readings.length).toBeGreaterThan(8)
  expect(comparable(ofOne)).toEqual(comparable(ofTwo))
})

it('RV14 no answer that shows a review names who wrote it, or the other game that they reviewed', async () => {
  const { games, reviews } = ofOne.pair
  const [{ writer }] = reviews as [TestReview]
  for (const { path, text } of ofOne.readings) {
    for (const name of [writer.id, writer.username, writer.email]) expect(text, path).not.toContain(name)
    const shown = games.filter(({ id }) => text.includes(id))
    if (path.includes('reviews')) expect(shown.length, path).toBeLessThanOrEqual(1)
  }
})
