import { BASKET_MAX } from '@nofiller/contract/basket/basket-rules'
import { beforeAll, expect, it } from 'vitest'
import { buyAndPay, simulate, untilStatus } from '../testing/buying.ts'
import { addGame, type TestGame, useGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore({ settings: { RATE_LIMIT_SCALE: '100' } })
const developer = usePerson(test, 'developer')
const game = useGame(test, developer, {
  title: 'Velvet Orbit',
  files: [{ name: 'base.zip' }, { name: 'songs.zip', customPriceCents: 400 }],
})
let many: TestGame[]

beforeAll(async () => {
  many = await Promise.all(
    Array.from({ length: BASKET_MAX + 5 }, () => addGame(test, { developerId: developer.id, files: [] })),
  )
})

const extraId = () => game.files[1]?.id ?? ''
const base = (of: TestGame = game) => ({ gameId: of.id, fileId: null })
const extra = () => ({ gameId: game.id, fileId: extraId() })
const saved = (of: TestGame, more: object = {}) => ({
  ...base(of),
  price: 9.99,
  addedAt: '2026-11-01T00:00:00.000Z',
  ...more,
})
const add = (person: Person, ...goods: object[]) => person.post('/api/basket', { goods })
const merge = (person: Person, ...items: object[]) => person.post('/api/basket/merge', { items })
const settle = (person: Person, ...shown: object[]) => person.post('/api/basket/settle', { shown })
const lookUp = (...items: object[]) => test.nobody.post('/api/basket/look-up', { items })
const itemsOf = async (person: Person) => (await person.get('/api/basket')).body.items
const change = (of: TestGame, values: object) =>
  test.db.updateTable('games').set(values).where('id', '=', of.id).execute()
const give = (person: Person, of: TestGame) =>
  test.sql`insert into grants (id, account_id, game_id) values (uuidv7(), ${person.id}, ${of.id})`
const aGame = (more: object = {}) => addGame(test, { developerId: developer.id, ...more })

it('a basket holds a game and its extra once each, at today’s prices', async () => {
  const june = await signedIn(test)
  await add(june, base(), extra())
  const { status, body } = await add(june, base(), extra(), base())
  expect(status).toBe(200)
  expect(body.items).toMatchObject([
    {
      _id: game.id,
      title: 'Velvet Orbit',
      fileName: null,
      price: 9.99,
      savedPrice: 9.99,
      state: 'unchanged',
    },
    { _id: extraId(), title: 'Velvet Orbit', fileName: 'songs.zip', price: 4, size: 2_000, isLater: false },
  ])
  expect(await itemsOf(june)).toEqual(body.items)
})

it('refuses goods that nobody can buy, each with its message, and adds nothing', async () => {
  const june = await signedIn(test)
  const owned = await aGame()
  await buyAndPay(test, june, owned)
  const free = await aGame({ priceCents: 0 })
  const draft = await aGame({ status: 'draft' })
  const refusals = [
    [owned, 409, 'already_owned', 'You already own this. It is in your library.'],
    [free, 400, 'game_is_free', 'This game is free: add it to your library instead.'],
    [draft, 404, 'not_found', 'This is not for sale.'],
  ] as const
  for (const [of, status, code, error] of refusals) {
    const answer = await add(june, base(), base(of))
    expect({ status: answer.status, ...answer.body }).toEqual({ status, code, error })
  }
  expect((await add(developer, base())).body).toMatchObject({ code: 'own_game' })
  expect((await add(june, { gameId: game.id, fileId: game.files[0]?.id })).status).toBe(404)
  expect((await add(june, { gameId: owned.id, fileId: extraId() })).status).toBe(404)
  expect(await itemsOf(june)).toEqual([])
})

it('says at the 51st item that the basket is full', async () => {
  const june = await signedIn(test)
  expect((await add(june, ...many.slice(0, BASKET_MAX).map(base))).status).toBe(200)
  const refused = await add(june, base())
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: 'basket_full', error: 'Your basket is full. It holds 50 items.' },
  ])
  expect((await add(june, base(many[0]))).status).toBe(200)
  expect(await itemsOf(june)).toHaveLength(BASKET_MAX)
})

