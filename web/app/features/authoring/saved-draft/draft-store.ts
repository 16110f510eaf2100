import { createStore, delMany, entries, getMany, promisifyRequest, type UseStore } from 'idb-keyval'
import { currentTime } from '../../../ui/clock.ts'
import type { SavedDraft } from './saved-draft.ts'

/** How long an unsaved form is stored. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000

type SavedRecord = Omit<SavedDraft, 'pictures'>

const textsKey = (key: string) => `texts/${key}`
const picturesKey = (key: string) => `pictures/${key}`

/** Replaces the database in browsers without one; forms are then stored for as long as the page lives. */
const memory = new Map<string, SavedDraft>()

let opened: UseStore | null = null
function database(): UseStore {
  opened ??= createStore('game-drafts', 'drafts')
  return opened
}

/** The unsaved form stored under a key, or null. */
export async function readDraft(key: string): Promise<SavedDraft | null> {
  try {
    const [saved, pictures] = await getMany<unknown>([textsKey(key), picturesKey(key)], database())
    // Both were written by `saveDraft`.
    if (saved !== undefined) return { ...(saved as SavedRecord), pictures: (pictures ?? []) as File[] }
  } catch {
    // No database: see `memory`.
  }
  return memory.get(key) ?? null
}

/** The keys with this prefix, the newest form first. Forms older than a week are deleted, of any account. */
export async function draftKeys(beginning: string): Promise<string[]> {
  const saved = await savedTimes()
  const old = saved.filter(({ keptAt }) => keptAt < currentTime().getTime() - MAX_AGE_MS)
  await Promise.all(old.map(({ key }) => forgetDraft(key)))
  return saved
    .filter((each) => each.key.startsWith(beginning) && !old.includes(each))
    .sort((a, b) => b.keptAt - a.keptAt)
    .map(({ key }) => key)
}

async function savedTimes(): Promise<{ key: string; keptAt: number }[]> {
  const inPage = [...memory].map(([key, { keptAt }]) => ({ key, keptAt }))
  try {
    const inBrowser = (await entries<string, Partial<SavedRecord>>(database())).flatMap(
      ([key, { keptAt }]) => (keptAt === undefined ? [] : [{ key: key.slice(textsKey('').length), keptAt }]),
    )
    return [...inBrowser, ...inPage]
  } catch {
    return inPage
  }
}

/**
 * Replaces a stored form. The pictures are written only when they differ from `before`, those of
 * the last time. Returns where it is stored.
 */
export async function saveDraft(
  key: string,
  { pictures, ...saved }: SavedDraft,
  before: readonly File[] | null,
): Promise<'browser' | 'page'> {
  const isSame = before?.length === pictures.length && pictures.every((file, at) => file === before[at])
  try {
    await database()('readwrite', (store) => {
      store.put(saved, textsKey(key))
      if (!isSame) store.put(pictures, picturesKey(key))
      // An unloading page does not live until an automatic commit.
      store.transaction.commit()
      return promisifyRequest(store.transaction)
    })
    memory.delete(key)
    return 'browser'
  } catch {
    memory.set(key, { ...saved, pictures })
    return 'page'
  }
}

/** Deletes a form that was saved, or that nobody wants back. */
export async function forgetDraft(key: string): Promise<void> {
  memory.delete(key)
  try {
    await delMany([textsKey(key), picturesKey(key)], database())
  } catch {
    // No database: see `memory`.
  }
}
