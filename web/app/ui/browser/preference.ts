import { useSyncExternalStore } from 'react'

/**
 * A choice stored under one key of local storage; all tabs are synchronized.
 * `use` returns null on the server, in the first render and before a choice.
 */
export function preference(key: string) {
  const listeners = new Set<() => void>()
  /** What local storage did not take, because the browser forbids it or it is full; the choice then ends with the page. */
  let memory: string | null = null

  const read = (): string | null => {
    try {
      return memory ?? window.localStorage.getItem(key)
    } catch {
      return memory
    }
  }
  const write = (value: string) => {
    try {
      window.localStorage.setItem(key, value)
      memory = null
    } catch {
      memory = value
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
