import { afterEach, expect, it, vi } from 'vitest'
import { emptyDraft } from '../form/game-draft.ts'
import { draftKey, holdDraft, offeredKey } from './draft-key.ts'
import { forgetDraft, saveDraft } from './draft-store.ts'
import { textsOf } from './saved-draft.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const saved: string[] = []
afterEach(async () => {
  for (const key of saved.splice(0)) await forgetDraft(key)
  vi.unstubAllGlobals()
})

async function keep(key: string, ageMs = 0) {
  saved.push(key)
  const keptAt = Date.now() - ageMs
  await saveDraft(key, { keptAt, basedOn: null, texts: textsOf(emptyDraft(), []), pictures: [] }, null)
}

/** The locks that the tabs of a browser share, as far as forms need them. */
function stubLocks() {
  const held = new Set<string>()
  const request = async (name: string, _options: object, whileHeld: () => Promise<void>) => {
    held.add(name)
    await whileHeld()
    held.delete(name)
  }
  const query = async () => ({ held: [...held].map((name) => ({ name })) })
  vi.stubGlobal('navigator', { locks: { request, query } })
}

it('a tab keeps its new game under a key of its own, which a game that exists does not need', () => {
  expect(draftKey('ada', null)).toMatch(/^ada\/new\/\d/)
  expect(draftKey('ada', null)).toBe(draftKey('ada', null))
  expect(draftKey('ada', 'g1')).toBe('ada/g1')
})

it('a form is offered what it stored itself, before anything else', async () => {
  stubLocks()
  await keep('ada/new/1', 1_000)
  await keep('ada/new/2')
  expect(await offeredKey('ada', 'ada/new/1')).toBe('ada/new/1')
})

it('a new form is offered the newest one that was left, and none of another account or of a game', async () => {
  stubLocks()
  await keep('ada/new/1', 2_000)
  await keep('ada/new/2', 1_000)
  await keep('ada/g1')
  await keep('june/new/3')
  expect(await offeredKey('ada', 'ada/new/9')).toBe('ada/new/2')
  expect(await offeredKey('ada', 'ada/g2')).toBe(null)
  expect(await offeredKey('eve', 'eve/new/9')).toBe(null)
})

it('a form that is open in another tab is offered once that has closed', async () => {
  stubLocks()
  await keep('ada/new/1')
  const close = holdDraft('ada/new/1')
  expect(await offeredKey('ada', 'ada/new/9')).toBe(null)
  close()
  await vi.waitFor(async () => expect(await offeredKey('ada', 'ada/new/9')).toBe('ada/new/1'))
})

it('a form older than a week is offered no more', async () => {
  stubLocks()
  await keep('ada/new/1', 8 * DAY_MS)
  expect(await offeredKey('ada', 'ada/new/9')).toBe(null)
})
