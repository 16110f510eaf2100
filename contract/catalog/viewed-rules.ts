/** Bounds of the games that a browser remembers. No zod: the browser loads this. */

export const VIEWED_MAX = 20
export const VIEWED_DAYS = 30
