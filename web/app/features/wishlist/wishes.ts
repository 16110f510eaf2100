import { WISHLIST_MAX, WISHLIST_TEXT } from '@nofiller/contract/wishlist/wishlist-rules'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { withExclusiveLock } from '../../api/in-turn.ts'
import { checkedSession, currentSession, watchSession } from '../../session/session.ts'
import { tabChannel } from '../../ui/browser/tab-channel.ts'
import { currentTime } from '../../ui/clock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { readVisitorWishes, writeVisitorWishes } from './visitor-wishes.ts'

/** The games on the wishlist of the user or visitor. It is stored nowhere but, for visitors, in their browser. */
let wished: ReadonlySet<string> = new Set()
/** The account whose list was read; null for a visitor's, undefined before the first. */
let readFor: string | null | undefined
let reading: Promise<void> | null = null
/** Changes run one after the other, in the order of the clicks. */
let changes: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
const otherTabs = tabChannel('wishlist')

export const isWished = (gameId: string): boolean => wished.has(gameId)

/** Calls back whenever the list changes, here or in another tab. */
export function onWishesChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Follows the session and other tabs: at log-in the visitor's list joins that of the account. */
export function followWishes(): void {
  watchSession(() => void readWishes())
  otherTabs.addEventListener('message', () => void readWishes('again'))
  void readWishes()
}

/** Reads the list for whoever is signed in, unless that was done. A failure leaves it as it was. */
export function readWishes(mode: 'once' | 'again' = 'once'): Promise<void> {
  const { state, user } = currentSession()
  const account = user?._id ?? null
  if (state === 'checking' || (mode === 'once' && readFor === account)) return reading ?? Promise.resolve()
  readFor = account
  if (account === null) {
    setWished(readVisitorWishes().map(({ gameId }) => gameId))
    return Promise.resolve()
  }
  reading = withExclusiveLock('wishlist-merge', mergeAndRead).then(
    (gameIds) => {
      if (readFor === account) setWished(gameIds)
    },
    () => {
      readFor = undefined
    },
  )
  return reading
}

/** One tab at a time, so that what found no room is reported once. */
async function mergeAndRead(): Promise<string[]> {
  const games = readVisitorWishes()
  if (games.length > 0) {
    const { noRoom } = await call('POST /api/wishlist/merge', { body: { games } })
    const merged = new Set(games.map(({ gameId }) => gameId))
    writeVisitorWishes(readVisitorWishes().filter(({ gameId }) => !merged.has(gameId))) // a tab that is not logged in yet may have added more
    if (noRoom > 0) toast(WISHLIST_TEXT.full, { kind: 'bad' })
  }
  return (await call('GET /api/wishlist/ids')).gameIds
}

/** Puts a game on the list or takes it off. It shows at once. @throws ApiError when it stayed as it was */
export function setWish(gameId: string, isWanted: boolean): Promise<void> {
  const before = wished
  setWished(isWanted ? [...wished, gameId] : [...wished].filter((id) => id !== gameId))
  const change = changes.then(async () => {
    try {
      const { state } = await checkedSession()
      await (state === 'signed-in' ? changeAccount(gameId, isWanted) : changeVisitor(gameId, isWanted))
      otherTabs.postMessage(null)
      notify()
    } catch (error) {
      const others = [...wished].filter((id) => id !== gameId)
      setWished(before.has(gameId) ? [...others, gameId] : others)
      throw error
    }
  })
  changes = change.catch(() => undefined)
  return change
}

const changeAccount = (gameId: string, isWanted: boolean): Promise<unknown> =>
  isWanted
    ? call('PUT /api/wishlist/:gameId', { params: { gameId }, body: {} })
    : call('DELETE /api/wishlist/:gameId', { params: { gameId } })

/** @throws ApiError 409 `list_full` */
function changeVisitor(gameId: string, isWanted: boolean): void {
  const others = readVisitorWishes().filter((wish) => wish.gameId !== gameId)
  if (isWanted && others.length >= WISHLIST_MAX)
    throw new ApiError({ status: 409, message: WISHLIST_TEXT.full, code: 'list_full' })
  writeVisitorWishes(isWanted ? [...others, { gameId, addedAt: currentTime().toISOString() }] : others)
}

function setWished(gameIds: readonly string[]): void {
  wished = new Set(gameIds)
  notify()
}

function notify(): void {
  for (const listener of [...listeners]) listener()
}
