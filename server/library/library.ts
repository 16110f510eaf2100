import type { Device } from '@nofiller/contract/catalog/devices'
import type { LibraryEntry, LibraryFacets, LibraryQuery } from '@nofiller/contract/library/library'
import type { LibrarySort } from '@nofiller/contract/library/library-sorts'
import { type RawBuilder, sql } from 'kysely'
import { selectCards, toCard } from '../catalog/card.ts'
import { viewOfOwned } from '../catalog/content-choice.ts'
import { type FileJson, fileJson, toFile } from '../catalog/file.ts'
import { idColumn } from '../catalog/game.ts'
import { beyondLimits } from '../catalog/within-limits.ts'
import { alphabetical } from '../platform/database/alphabetical.ts'
import type { Database } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import { type ListOrder, type Page, pageSize, paginate } from '../platform/database/paginate.ts'
import type { Audience, Hidden } from '../platform/http/audience.ts'
import { reviewFactsJson, reviewFromJson } from '../reviews/standing.ts'
import { downloadable } from './downloadable.ts'
import { earlyAccess } from './early-access.ts'
import { versionsOf } from './updates.ts'

const PAGE = 24

/**
 * An account's games that match a filter, with the owned files of each; drafts and suspended games stay with those who
 * own them.
 * @throws HttpError 400 `bad_cursor`
 */
export async function libraryOf(
  db: Database,
  accountId: string,
  query: LibraryQuery,
  audience: Audience,
): Promise<Page<LibraryEntry>> {
  const list = {
    rows: selectEntries(db, accountId, audience.hidden),
    from: sql`games join accounts as developer on developer.id = games.developer_id
      join ${ownedGames(accountId)} as owned on owned.game_id = games.id`,
    filter: gameFilter(query),
    key: sql`games.id`,
    order: ORDERS[query.sort ?? 'bought'],
    toItem: (row: Row) => toEntry(row, audience),
  }
  const page = await paginate(db, list, { ...query, limit: pageSize(query, PAGE) })
  // The grid of all games shows none of it, and reading the releases of each costs as much as the list.
  if (!query.updated && query.gameId === undefined) return page
  const files = page.items.flatMap((entry) =>
    entry.files.map(({ _id, hasUpdate }) => ({ fileId: _id, hasUpdate })),
  )
  const [versions, early] = await Promise.all([
    versionsOf(db, accountId, files),
    earlyAccess(
      db,
      accountId,
      page.items.map(({ gameId }) => gameId),
    ),
  ])
  return {
    ...page,
    items: page.items.map((entry) => ({
      ...entry,
      ...versions.get(entry.gameId),
      ...early.get(entry.gameId),
    })),
  }
}

