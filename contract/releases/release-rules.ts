/** Limits and words of releases that the browser needs too: no schema is loaded for them. */
import { charactersOf } from '../text/characters.ts'
import { lineProblem } from '../text/plain-text.ts'

/** What a release says of the saves of older versions. */
export const SAVES_KINDS = ['all', 'from', 'none', 'unknown'] as const
export type SavesKind = (typeof SAVES_KINDS)[number]

/** How owners hear of a release: in the library alone, under the bell too, by email too. */
export const OWNER_NOTICES = ['silent', 'site', 'mail'] as const
export type OwnerNotice = (typeof OWNER_NOTICES)[number]

export const RELEASE_STATES = [
  'draft',
  'checking',
  'failed',
  'ready',
  'scheduled',
  'opening',
  'live',
  'earlier',
  'withdrawn',
] as const
export type ReleaseState = (typeof RELEASE_STATES)[number]

export const RELEASE_LIMITS = {
  label: 32,
  files: 25,
  drafts: 50,
  summary: 280,
  notes: 20_000,
  knownProblems: 2_000,
  savesNote: 280,
  reason: 280,
} as const

/** Releases on a page of theirs. */
export const RELEASES_PAGE = 10

/** The most builds before the newest one that a developer can choose to keep for all; beyond that, all. */
export const OLD_BUILDS_MAX = 20
/** What an admin can let one game store at most: 100 TiB. */
export const STORAGE_BYTES_MAX = 100 * 2 ** 40

export const RELEASE_TEXT = {
  label: 'Use up to 32 letters, digits, dots or hyphens.',
  labelTaken: 'This game already has a release with this label.',
  noFiles: 'Add at least one file.',
  tooManyFiles: 'A release holds up to 25 files.',
  tooManyDrafts: 'A game holds up to 50 drafts. Publish or delete one first.',
  savesFrom: 'Choose the release from which saves work.',
  reason: 'Say why, in a few words.',
} as const

/** Why a label is invalid; null for any line of text: versions have names in every script, and their order is by time (VE1). */
export const labelProblem = (label: string): string | null =>
  label === '' ? RELEASE_TEXT.label : lineProblem(label, RELEASE_LIMITS.label, RELEASE_TEXT.label)

/**
 * The label proposed for the release after another: its last number plus one, `0.5` → `0.6`, or `1` for a first release.
 * @param taken the labels that the game has used
 */
export function nextLabel(last: string | null, taken: readonly string[]): string {
  const [, head = '', number = ''] = /^(.*?)(\d{0,15})$/.exec(last ?? '') ?? []
  const [start, before] = number === '' && head !== '' ? [2, `${head}-`] : [Number(number) + 1, head]
  return firstFree(before, start, taken)
}

/** The label proposed for going back to a release: `1.4` → `1.4-2`. */
export const rollbackLabel = (target: string, taken: readonly string[]): string =>
  firstFree(`${target.replace(/-\d+$/, '')}-`, 2, taken)

function firstFree(head: string, start: number, taken: readonly string[]): string {
  const used = new Set(taken.map((label) => label.toLowerCase()))
  const characters = [...charactersOf(head)]
  for (let number = start; ; number += 1) {
    const label = `${characters.slice(0, RELEASE_LIMITS.label - String(number).length).join('')}${number}`
    if (!used.has(label.toLowerCase())) return label
  }
}
