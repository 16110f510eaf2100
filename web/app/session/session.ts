import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import type { ContentChoice } from '@nofiller/contract/catalog/content-choice'
import { useSyncExternalStore } from 'react'
import { ApiError, isOutage, isProofNeeded } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { whenSessionDies } from '../api/refresh.ts'
import { currentTime } from '../ui/clock.ts'
import { contentChoice, keepContentChoice } from './content-choice.ts'
import { onStoredChange, readStored, type StoredUser, writeStored } from './stored-user.ts'

/** Who is signed in. `checking` until the server has confirmed the stored token, and always on the server. */
export type Session =
  | { state: 'checking'; user: null }
  | { state: 'signed-in'; user: SessionUser }
  /** `reason` says why the server ended a session; null when there was none or the user logged out. */
  | { state: 'signed-out'; user: null; reason: string | null }

const CHECKING: Session = { state: 'checking', user: null }
const NOBODY: Session = { state: 'signed-out', user: null, reason: null }
const ended = (reason: string): Session => ({ state: 'signed-out', user: null, reason })
const FRESH_MS = 60_000

/** The user whom this tab has confirmed with the server, by id. */
let confirmedId: string | null = null
let checkedAt = 0
/** The last check of the session got no response. */
let serverDown = false
let check: Promise<void> | null = null
let endReason: string | null = null
let snapshot: Session = CHECKING
let snapshotOf: { stored: StoredUser | null; confirmedId: string | null; endReason: string | null } | null =
  null

const listeners = new Set<() => void>()
const accountListeners = new Set<() => void>()
const signOutListeners = new Set<() => void>()
/** Once started, the store is watched for as long as the page lives. */
let listening = false

/** The session of this browser; all tabs are synchronized. */
export function useSession(): Session {
  return useSyncExternalStore(watchSession, currentSession, () => CHECKING)
}

/** The signed-in user, null also while it is checked: components without a user need not rerender. */
export const useUser = (): SessionUser | null =>
  useSyncExternalStore(
    watchSession,
    () => currentSession().user,
    () => null,
  )

/** Whether the last check of the session failed; the known user stays meanwhile. */
export const isServerDown = (): boolean => serverDown
export const useServerDown = (): boolean => useSyncExternalStore(watchSession, isServerDown, () => false)

/** Whether the signed-in user owns the base of a game. */
export const useOwns = (gameId: string): boolean =>
  useSyncExternalStore(
    watchSession,
    () => currentSession().user?.purchases.includes(gameId) ?? false,
    () => false,
  )

/** The session now, for code outside React. The same object until something changed. */
export function currentSession(): Session {
  const stored = readStored()
  const same =
    snapshotOf?.stored === stored &&
    snapshotOf.confirmedId === confirmedId &&
    snapshotOf.endReason === endReason
  if (!same) {
    snapshot = sessionOf(stored)
    snapshotOf = { stored, confirmedId, endReason }
  }
  return snapshot
}

function sessionOf(stored: StoredUser | null): Session {
  if (stored === null) return endReason === null ? NOBODY : ended(endReason)
  if (!isComplete(stored) || stored._id !== confirmedId) return CHECKING
  return { state: 'signed-in', user: stored }
}

const isComplete = (stored: StoredUser): stored is StoredUser & SessionUser =>
  stored._id !== undefined && stored.role !== undefined && Array.isArray(stored.purchases)

/** Calls back whenever the session changes; the first subscriber starts the check of a stored token. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener)
  if (!listening) {
    listening = true
    onStoredChange(storedChanged)
    window.addEventListener('online', () => serverDown && void refreshUser())
    storedChanged()
  }
  return () => {
    listeners.delete(listener)
  }
}

/** The stored user changed, here or in another tab: confirm a user who is new to this tab, forget one who left. */
function storedChanged() {
  const stored = readStored()
  const changedAccount = confirmedId !== null && stored?._id !== confirmedId
  if (changedAccount) {
    confirmedId = null
    for (const forget of accountListeners) forget()
  }
  if (stored !== null && confirmedId === null) void refreshUser()
  notify()
}

