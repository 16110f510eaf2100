import { expect, it } from 'vitest'
import { buyAndPay, checkout } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { rankPopular } from './rank-popular.ts'

const test = useTestStore()
const developer = usePerson(test, 'developer')

const gameOf = (priceCents: number, files = [{ name: 'base.zip' }]) =>
  addGame(test, { developerId: developer.id, priceCents, files })
const someone = async ({ daysOld = 2 } = {}): Promise<Person> => {
  const person = await signedIn(test)
  await test.sql`update accounts set created_at = now() - make_interval(days => ${daysOld}) where id = ${person.id}`
  return person
}
const claim = (who: Person, game: TestGame) => who.post('/api/library/claim', { gameId: game.id })

async function popularityOf({ id }: TestGame): Promise<number> {
  await rankPopular(test.db)
  const { popularity_cents } = await test.row<{ popularity_cents: number }>`
    select popularity_cents from games where id = ${id}`
  return popularity_cents
}

it('ranks games by what buyers paid, so that many cheap sales are worth no more than one expensive sale', async () => {
  const [honest, pushed] = [await gameOf(2_000), await gameOf(10)]
  await buyAndPay(test, await someone(), honest)
  for (let sale = 0; sale < 5; sale += 1) await buyAndPay(test, await someone({ daysOld: 0 }), pushed)
  expect([await popularityOf(honest), await popularityOf(pushed)]).toEqual([2_000, 50])
  const { body } = await test.nobody.get('/api/games?sort=popular')
  const ids = body.map((game: { _id: string }) => game._id)
  expect(ids.indexOf(honest.id)).toBeLessThan(ids.indexOf(pushed.id))
})

it('counts each buyer of a game once, and at most at the list price', async () => {
  const extra = { name: 'gold.zip', customPriceCents: 90_000 }
  const game = await gameOf(500, [{ name: 'base.zip' }, extra])
  const buyer = await someone()
  await buyAndPay(test, buyer, game)
  await buyAndPay(test, buyer, game, [game.files[1]?.id ?? ''])
  expect(await popularityOf(game)).toBe(500)
})

it('counts a claim of a free game as $1 if the account is at least a day old', async () => {
  const game = await gameOf(0)
  for (const daysOld of [0, 2, 300]) await claim(await someone({ daysOld }), game)
  expect(await popularityOf(game)).toBe(200)
})

it('a purchase does not count when it is older than 90 days, refunded or revoked', async () => {
  const games = [await gameOf(700), await gameOf(700), await gameOf(700)] as const
  const [old, refunded, revoked] = games
  for (const game of games) await buyAndPay(test, await someone(), game)
  await test.sql`update grants set created_at = now() - interval '91 days' where game_id = ${old.id}`
  await test.sql`update order_items set refunded_cents = price_cents where game_id = ${refunded.id}`
  await test.sql`delete from grants where game_id = ${revoked.id}`
  for (const game of games) expect(await popularityOf(game)).toBe(0)
})

it('a developer cannot buy their own game, and their claims and downloads of it count in no figure', async () => {
  const [paid, free] = [await gameOf(900), await gameOf(0)]
  expect(await checkout(developer, paid)).toMatchObject({
    status: 409,
    body: {
      code: 'own_game',
      error: 'This is your own game. Its files are yours to download without buying them.',
    },
  })
  await test.sql`update accounts set created_at = now() - interval '9 days' where id = ${developer.id}`
  await claim(developer, free)
  const file = { fileId: paid.files[0]?.id }
  expect((await developer.post(`/api/library/${paid.id}/download`, file)).status).toBe(200)
  expect([await popularityOf(paid), await popularityOf(free)]).toEqual([0, 0])
  const counted = await test.db.selectFrom('downloads').select('id').where('game_id', '=', paid.id).execute()
  expect(counted).toEqual([])
})
