/** A sentence that the previous page left in the router's state for this page to show. */
export function flashOf(state: unknown): string | null {
  return textIn(state, 'flash')
}

/** One text of the router's state, which can contain anything. */
export function textIn(state: unknown, key: string): string | null {
  if (typeof state !== 'object' || state === null) return null
  const value: unknown = Reflect.get(state, key)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The name typed at login may be a username; other pages only need an address. */
export const addressIn = (login: string | null): string => (login?.includes('@') ? login : '')
