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

it('A new game has a key of its own in each tab, and an existing game has one key', () => {
  expect(draftKey('ada', null)).toMatch(/^ada\/new\/\d/)
  expect(draftKey('ada', null)).toBe(draftKey('ada', null))
  expect(draftKey('ada', 'g1')).toBe('ada/g1')
})

it('A form is first offered the draft that it stored itself', async () => {
  stubLocks()
  await keep('ada/new/1', 1_000)
  await keep('ada/new/2')
  expect(await offeredKey('ada', 'ada/new/1')).toBe('ada/new/1')
})

it('A new form is offered the newest abandoned new game of the same account', async () => {
  stubLocks()
  await keep('ada/new/1', 2_000)
  await keep('ada/new/2', 1_000)
  await keep('ada/g1')
  await keep('june/new/3')
  expect(await offeredKey('ada', 'ada/new/9')).toBe('ada/new/2')
  expect(await offeredKey('ada', 'ada/g2')).toBe(null)
  expect(await offeredKey('eve', 'eve/new/9')).toBe(null)
})

it('A draft that is open in another tab is offered after that tab closes', async () => {
  stubLocks()
  await keep('ada/new/1')
  const close = holdDraft('ada/new/1')
  expect(await offeredKey('ada', 'ada/new/9')).toBe(null)
  close()
  await vi.waitFor(async () => expect(await offeredKey('ada', 'ada/new/9')).toBe('ada/new/1'))
})

it('A draft older than a week is not offered', async () => {
  stubLocks()
  await keep('ada/new/1', 8 * DAY_MS)
  expect(await offeredKey('ada', 'ada/new/9')).toBe(null)
})
