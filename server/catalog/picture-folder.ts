import { sha256 } from '../platform/signatures.ts'

/**
 * What the folder of a game's pictures is called: its slug. Keys of storage are ASCII, so a slug with other letters is hashed.
 */
export const pictureFolder = (titleSlug: string): string =>
  /^[a-z0-9-]+$/.test(titleSlug) ? titleSlug : `game-${sha256(titleSlug).toString('hex').slice(0, 24)}`