function notify() {
  for (const listener of [...listeners]) listener()
}

/**
 * Checks again who is signed in, for example after a purchase. One check at a time. A refused session
 * logs the user out; an unreachable server leaves everything as it is.
 */
export function refreshUser(): Promise<void> {
  check ??= confirm().finally(() => {
    check = null
  })
  return check
}

/** The session once the server has responded; still `checking` when it is unreachable. */
export async function checkedSession(): Promise<Session> {
  if (currentSession().state === 'checking') await refreshUser()
  return currentSession()
}

/** Whether the server's last successful response is less than a minute old: a guard then lets in while it checks (requirements 3.11). */
export const isSessionFresh = (): boolean => currentTime().getTime() - checkedAt < FRESH_MS

async function confirm(): Promise<void> {
  const asked = readStored()
  if (asked === null) return
  try {
    const user = await call('GET /api/whoami')
    const now = readStored()
    // Logged out, or in as another user, before the response came: it no longer concerns anyone.
    if (now === null || (asked._id !== undefined && now._id !== asked._id)) return
    keep({ ...user, token: now.token })
  } catch (error) {
    giveUp(asked, error)
  }
}

function giveUp(asked: StoredUser, error: unknown) {
  const stored = readStored()
  if (stored === null || stored._id !== asked._id) return
  serverDown = isOutage(error)
  if (!serverDown && !isProofNeeded(error))
    return end(`Authentication failed: ${error instanceof ApiError ? error.status : 0}`)
  // Trusted until checked. For a stored token without a user, nothing can be shown until the server responds.
  if (isComplete(stored)) confirmedId = stored._id
  notify()
}

function keep(user: SessionUser & { token: string }) {
  confirmedId = user._id
  endReason = null
  serverDown = false
  checkedAt = currentTime().getTime()
  if (user.contentChoice && contentChoice() === null) keepContentChoice(user.contentChoice)
  writeStored(user)
  notify()
}

/** Ends the session of this browser: the stored user and all cached data are deleted. */
function end(reason: string | null) {
  confirmedId = null
  endReason = reason
  serverDown = false
  checkedAt = 0
  writeStored(null)
  for (const forget of [...accountListeners, ...signOutListeners]) forget()
  notify()
}

/**
 * Starts a session with the token of a login.
 * @throws ApiError when the server does not confirm it; nothing is stored then
 */
export async function signIn(token: string): Promise<void> {
  const user = await call('GET /api/whoami', { token })
  for (const forget of accountListeners) forget()
  keep({ ...user, token })
}

/** Stores the server's response about the user, for example when their settings were saved (requirements 3.10). */
export function mergeUser(user: SessionUser): void {
  const stored = readStored()
  if (stored?._id === user._id) keep({ ...user, token: stored.token })
}

/**
 * Sets the content choice: in this browser at once, and in the account for browsers without a
 * choice. When the account is unreachable, the choice stays in this browser.
 */
export function chooseContent(choice: ContentChoice): void {
  keepContentChoice(choice)
  if (currentSession().state !== 'signed-in') return
  call('PUT /api/settings', { body: { contentChoice: choice } }).then(
    ({ user }) => mergeUser(user),
    () => {},
  )
}

/** Logs out: tells the server, then clears the user and all caches even if that call fails (security A15). */
export async function signOut(): Promise<void> {
  try {
    await call('POST /api/logout', { signal: AbortSignal.timeout(5_000) })
  } catch {
    // The refresh cookie may outlive this; the browser forgets the user all the same, as the documents demand.
  } finally {
    end(null)
  }
}

/** Calls back when the account of this browser changes or logs out: caches of personal data drop it then. */
export function onAccountChange(forget: () => void): () => void {
  accountListeners.add(forget)
  return () => {
    accountListeners.delete(forget)
  }
}

/** Calls back when a session of this browser ends. */
export function onSignOut(forget: () => void): () => void {
  signOutListeners.add(forget)
  return () => {
    signOutListeners.delete(forget)
  }
}

whenSessionDies(end)
