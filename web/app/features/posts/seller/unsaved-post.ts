import { currentTime } from '../../../ui/clock.ts'
import type { PostWords } from './post-words.ts'

/** What was typed and not saved. `typedAt` is in milliseconds; `basedOn` is when its post had been saved last, null for a new one. */
export type UnsavedPost = { words: PostWords; typedAt: number; basedOn: string | null }

const PREFIX = 'unsaved-post/'
/** How long it is stored, as unsaved games are. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000

/** The storage key of an account's form of a post, or of a new post of a game. */
export const unsavedKey = (accountId: string, gameId: string, postId: string | null): string =>
  `${PREFIX}${accountId}/${gameId}/${postId ?? 'new'}`

/** What is stored under a key; null also when storage is off. What is too old is deleted, of any account. */
export function readUnsaved(key: string): UnsavedPost | null {
  try {
    for (const each of Object.keys(localStorage))
      if (each.startsWith(PREFIX) && isOld(each)) forgetUnsaved(each)
    return parsed(key)
  } catch {
    return null
  }
}

/** @returns whether this browser could store it */
export function storeUnsaved(key: string, unsaved: UnsavedPost): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(unsaved))
    return true
  } catch {
    return false
  }
}

export function forgetUnsaved(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // there is none
  }
}

/** Only `storeUnsaved` writes these entries. */
const parsed = (key: string): UnsavedPost | null => JSON.parse(localStorage.getItem(key) ?? 'null')

const isOld = (key: string): boolean => (parsed(key)?.typedAt ?? 0) < currentTime().getTime() - MAX_AGE_MS
