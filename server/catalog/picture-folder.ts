import { sha256 } from '../platform/signatures.ts'

/**
 * The folder name of a game's pictures: its slug. Storage keys are ASCII, so a slug with other letters is hashed.
 */
export const pictureFolder = (titleSlug: string): string =>
  /^[a-z0-9-]+$/.test(titleSlug) ? titleSlug : `game-${sha256(titleSlug).toString('hex').slice(0, 24)}`
