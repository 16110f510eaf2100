import { useSyncExternalStore } from 'react'

/**
 * A choice stored under one key of local storage; all tabs are synchronized.
 * `use` returns null on the server, in the first render and before a choice.
 */
export function preference(key: string) {
  const listeners = new Set<() => void>()
  /** Replaces local storage when the browser forbids it; the choice then ends with the page. */
  let memory: string | null = null

  const read = (): string | null => {
    try {
      return window.localStorage.getItem(key) ?? memory
    } catch {
      return memory
    }
  }
  const write = (value: string) => {
    memory = value
    try {
      window.localStorage.setItem(key, value)
    } catch {
      // Forbidden or full: `memory` keeps it for this page.
    }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }
  return { read, write, use: () => useSyncExternalStore(subscribe, read, () => null) }
}
