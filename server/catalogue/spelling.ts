import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Shorter words are too much like too many others. */
const CORRECTED_FROM_LETTERS = 3
const TWO_MISTAKES_FROM_LETTERS = 6
const CORRECTED_WORDS_MAX = 3

const mistakesAllowed = (typed: string): number => (typed.length < TWO_MISTAKES_FROM_LETTERS ? 1 : 2)

/**
 * Searches for what was typed; what finds nothing is searched for once more with each word that no title, tag or developer
 * knows replaced by the most similar one that some know, if there are no more than three such words.
 */
export async function withSpelling<Filter extends { q?: string | undefined }, Found>(
  db: Database,
  filter: Filter,
  isEmpty: (found: Found) => boolean,
  search: (filter: Filter) => Promise<Found>,
): Promise<Found> {
  const found = await search(filter)
  if (!filter.q || !isEmpty(found)) return found
  const q = await correctWords(db, filter.q)
  return q === null ? found : search({ ...filter, q })
}

/** The words as they were probably meant, or null when there is nothing to correct, or too much. */
async function correctWords(db: Database, q: string): Promise<string | null> {
  const { rows } = await sql<{ word: string; isKnown: boolean }>`
    select word, exists (
      select from search_words where search_words.word between typed.word and typed.word || chr(1114111)
    ) as "isKnown"
    from (select unnest(words_of(${q}::text)) as word limit 8) as typed`.execute(db)
  const unknown = rows.filter(({ isKnown }) => !isKnown).length
  if (unknown === 0 || unknown > CORRECTED_WORDS_MAX) return null
  const typed = rows.map(({ word }) => word)
  const meant: string[] = []
  for (const { word, isKnown } of rows) meant.push(isKnown ? word : await correctWord(db, word))
  return meant.join(' ') === typed.join(' ') ? null : meant.join(' ')
}

async function correctWord(db: Database, typed: string): Promise<string> {
  if (typed.length < CORRECTED_FROM_LETTERS) return typed
  const { rows } = await sql<{ word: string }>`
    select word from words_like(${typed}::text, ${mistakesAllowed(typed)}::integer) as word`.execute(db)
  return mostSimilar(
    typed,
    rows.map(({ word }) => word),
  )
}

/** The word that is, or begins, the fewest mistakes away, if these are few enough; else the typed one. */
export function mostSimilar(typed: string, words: readonly string[]): string {
  let [best, fewest] = [typed, mistakesAllowed(typed)]
  for (const word of words.toReversed())
    for (const meant of new Set([word, word.slice(0, typed.length)])) {
      if (Math.abs(meant.length - typed.length) > fewest) continue
      const mistakes = distance(typed, meant)
      if (mistakes <= fewest) [best, fewest] = [word, mistakes]
    }
  return best
}

/** How many letters were left out, added, mistaken or swapped with their neighbour (optimal string alignment). */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const changed = at(row - 1, column - 1) + (isSame ? 0 : 1)
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
      rows[row]?.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, changed, swapped))
    }
  }
  return at(from.length, to.length)
}
