import type { SessionUser } from '@nofiller/contract/accounts/accounts'

/** The content of local storage under `user`: the access token and the last whoami response (requirements 3.9). */
export type StoredUser = { token: string } & Partial<SessionUser>

export const STORED_USER_KEY = 'user'
const listeners = new Set<() => void>()

let lastText: string | null = null
let lastUser: StoredUser | null = null
/** Replaces local storage when the browser forbids it; the session then ends with the tab. */
let memory: string | null = null

/** The stored user; the same object as long as the stored text is the same. */
export function readStored(): StoredUser | null {
  const text = readText()
  if (text !== lastText) {
    lastText = text
    lastUser = parse(text)
  }
  return lastUser
}

/** Stores a user, or removes it. */
export function writeStored(user: StoredUser | null): void {
  writeText(user === null ? null : JSON.stringify(user))
  for (const listener of [...listeners]) listener()
}

/** Calls back whenever the stored user changes, in this tab or in another one. */
export function onStoredChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', passOn)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', passOn)
  }
}

function passOn(event: StorageEvent) {
  // A null key means that the entire storage was cleared.
  if (event.key === STORED_USER_KEY || event.key === null) for (const listener of [...listeners]) listener()
}

function parse(text: string | null): StoredUser | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    const isUser =
      typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string'
    // Only this module writes the entry; everything else is confirmed by the token.
    return isUser && value.token !== '' ? (value as StoredUser) : null
  } catch {
    return null
  }
}

function readText(): string | null {
  try {
    return window.localStorage.getItem(STORED_USER_KEY)
  } catch {
    return memory
  }
}

function writeText(text: string | null): void {
  memory = text
  try {
    if (text === null) window.localStorage.removeItem(STORED_USER_KEY)
    else window.localStorage.setItem(STORED_USER_KEY, text)
  } catch {
    // Local storage is forbidden or full: `memory` above keeps the session for this tab.
  }
}
