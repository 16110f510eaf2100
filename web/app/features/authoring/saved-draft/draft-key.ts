import { draftKeys } from './draft-store.ts'

const PLACE = 'new-game'

/**
 * The storage key of a form: an account's form of a game, or of a new one, with one per tab. The key survives
 * a reload.
 */
export const draftKey = (accountId: string, gameId: string | null): string =>
  gameId === null ? `${newGames(accountId)}${tabId()}` : `${accountId}/${gameId}`

const newGames = (accountId: string) => `${accountId}/new/`

let lastId: string | null = null

function tabId(): string {
  lastId ??= crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    const saved = sessionStorage.getItem(PLACE) ?? lastId
    sessionStorage.setItem(PLACE, saved)
    return saved
  } catch {
    return lastId
  }
}

/**
 * The key of the unsaved form to offer: the form's own, else, for a new game, the newest one that no open
 * form writes to. Null when there is none.
 */
export async function offeredKey(accountId: string, key: string): Promise<string | null> {
  const saved = await draftKeys(`${accountId}/`)
  if (saved.includes(key)) return key
  const held = await heldKeys()
  const isLeft = (other: string) => other.startsWith(newGames(accountId)) && !held.includes(other)
  return key.startsWith(newGames(accountId)) ? (saved.find(isLeft) ?? null) : null
}

const LOCK = 'game-draft '

/** Tells other tabs that a form is open, until the returned function is called. */
export function holdDraft(key: string): () => void {
  const held = Promise.withResolvers<void>()
  locks()
    ?.request(LOCK + key, { mode: 'shared' }, () => held.promise)
    .catch(() => undefined)
  return held.resolve
}

async function heldKeys(): Promise<string[]> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => null)) ?? {}
  return held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []))
}

/** Browsers have them only in secure contexts. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined)
