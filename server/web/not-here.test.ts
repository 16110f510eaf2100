import { expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })
const developer = usePerson(test, 'developer')

const pagesAt = (address: string) => [
  `/game/${address}`,
  `/game/${address}.data`,
  `/game/${address}/releases`,
  `/dev/${address}`,
  `/bundle/${address}`,
]

it('offers public games by the words of an address on the page of a game, developer, bundle or release that is not there', async () => {
  const game = await addGame(test, { developerId: developer.id, title: 'The Moth Collector' })
  for (const page of pagesAt('moth-collection-2')) {
    const { status, text, headers } = await test.nobody.get(page)
    expect(status, page).toBe(404)
    expect(headers.get('x-robots-tag'), page).toBe('noindex')
    expect(text, page).toContain(game.slug)
    if (!page.endsWith('.data')) expect(text, page).toContain('Were you looking for one of these?')
  }
  expect((await test.nobody.get('/game/anything-else')).text).not.toContain('Were you looking')
})

it('answers the same bytes whether nothing is at an address or a game that is not public', async () => {
  await addGame(test, { developerId: developer.id, title: 'Salt Garden' })
  const bytes = async () =>
    Promise.all(
      pagesAt('salt-secret').map(async (page) => {
        const { status, text } = await test.nobody.get(page)
        return { status, text }
      }),
    )
  const before = await bytes()
  const hidden = await addGame(test, { developerId: developer.id, title: 'Salt Secret', status: 'draft' })
  await test.db.updateTable('games').set({ slug: 'salt-secret' }).where('id', '=', hidden.id).execute()
  expect(await bytes()).toEqual(before)
  await test.sql`update games set status = 'published', published_at = now(), suspended_at = now() where id = ${hidden.id}`
  expect(await bytes()).toEqual(before)
})

it('leaves out games that a visitor does not want to see', async () => {
  await addGame(test, { developerId: developer.id, title: 'Velvet Night', category: 'NSFW' })
  const lost = '/game/velvet-nights'
  expect((await test.nobody.get(lost)).text).toContain('Velvet Night')
  expect((await test.nobody.get(lost, { cookie: 'content=sfw' })).text).not.toContain('Velvet Night')
})

it('leads any other address that is not there to the home page', async () => {
  const { status, headers } = await test.nobody.get('/moth-collector')
  expect([status, headers.get('location')]).toEqual([302, '/#wrong-address'])
})
