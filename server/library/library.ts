import type { LibraryEntry } from '@nofiller/contract/library'
import { sql } from 'kysely'
import { selectCards, toCard } from '../catalogue/card.ts'
import { type FileJson, fileJson, toFile } from '../catalogue/file.ts'
import type { Database } from '../platform/database/database.ts'

const LIST_LENGTH = 1_000

/** An account's games, newest first, with what it owns of each; drafts and suspended games stay with those who own them. */
export async function libraryOf(
  db: Database,
  accountId: string,
  gameId: string | undefined,
): Promise<{ entries: LibraryEntry[]; total: number }> {
  const rows = await selectCards(db)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('grants')
          .select([
            'grants.game_id',
            sql<boolean>`bool_or(file_id is null)`.as('base_owned'),
            sql<Date>`min(created_at)`.as('added_at'),
          ])
          .where('account_id', '=', accountId)
          .$if(gameId !== undefined, (some) => some.where('grants.game_id', '=', gameId ?? ''))
          .groupBy('grants.game_id')
          .as('owned'),
      (join) => join.onRef('owned.game_id', '=', 'games.id'),
    )
    .select(['owned.base_owned', 'owned.added_at', sql<number>`count(*) over ()`.as('total')])
    .select(ownedFilesJson(accountId))
    .orderBy('owned.added_at', 'desc')
    .limit(LIST_LENGTH)
    .execute()
  const entries = rows.map((row) => ({
    game: toCard(row),
    gameId: row.id,
    baseOwned: row.base_owned,
    extrasOwnedFileIds: row.files.filter((file) => file.custom_price_cents !== null).map((file) => file.id),
    files: row.files.map(toFile),
    addedAt: row.added_at.toISOString(),
  }))
  return { entries, total: rows[0]?.total ?? 0 }
}

const ownedFilesJson = (accountId: string) =>
  sql<FileJson[]>`(
    select coalesce(json_agg(${fileJson} order by position), '[]') from built_files
    where game_id = games.id and id in (select file_id from owned_files where account_id = ${accountId} and game_id = games.id)
  )`.as('files')
