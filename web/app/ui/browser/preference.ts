import { useSyncExternalStore } from 'react'

/**
 * A choice that this browser remembers under one key of local storage; all tabs keep in step.
 * `use` gives null on the server, in the first render and while nothing was chosen.
 */
export function preference(key: string) {
  const listeners = new Set<() => void>()
  /** Stands in for local storage where the browser forbids it; the choice then ends with the page. */
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
