import type { Signal } from '../platform/database/signal.ts'

/** Calls back whenever one order may have changed. @returns a function that stops it */
export type FollowOrder = (orderId: string, listener: () => void) => () => void

/** Passes the signal on to the watchers of the order that it names, or to all when some may have been missed. */
export function orderFollowers(changed: Signal): FollowOrder {
  const followers = new Map<string, Set<() => void>>()
  changed.onChange((orderId) => {
    const concerned = orderId === null ? [...followers.values()] : [followers.get(orderId) ?? []]
    for (const listeners of concerned) for (const listener of listeners) listener()
  })
  return (orderId, listener) => {
    const listeners = followers.get(orderId) ?? new Set()
    followers.set(orderId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) followers.delete(orderId)
    }
  }
}
