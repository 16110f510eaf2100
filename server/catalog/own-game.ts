import type { Device } from '@nofiller/contract/catalog/devices'
import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'

const selectOwnGame = (db: Queryable, author: Account, gameId: string) =>
  db
    .selectFrom('games')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select([
      'games.id',
      'games.slug',
      'games.developer_id',
      'games.title',
      'games.status',
      'games.archived_at',
      'games.archived_from',
      'games.tags',
      'games.price_cents',
      'games.theme',
      'games.card',
      'games.cover',
      'games.screenshots',
      'games.page_bg',
      'games.buy_button',
      'games.demo_button',
      'games.description',
      'games.published_at',
      'games.review',
      'games.suspended_at',
      'games.visibility',
      'games.on_developer_page',
      'games.not_for_sale',
      'games.updated_at',
      'games.is_illegal',
      'developer.username',
    ])
    .where('games.id', '=', gameId)
    .$if(author.role !== 'admin', (own) => own.where('games.developer_id', '=', author.id))

/** A game that the caller may change: their own, or any for an admin. @throws HttpError 404 for any other */
export const findOwnGame = (db: Queryable, author: Account, gameId: string) =>
  selectOwnGame(db, author, gameId).executeTakeFirstOrThrow(() => notFound())

/**
 * The same with its row locked until the transaction ends. Concurrent grants wait, because a grant refers
 * to the game: so every owner is either visible here or owns the game after the change.
 */
export const lockOwnGame = (tx: Tx, author: Account, gameId: string) =>
  selectOwnGame(tx, author, gameId)
    .forUpdate(['games'])
    .executeTakeFirstOrThrow(() => notFound())

/** A game that was taken down as illegal stays unchanged as evidence. */
export const takenDownAsIllegal = () =>
  conflict('taken_down_as_illegal', 'This game was taken down as illegal and cannot be changed.')

/** An advisory lock: serialises saves of one game until the transaction ends. */
export const onlySaveOf = (tx: Tx, gameId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`save ${gameId}`}, 0))`.execute(tx)

export type OwnGameRow = Awaited<ReturnType<typeof findOwnGame>>

/** A game that was taken down as illegal stays unchanged as evidence. @throws HttpError 409 `taken_down_as_illegal` */
export function refuseIllegal(game: OwnGameRow | null, author: Account): void {
  if (game?.is_illegal && author.role !== 'admin') throw takenDownAsIllegal()
}

type CurrentFile = { id: string; device: Device; customPriceCents: number | null }

/** A game's files for sale, without its demo. */
export const currentFiles = (db: Queryable, gameId: string): Promise<CurrentFile[]> =>
  db
    .selectFrom('game_files')
    .select(['id', 'device', 'custom_price_cents as customPriceCents'])
    .where('game_id', '=', gameId)
    .where('kind', '=', 'file')
    .where('withdrawn_at', 'is', null)
    .execute()

/** `updated_at` grows by at least a millisecond with each save, because forms send it back as `basedOn`. */
export const LATER = sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`
