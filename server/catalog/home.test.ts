import { expect, it } from 'vitest'
import { unlimited } from '../platform/http/audience.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { home } from './home.ts'
import { emptyResultHints } from './search/relaxed-filters.ts'

const test = useTestStore()

/** Games of a new developer, each newer than the one before. */
async function addGames(titles: readonly string[], tags: string[]) {
  const { id: developerId } = await signedIn(test, 'developer')
  for (const title of titles) await addGame(test, { developerId, files: [], title, tags })
}

it('shows the newest games of four developers before a second game of any of them', async () => {
  for (const title of ['Old One', 'Old Two']) await addGames([title], ['cozy'])
  await addGames(['New One', 'New Two', 'New Three', 'New Four', 'New Five'], ['cozy'])
  const titles = async () => {
    const { sections } = await home(test.db, unlimited('show'))
    return sections.find(({ name }) => name === 'Cozy')?.games.map(({ title }) => title)
  }
  expect(await titles()).toEqual(['New Five', 'Old Two', 'Old One', 'New Four'])
})

it('offers the closest tags and popular games when a search finds nothing', async () => {
  await addGames(['Ferry'], ['psychological horror', 'noir'])
  const { tags, games } = await emptyResultHints(test.db, unlimited('show'), { q: 'horrer' })
  expect(tags[0]).toBe('psychological horror')
  expect(games).toHaveLength(4)
  expect(
    (await emptyResultHints(test.db, unlimited('show'), { q: 'horrer', exclude: 'psychological horror' }))
      .tags,
  ).not.toContain('psychological horror')
})
