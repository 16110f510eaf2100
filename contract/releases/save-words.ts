import type { SavesKind } from './release-rules.ts'
import type { SavePathKind } from './save-path.ts'

/** In place of the summary of a release that has none. */
export const NO_NOTES = 'No notes were written.'

/** What a release says of older saves, in words. */
export function savesWords({
  saves,
  savesFrom,
  savesNote,
}: {
  saves: SavesKind
  /** The label of the oldest release whose saves it loads. */
  savesFrom: string | null
  savesNote: string
}): string {
  const words = {
    all: 'Loads all older saves.',
    from: `Loads saves from ${savesFrom}.`,
    none: 'Older saves don’t work.',
    unknown: 'The developer hasn’t said which saves it loads.',
  }[saves]
  return savesNote ? `${words} ${savesNote}` : words
}

/** What becomes of an owner's saves, as one sentence. The developer's note on why they do not work follows apart. */
export const savePathWords = (path: SavePathKind, steps: readonly { label: string }[]): string =>
  ({
    works: 'Your saves work.',
    steps: `Open your save in ${steps.map(({ label }) => label).join(', save there, then in ')}.`,
    none: 'Old saves don’t work.',
    unknown: 'The developer hasn’t said which saves it loads.',
  })[path]

/** The same within a line: `saves need 2 steps`; empty where nothing is known. */
export function savePathInShort(path: SavePathKind, steps: number): string {
  const needed = steps - 1 // the last one is the newest release itself
  return {
    works: 'your saves work',
    steps: needed === 1 ? 'saves need one step' : `saves need ${needed} steps`,
    none: 'old saves don’t work',
    unknown: '',
  }[path]
}
