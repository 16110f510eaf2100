import { beforeEach, expect, it } from 'vitest'
import { unlimited } from '../../platform/http/audience.ts'
import { addGame, type NewGame } from '../../testing/fixtures/games.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { gamesLike } from './games-like.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')
beforeEach(async () => {
  await test.sql`delete from games`
})

const add = (title: string, game: Partial<NewGame> = {}) =>
  addGame(test, { developerId: june.id, title, files: [], tags: [], ...game })
const like = async (address: string, audience = unlimited('show')) =>
  (await gamesLike(test.db, audience, address)).map(({ title }) => title)

it('offers four games at most, those with more words of the address in their titles first', async () => {
  for (const number of [1, 2, 3, 4, 5]) await add(`Ferry ${number}`)
  await add('Night Ferry to Harwich')
  const offered = await like('the-night-ferry-7')
  expect(offered).toHaveLength(4)
  expect(offered[0]).toBe('Night Ferry to Harwich')
})

it('knows games by tag and developer as well, but not by their descriptions', async () => {
  const { id: developerId } = await signedIn(test, 'developer')
  await test.sql`update accounts set display_name = 'Harbour Works' where id = ${developerId}`
  await add('By its developer', { developerId })
  await add('In its tags', { tags: ['Harbour'] })
  await add('In its text', { description: '<p>At the harbour.</p>' })
  expect((await like('harbour-lights')).toSorted()).toEqual(['By its developer', 'In its tags'])
})

it('reads addresses in any script', async () => {
  await add('夜の街物語')
  await add('Ночной паром')
  await add('หมีน้อย')
  expect(await like('夜の街物語-2')).toEqual(['夜の街物語'])
  expect(await like('НОЧНОЙ-поезд')).toEqual(['Ночной паром'])
  expect(await like('หมีน้อย')).toEqual(['หมีน้อย'])
})

it('offers nothing for an address that says nothing', async () => {
  await add('The 2 of A')
  for (const address of [june.id, '', '---', 'the-2', 'a', '\0', '%', "'", ':*', '\\'])
    expect(await like(address), address).toEqual([])
})

it('takes an address of any length and content for words', async () => {
  await add('Kelp')
  const hostile = [
    "kelp' | !'x",
    'kelp\0',
    'kelp:*ABCD&',
    `kelp-${'ab-'.repeat(2_000)}`,
    'kelp\\',
    'kelp-\u{1F980}',
  ]
  for (const address of hostile) expect(await like(address), address).toEqual(['Kelp'])
})

it('has no trace of a game that is not public, and none of another kind for who wants SFW games only', async () => {
  await add('Lantern Draft', { status: 'draft' })
  const down = await add('Lantern Down')
  await test.sql`update games set suspended_at = now() where id = ${down.id}`
  expect(await like('lantern')).toEqual([])
  expect(await like('lantren')).toEqual([])
  await add('Lantern', { category: 'NSFW' })
  expect(await like('lantern')).toEqual(['Lantern'])
  expect(await like('lantern', unlimited('sfw'))).toEqual([])
})

it('offers a first visitor the placeholder of an NSFW game, and no picture', async () => {
  const game = await add('Lantern', { category: 'NSFW' })
  const card = { url: '/uploads/a/b/card/c.webp', width: 500, height: 350, blur: 'data:image/webp;base64,AA' }
  await test.sql`update games set card = ${JSON.stringify({ ...card, widths: [250], alt: '' })} where id = ${game.id}`
  const [offered] = await gamesLike(test.db, unlimited('none'), 'lantern')
  expect(offered?.cardPicture).toMatchObject({ url: card.blur, veil: 'placeholder' })
})
