import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

const AGAIN_MS = 1_000

/**
 * Tells which stored objects are handed to nobody, because they are of a game that was taken down as illegal: every build of
 * its files, and the pictures that its developer uploaded for it. Addresses that were signed before lead nowhere, too.
 * @returns answers at once; a take-down reaches every process as a change of the catalogue does
 */
export async function withheldObjects({
  db,
  catalogueChanged,
  log,
}: Store): Promise<(key: string) => boolean> {
  let names = await withheldNames(db)
  let looked = Promise.resolve()
  const look = (): void => {
    looked = looked.then(async () => {
      try {
        names = await withheldNames(db)
      } catch (error) {
        log.error({ err: error }, 'what is withheld could not be looked up')
        setTimeout(look, AGAIN_MS).unref()
      }
    })
  }
  catalogueChanged.onChange(look)
  return (key) => names.has(nameOf(key))
}

/** A picture has one name in all its widths and formats. */
const nameOf = (key: string): string => key.replace(/(-\d+)?\.\w+$/, '')

/** A description may show pictures of others, which stay: only what lies in the folder of the game's card is its developer's. */
async function withheldNames(db: Queryable): Promise<Set<string>> {
  const found = await sql<{ name: string }>`
    select build.storage_key as name
      from games
      join game_files as file on file.game_id = games.id
      join file_builds as build on build.file_id = file.id
      where games.suspended_at is not null and games.is_illegal
    union
    select picture.name[1]
      from games,
        concat_ws(' ', card, cover, screenshots, page_bg, buy_button, demo_button, description) as held,
        regexp_matches(held, '/(uploads/[a-z0-9-]+/[a-z0-9-]+/[a-z]+/[a-z0-9]+)', 'g') as picture (name)
      where games.suspended_at is not null and games.is_illegal
        and split_part(picture.name[1], '/', 2) = split_part(card ->> 'url', '/', 3)`.execute(db)
  return new Set(found.rows.map(({ name }) => name))
}
