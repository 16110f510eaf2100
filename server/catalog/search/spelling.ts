import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Shorter words are not corrected, because too many others are similar. */
const CORRECTED_FROM_LETTERS = 3
const TWO_MISTAKES_FROM_LETTERS = 6
const CORRECTED_WORDS_MAX = 3
/** The same bound as `words_query` of migration 0011. */
const WORDS_MAX = 8

/** Words that say little of a game, and that a title may write as a sign: Moth & Lantern. */
export const FILLERS = new Set(
  'a an the and or of for in on at to by with from about is like some game games'.split(' '),
)

const mistakesAllowed = (typed: string): number => (typed.length < TWO_MISTAKES_FROM_LETTERS ? 1 : 2)

/** Searches; when there is no match, searches once more with corrected words. */
export async function withSpelling<Filter extends { q?: string | undefined }, Result>(
  db: Database,
  filter: Filter,
  isEmpty: (result: Result) => boolean,
  search: (filter: Filter) => Promise<Result>,
): Promise<Result> {
  const result = await search(filter)
  if (!filter.q || !isEmpty(result)) return result
  const q = await meantBy(db, filter.q)
  return q === null ? result : search({ ...filter, q })
}

/**
 * A typed word, folded; `isKnown` when a title, tag or developer has one with this prefix. A script without spaces
 * is not corrected: text between two spaces is not a word there.
 */
type Typed = { word: string; isKnown: boolean; isOneWithNext: boolean }

/**
 * The words as they were probably meant: no fillers; two that are known as one, as one; and in place of each that is not
 * known the two that it is made of, or the most similar one. Null when that changes nothing, or too much.
 */
async function meantBy(db: Database, q: string): Promise<string | null> {
  const typed = await readTyped(db, q)
  const words = withoutFillers(joined(typed))
  if (words.filter(({ isKnown }) => !isKnown).length > CORRECTED_WORDS_MAX) return null
  const meant: string[] = []
  for (const { word, isKnown } of words)
    meant.push(isKnown ? word : ((await splitWord(db, word)) ?? (await correctWord(db, word))))
  const isAsTyped = meant.join(' ') === typed.map(({ word }) => word).join(' ')
  return isAsTyped ? null : meant.join(' ')
}

async function readTyped(db: Database, q: string): Promise<Typed[]> {
  const isPrefix = (word: ReturnType<typeof sql>) => sql`exists (
    select from search_words as known where known.word between ${word} and ${word} || chr(1114111)
  )`
  const { rows } = await sql<Typed>`
    select word, ${isPrefix(sql`typed.word`)} or is_unspaced(word) as "isKnown",
      length(word) >= ${CORRECTED_FROM_LETTERS} and length(next) >= ${CORRECTED_FROM_LETTERS}
        and ${isPrefix(sql`(typed.word || typed.next)`)} as "isOneWithNext"
    from (
      select word, coalesce(lead(word) over (order by place), '') as next, place
      from (
        select left(word, 40) collate "C" as word, place
        from written_words(${q}::text) with ordinality as words (word, place)
        order by place limit ${WORDS_MAX}
      ) as words
    ) as typed order by place`.execute(db)
  return rows
}

/** "deck builder" as "deckbuilder", where this is known. */
function joined([first, second, ...rest]: Typed[]): Typed[] {
  if (!first) return []
  if (!second) return [first]
  if (!first.isOneWithNext) return [first, ...joined([second, ...rest])]
  return [{ ...second, word: first.word + second.word, isKnown: true }, ...joined(rest)]
}

function withoutFillers(typed: Typed[]): Typed[] {
  const telling = typed.filter(({ word }) => !FILLERS.has(word))
  return telling.length > 0 ? telling : typed
}

/** "pixelart" as "pixel art", where both are known. */
async function splitWord(db: Database, typed: string): Promise<string | null> {
  const { rows } = await sql<{ words: string }>`
    select left(typed, place) || ' ' || substr(typed, place + 1) as words
    from (select ${typed}::text as typed) as whole,
      generate_series(${CORRECTED_FROM_LETTERS}, length(typed) - ${CORRECTED_FROM_LETTERS}) as place
    where exists (select from search_words where word = left(typed, place))
      and exists (select from search_words where word = substr(typed, place + 1))
    order by place desc limit 1`.execute(db)
  return rows[0]?.words ?? null
}

/** Also the prefix of a word with two letters swapped, which has few letters in a row with the full word. */
async function correctWord(db: Database, typed: string): Promise<string> {
  if (typed.length < CORRECTED_FROM_LETTERS) return typed
  const { rows } = await sql<{ word: string }>`
    select word from words_like(${typed}::text, ${mistakesAllowed(typed)}::integer) as word
    union all
    select prefixed.word
    from (select ${typed}::text as typed) as whole
    cross join generate_series(1, length(typed) - 1) as place
    cross join lateral (select overlay(typed placing reverse(substr(typed, place, 2)) from place) as swapped) as likely
    cross join lateral (
      select word from search_words where word between swapped and swapped || chr(1114111) order by word limit 1
    ) as prefixed`.execute(db)
  return mostSimilar(
    typed,
    rows.map(({ word }) => word),
  )
}

/** The word that is, or starts, the fewest mistakes away, if these are few enough; else the typed one. */
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

/** How many letters were left out, added, mistaken or swapped with their neighbor (optimal string alignment). */
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
