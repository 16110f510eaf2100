/** A sentence that the page before left in the router's state, for this page to show. */
export function flashOf(state: unknown): string | null {
  return textIn(state, 'flash')
}

/** One text of the router's state, which can hold anything. */
export function textIn(state: unknown, key: string): string | null {
  if (typeof state !== 'object' || state === null) return null
  const value: unknown = Reflect.get(state, key)
  return typeof value === 'string' && value !== '' ? value : null
}

/** What was typed at the login may be a username; only an address is of use elsewhere. */
export const addressIn = (login: string | null): string => (login?.includes('@') ? login : '')