it('never holds more than 50 items or one item twice, even when tabs add and merge at once', async () => {
  const june = await signedIn(test)
  await add(june, ...many.slice(0, BASKET_MAX - 3).map(base))
  await Promise.all(
    many
      .slice(BASKET_MAX - 5)
      .flatMap((of) => [add(june, base(of)), add(june, base(of)), merge(june, saved(of))]),
  )
  const ids = (await itemsOf(june)).map((item: { _id: string }) => item._id)
  expect(ids).toHaveLength(BASKET_MAX)
  expect(new Set(ids).size).toBe(BASKET_MAX)
})

it('refuses more goods at once than a basket can hold, and an invalid amount', async () => {
  const june = await signedIn(test)
  expect((await add(june, ...many.slice(0, BASKET_MAX + 1).map(base))).status).toBe(422)
  expect((await lookUp(...many.slice(0, BASKET_MAX + 1).map((of) => saved(of)))).status).toBe(422)
  for (const wrong of [{ price: -1 }, { price: 1e9 }, { addedAt: 'today' }, { gameId: 'x' }])
    expect([400, 422]).toContain((await merge(june, saved(game, wrong))).status)
})

it('shows what changed since an item was added', async () => {
  const june = await signedIn(test)
  const [dearer, cheaper, free, gone, taken, owned] = await Promise.all(
    Array.from({ length: 6 }, () => aGame()),
  )
  if (!dearer || !cheaper || !free || !gone || !taken || !owned) throw new Error('six games')
  await add(june, base(dearer), base(cheaper), base(free), base(gone), base(taken), base(owned), extra())
  await change(dearer, { price_cents: 1_299 })
  await change(cheaper, { price_cents: 799 })
  await change(free, { price_cents: 0, is_free: true })
  await change(gone, { status: 'draft' })
  await change(taken, { suspended_at: new Date() })
  await give(june, owned)
  const items = await itemsOf(june)
  expect(Object.fromEntries(items.map((item: { _id: string }) => [item._id, item]))).toMatchObject({
    [dearer.id]: { state: 'dearer', price: 12.99, savedPrice: 9.99 },
    [cheaper.id]: { state: 'cheaper', price: 7.99, savedPrice: 9.99 },
    [free.id]: { state: 'free', price: 0 },
    [gone.id]: { state: 'withdrawn', price: 0, slug: null, title: expect.stringContaining('Game') },
    [taken.id]: { state: 'withdrawn', price: 0, slug: null, title: null, cardPicture: null, developer: null },
    [owned.id]: { state: 'owned', price: 0, ownedSince: expect.stringContaining('T') },
    [extraId()]: { state: 'unchanged', price: 4 },
  })
})

it('settling a basket accepts exactly the changes that were shown', async () => {
  const june = await signedIn(test)
  const [dearer, again, gone, later] = await Promise.all(Array.from({ length: 4 }, () => aGame()))
  if (!dearer || !again || !gone || !later) throw new Error('four games')
  await add(june, base(dearer), base(again), base(gone), base(later))
  await change(dearer, { price_cents: 1_299 })
  await change(again, { price_cents: 1_299 })
  await change(gone, { status: 'draft' })
  const shown = (await itemsOf(june)).map(({ _id, price }: { _id: string; price: number }) => ({
    _id,
    price: price || null,
  }))
  await change(again, { price_cents: 1_499 })
  await change(later, { status: 'draft' })
  expect((await settle(june, ...shown)).body.items).toMatchObject([
    { _id: dearer.id, state: 'unchanged', price: 12.99 },
    { _id: again.id, state: 'dearer', price: 14.99, savedPrice: 9.99 },
    { _id: later.id, state: 'withdrawn' },
  ])
})

it('undoing a removal restores the item, its place and its state', async () => {
  const june = await signedIn(test)
  const other = await aGame()
  await add(june, base(other))
  await add(june, base())
  await change(other, { price_cents: 1_299 })
  const before = await itemsOf(june)
  expect((await june.send('DELETE', `/api/basket/${other.id}`)).body.items).toHaveLength(1)
  expect((await june.send('DELETE', `/api/basket/${other.id}`)).status).toBe(200)
  const { addedAt, savedPrice } = before[0]
  const undone = await merge(june, saved(other, { price: savedPrice, addedAt }))
  expect(undone.body).toEqual({ items: before, leftOut: [] })
})

