import { CONTENT_VIEWS, type ContentView } from '@nofiller/contract/catalog/content-choice'
import {
  hiddenByText,
  type Limits,
  levelsWith,
  NO_LIMITS,
  writeLimits,
} from '@nofiller/contract/content-limits/limit-rules'
import { beforeAll, expect, it } from 'vitest'
import { createGame, editGame, filesJson } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { publishGame } from '../testing/fixtures/publishing.ts'
import { useTestStore } from '../testing/store.ts'
import type { SeenGame } from './game.ts'

const test = useTestStore()
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

const GORE: Limits = { ...NO_LIMITS, levels: levelsWith({ gore: 3 }) }

const seenBy = async (id: string, view: ContentView, limits: Limits = NO_LIMITS): Promise<SeenGame> =>
  (await dev.get(`/api/dev/games/${id}/seen-by?view=${view}&limits=${writeLimits(limits)}`)).body

/** What a visitor with these choices gets. */
async function visited(id: string, view: ContentView, limits: Limits = NO_LIMITS) {
  const cookie = `limits=${writeLimits(limits)}${view === 'none' ? '' : `; content=${view}`}`
  const { body } = await test.nobody.send('GET', `/api/games/${id}`, { headers: { cookie } })
  return body
}

it.each(CONTENT_VIEWS)('PF3 shows a game as a visitor gets it who chose: %s', async (view) => {
  const game = await publishGame(dev, ['Windows'], { category: 'NSFW' })
  await test.drain() // a job hashes its file
  const { game: seen, hiddenBy } = await seenBy(game._id, view)
  expect(hiddenBy).toEqual([])
  expect(seen).toEqual(await visited(game._id, view))
  expect(seen?.cardPicture?.veil ?? (seen?.withheld ? 'withheld' : 'shown')).toBe(
    { none: 'placeholder', sfw: 'withheld', blur: 'blurred', show: 'shown' }[view],
  )
})

it('PF3 shows to a reader with limits why the game is hidden, in the words of its page', async () => {
  const game = await publishGame(dev)
  const { hiddenBy, game: seen } = await seenBy(game._id, 'show', GORE)
  expect(seen).toBeNull()
  expect(hiddenBy).not.toEqual([])
  expect((await visited(game._id, 'show', GORE)).error).toBe(hiddenByText(hiddenBy))
})

it('PF3 shows a game that is not public as it will be, to its developer and admins alone', async () => {
  const { body: draft } = await createGame(dev, { status: 'draft', category: 'NSFW' })
  const before = await seenBy(draft._id, 'blur')
  const [admin, other] = [await signedIn(test, 'admin'), await signedIn(test, 'developer')]
  const path = `/api/dev/games/${draft._id}/seen-by`
  expect([(await admin.get(path)).status, (await other.get(path)).status]).toEqual([200, 404])
  const gameFilesTempJson = filesJson({ _id: draft.gameFiles[0]._id })
  await editGame(dev, draft._id, { status: 'published', category: 'NSFW', gameFilesTempJson })
  const { publishedAt, updatedAt, ...same } = await visited(draft._id, 'blur')
  expect(before.game).toMatchObject({ ...same, status: 'draft' })
})
