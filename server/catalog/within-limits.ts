import { type RawBuilder, sql } from 'kysely'

/**
 * Whether `games` contains nothing that these codes hide: the one condition by which every list applies an audience's
 * limits. Without codes it is the constant `true`, so the statements for viewers without limits stay the same.
 */
export const withinLimits = (hidden: readonly number[]): RawBuilder<boolean> =>
  hidden.length === 0 ? sql`true` : sql`not (games.warning_codes && ${sql.val(hidden)}::smallint[])`

/** Whether these codes hide a game that has `codes`. */
export const isBeyondLimits = (codes: readonly number[], hidden: readonly number[]): boolean =>
  codes.some((code) => hidden.includes(code))

/** Games that these codes hide. */
export const beyondLimits = (hidden: readonly number[]): RawBuilder<boolean> =>
  sql`not (${withinLimits(hidden)})`