it('saves an item for later, and moves it back when it is added again', async () => {
  const june = await signedIn(test)
  const patch = (id: string, isLater: boolean) => june.patch(`/api/basket/${id}`, { isLater })
  await add(june, base(), extra())
  expect((await patch(extraId(), true)).body.items).toMatchObject([{ isLater: false }, { isLater: true }])
  expect((await add(june, extra())).body.items).toMatchObject([{ isLater: false }, { isLater: false }])
  expect((await patch(developer.id, true)).status).toBe(404)
})

it("merges a visitor's basket once, oldest items first, and reports what was left out", async () => {
  const june = await signedIn(test)
  const [owned, gone] = await Promise.all([aGame({ title: 'Owned' }), aGame({ title: 'Gone' })])
  await buyAndPay(test, june, owned)
  await change(gone, { status: 'draft' })
  await add(june, ...many.slice(0, BASKET_MAX - 1).map(base))
  const at = (day: number) => ({ addedAt: `2026-10-0${day}T00:00:00.000Z` })
  const [first, second] = [await aGame({ title: 'First' }), await aGame({ title: 'Second' })]
  const sent = [saved(owned), saved(gone), saved(second, at(2)), saved(first, at(1)), saved(many[0] ?? game)]
  const { body } = await merge(june, ...sent)
  expect(body.items).toHaveLength(BASKET_MAX)
  expect(body.items[0]).toMatchObject({ title: 'First', ...at(1) })
  expect(
    body.leftOut.toSorted((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)),
  ).toEqual([
    { name: 'Gone', reason: 'gone' },
    { name: 'Owned', reason: 'owned' },
    { name: 'Second', reason: 'full' },
  ])
  const again = (await merge(june, saved(first, at(1)))).body
  expect(again).toEqual({ items: body.items, leftOut: [] })
  expect((await merge(developer, saved(first))).body.leftOut).toEqual([{ name: 'First', reason: 'own' }])
})

it("looks up a visitor's basket without revealing drafts or storing anything", async () => {
  const draft = await aGame({ status: 'draft', title: 'Secret' })
  const answer = await lookUp(
    saved(game, { price: 5 }),
    saved(draft),
    saved(game, { fileId: extraId(), price: 4 }),
  )
  expect(answer.body.items).toMatchObject([
    { state: 'dearer', price: 9.99, savedPrice: 5, title: 'Velvet Orbit', slug: game.slug },
    { state: 'withdrawn', price: 0, slug: null, title: null, developer: null, devices: [] },
    { state: 'unchanged', price: 4, fileName: 'songs.zip' },
  ])
  expect(answer.text).not.toContain('Secret')
})

it('shows an NSFW picture according to the viewer’s content choice, as cards do', async () => {
  const nsfw = await aGame({ category: 'NSFW' })
  const card = {
    url: '/uploads/a/b/card/c.webp',
    width: 500,
    height: 350,
    blur: 'data:x',
    widths: [],
    alt: '',
  }
  await change(nsfw, { card: JSON.stringify(card) })
  const seen = async (choice: string) => {
    const headers = { 'content-type': 'application/json', cookie: `content=${choice}` }
    const body = JSON.stringify({ items: [saved(nsfw)] })
    return (await test.nobody.send('POST', '/api/basket/look-up', { body, headers })).body.items[0]
      .cardPicture
  }
  expect(await seen('show')).toMatchObject({ url: card.url })
  expect(await seen('blur')).toMatchObject({ veil: 'blurred' })
  expect(await seen('')).toMatchObject({ veil: 'placeholder', url: 'data:x' })
})

it('keeps the baskets of two accounts apart', async () => {
  const [june, otto] = [await signedIn(test), await signedIn(test)]
  await add(june, base())
  await otto.send('DELETE', `/api/basket/${game.id}`)
  await settle(otto, { _id: game.id, price: null })
  expect(await itemsOf(june)).toHaveLength(1)
  expect(await itemsOf(otto)).toEqual([])
})

it('removes a bought item when it is delivered, and not earlier', async () => {
  const june = await signedIn(test)
  const other = await aGame()
  await add(june, base(), extra(), base(other))
  const goods = [base(), { ...base(other), price: 9.99 }]
  const { body } = await june.post('/api/checkout', { email: june.email, goods })
  const order = { orderId: body.orderId, invoiceId: body.invoiceUrl.split('/').at(-1) }
  expect(await itemsOf(june)).toHaveLength(3)
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
  expect(await itemsOf(june)).toMatchObject([{ _id: extraId() }])
})