const selectEntries = (db: Database, accountId: string, hidden: Hidden | null) =>
  selectCards(db)
    .innerJoin(ownedGames(accountId).as('owned'), (join) => join.onRef('owned.game_id', '=', 'games.id'))
    .select([
      'owned.base_owned',
      'owned.added_at',
      'owned.updated_at',
      'owned.has_update',
      'owned.muted',
      'owned.hidden',
    ])
    .select([
      ownedFilesJson(accountId),
      reviewFactsJson(accountId).as('review_facts'),
      beyondLimits(hidden).as('is_beyond_limits'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

function toEntry(row: Row, { view }: Audience): LibraryEntry {
  const files = row.files.map(({ file, has_update, can_download }) => ({
    ...toFile(file),
    hasUpdate: has_update,
    isPaused: file.is_paused,
    isTakenBack: !can_download,
  }))
  return {
    game: toCard(row, viewOfOwned(view)),
    gameId: row.id,
    baseOwned: row.base_owned,
    extrasOwnedFileIds: files.filter((file) => file.customPriceEnabled).map((file) => file._id),
    files,
    addedAt: row.added_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    hasUpdate: row.has_update,
    isMuted: row.muted,
    version: null,
    update: null,
    coming: null,
    early: [],
    reviewFrom: reviewFromJson(row.review_facts)?.toISOString() ?? null,
    hidden: row.hidden,
    isBeyondLimits: row.is_beyond_limits,
  }
}

/** The filter options of an account's library. */
export async function libraryFacets(db: Database, accountId: string): Promise<LibraryFacets> {
  const { rows } = await sql<LibraryFacets>`
    with library as materialized (
      select owned.*, games.title, developer.username, coalesce(developer.display_name, developer.username) as name
      from ${ownedGames(accountId)} as owned
      join games on games.id = owned.game_id
      join accounts as developer on developer.id = games.developer_id
    ), shown as (select * from library where not hidden)
    select
      (select count(*) from shown) as total,
      (select count(*) from shown where has_update) as updated,
      (select count(*) from library where hidden) as hidden,
      (
        select coalesce(json_agg(json_build_object('gameId', game_id, 'title', title) order by ${alphabetical(sql`title`)}, game_id), '[]')
        from shown where muted
      ) as muted,
      (
        select coalesce(json_agg(json_build_object('device', device, 'count', count) order by count desc, device), '[]')
        from (select device, count(*) from shown, unnest(devices) as device group by device) as counted
      ) as devices,
      (
        select coalesce(json_agg(json_build_object('username', username, 'name', name, 'count', count) order by ${alphabetical(sql`name`)}, username), '[]')
        from (select username, name, count(*) from shown group by username, name) as counted
      ) as developers
  `.execute(db)
  return rows[0] as LibraryFacets // a row of counts is always answered
}

type OwnedGame = {
  game_id: string
  base_owned: boolean
  added_at: Date
  updated_at: Date
  devices: Device[]
  has_update: boolean
  muted: boolean
  hidden: boolean
}

/** The games of an account with what the library sorts and filters by, each read once: its cost grows with the library alone. */
const ownedGames = (accountId: string) => sql<OwnedGame>`(
  select granted.game_id, granted.base_owned, granted.added_at,
    coalesce(files.updated_at, granted.added_at) as updated_at,
    coalesce(files.devices, '{}') as devices,
    granted.game_id in (select game_id from account_updates where account_id = ${accountId}) as has_update,
    granted.game_id in (select game_id from muted_games where account_id = ${accountId}) as muted,
    granted.game_id in (select game_id from hidden_games where account_id = ${accountId}) as hidden
  from (
    select game_id, bool_or(file_id is null) as base_owned, min(created_at) as added_at
    from grants
    where account_id = ${accountId}
    group by game_id
  ) as granted
  left join (
    select file.game_id, max(file.built_at) as updated_at, array_agg(distinct file.device) as devices
    from account_files as file
    where file.account_id = ${accountId}
    group by file.game_id
  ) as files using (game_id)
)`

type OwnedFile = { file: FileJson; has_update: boolean; can_download: boolean }

const ownedFilesJson = (accountId: string) =>
  sql<OwnedFile[]>`(
    select coalesce(
      json_agg(
        json_build_object('file', ${fileJson}, 'has_update', id in (
          select file_id from account_updates where account_id = ${accountId} and game_id = games.id
        ), 'can_download', exists (
          select from file_builds as build where build.id = account_files.build_id and ${downloadable(sql`${accountId}`)}
        ))
        order by position
      ),
      '[]'
    )
    from account_files
    where account_id = ${accountId} and game_id = games.id
  )`.as('files')

const ORDERS: Record<LibrarySort, ListOrder> = {
  bought: { by: sql`owned.added_at`, direction: 'desc' },
  updated: { by: sql`owned.updated_at`, direction: 'desc' },
  title: { by: alphabetical(sql`games.title`), direction: 'asc' },
}

function gameFilter({ gameId, q, ...query }: LibraryQuery): RawBuilder<boolean> {
  if (gameId !== undefined) return sql<boolean>`${sql.ref(idColumn(gameId))} = ${gameId}`
  const { device, developer, updated, muted, hidden } = query
  const conditions = [
    hidden ? sql`owned.hidden` : sql`not owned.hidden`,
    ...(q ? [holds(q)] : []),
    ...(device === undefined ? [] : [sql`${device} = any(owned.devices)`]),
    ...(developer === undefined ? [] : [sql`lower(developer.username) = lower(${developer})`]),
    ...(updated ? [sql`owned.has_update`] : []),
    ...(muted ? [sql`owned.muted`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const holds = (q: string) =>
  sql`concat_ws(E'\\n', games.title, coalesce(developer.display_name, developer.username), array_to_string(games.tags, E'\\n')) ilike ${containing(q)}`
