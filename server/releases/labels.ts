import { nextLabel, RELEASE_TEXT } from '@nofiller/contract/releases/release-rules'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { conflict } from '../platform/http/errors/errors.ts'

/** The labels of a game's releases, the latest first. */
export async function labelsOf(db: Queryable, gameId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('releases')
    .select('label')
    .where('game_id', '=', gameId)
    .orderBy(sql`coalesce(live_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ label }) => label)
}

/** A given label, or the one proposed for the next release (VE1). @throws HttpError 409 `label_taken` */
export async function freeLabel(
  db: Queryable,
  gameId: string,
  label: string | undefined,
  own: string | null = null,
): Promise<string> {
  if (label === undefined) {
    if (own !== null) return own
    const labels = await labelsOf(db, gameId)
    return nextLabel(labels[0] ?? null, labels)
  }
  if (await isTaken(db, gameId, label, own))
    throw conflict('label_taken', RELEASE_TEXT.labelTaken, { label: RELEASE_TEXT.labelTaken })
  return label
}

/** As the database compares labels, which knows other pairs of letters than JavaScript. */
async function isTaken(db: Queryable, gameId: string, label: string, own: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('releases')
    .select('id')
    .where('game_id', '=', gameId)
    .where(sql<boolean>`lower(label) = lower(${label})`)
    .$if(own !== null, (others) => others.where('label', '<>', own))
    .executeTakeFirst()
  return row !== undefined
}
