import { summaryOf } from '@nofiller/contract/authoring/summary'
import { withoutLastCharacter } from '@nofiller/contract/text/characters'
import { sql } from 'kysely'

/** Enough of a description for its summary, when it is long. */
const READ_MAX = 4_000

export const descriptionStart = sql<string>`left(games.description, ${READ_MAX})`

/** A description as plain text, shortened, of what `descriptionStart` read: it may have broken off within a character. */
export const summaryOfStart = (start: string, charactersMax: number): string =>
  summaryOf(start.length < READ_MAX ? start : withoutLastCharacter(start), charactersMax)
