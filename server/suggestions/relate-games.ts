import { RELATED, type RelatedKind } from '@nofiller/contract/suggestions/related-rules'
import { type RawBuilder, sql } from 'kysely'
import { LISTED } from '../catalog/visibility.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { countPairs } from './count-pairs.ts'

/** Starts the job that works out which games stand beside which, once a night. */
export const startRelatingGames = ({ db, jobs }: Store): Promise<void> =>
  jobs.schedule('relate-games', '5 4 * * *', () => relateGames(db))

/** Does so at once in a store that has had no such night: a new one, or one that was just upgraded. */
export async function relateFirst({ db, jobs }: Store): Promise<void> {
  const known = await db.selectFrom('related_games').select('game_id').limit(1).executeTakeFirst()
  if (!known) await jobs.send(db, 'relate-games', {}, { singletonKey: 'first' })
}

/** Of each game, 50 together. */
const STORED: Record<RelatedKind, number> = { owners: 30, tags: 20 }
/** Only the newest games of each tag stand beside others by it, or a tag of all games would compare each with each. */
const NEWEST_OF_TAG = 100
/** Games whose pairs are counted by one statement. */
const PIECE = 500
const STATEMENT_TIME = '2min'

/**
 * Works out anew which games stand beside which (RE1 to RE3): one transaction, over tables of its own that it forgets at
 * its end. Until then everybody reads the rows of last night. Killed on the way, it begins anew.
 */
export const relateGames = (db: Database): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('relate-games'))`.execute(tx)
    await planBy(tx, { statement_timeout: STATEMENT_TIME, work_mem: '64MB', jit: 'off' })
    const games = await numberGames(tx)
    await sql`create temporary table found (like related_games) on commit drop`.execute(tx)
    await findByOwners(tx)
    await findByTags(tx, games)
    await tx.deleteFrom('related_games').execute()
    await sql`insert into related_games select found.* from found join games on games.id = found.game_id`.execute(
      tx,
    )
  })

/** Listed games get small numbers, the popular ones first: what is equally close comes in this order. @returns how many */
async function numberGames(tx: Tx): Promise<number> {
  await sql`create temporary table numbered_games on commit drop as
    select row_number() over (order by popularity_cents desc, published_at desc, id)::integer as game,
      id, developer_id, devices, not is_free as is_paid
    from games where ${LISTED}`.execute(tx)
  await sql`alter table numbered_games add primary key (game)`.execute(tx)
  await sql`create unique index on numbered_games (id)`.execute(tx)
  await sql`analyze numbered_games`.execute(tx)
  const { rows } = await sql<{
    games: number
  }>`select count(*)::integer as games from numbered_games`.execute(tx)
  return rows[0]?.games ?? 0
}

async function findByOwners(tx: Tx): Promise<void> {
  // Row by row, PostgreSQL would read all of an order again for each of its games.
  await planBy(tx, { enable_nestloop: 'off' })
  await readLibraries(tx)
  await planBy(tx, { enable_nestloop: 'on' })
  await sql`create temporary table game_pairs (game integer not null, other integer not null, score float8 not null) on commit drop`.execute(
    tx,
  )
  await countPairs(tx)
  await storeBest(
    tx,
    'owners',
    sql`(select game, other, score from game_pairs union all select other, game, score from game_pairs)`,
  )
}

/** How statements are planned until the transaction ends. */
async function planBy(tx: Tx, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await sql`select set_config(${name}, ${value}, true)`.execute(tx)
}

/**
 * The libraries that count: of accounts that agreed, are a week old and neither suspended nor leaving. `pays` says whether
 * anything in one was paid for; a game counts as many `claims` as what it cost its owner is worth (RE9); `size` is the number of games in the bundle that a game came with.
 */
async function readLibraries(tx: Tx): Promise<void> {
  await sql`create temporary table bought_bundles on commit drop as
    select order_id, bundle_id, row_number() over ()::integer as bundle, count(*)::float8 as size
    from order_items where bundle_id is not null and file_id is null group by order_id, bundle_id`.execute(tx)
  await sql`create temporary table agreed_accounts on commit drop as
    select accounts.id, row_number() over (order by accounts.id)::integer as account
    from suggestion_consents as consent join accounts on accounts.id = consent.account_id
    where consent.purpose = 'counted' and consent.withdrawn_at is null
      and accounts.suspended_at is null and accounts.deletion_at is null
      and accounts.created_at < now() - make_interval(days => ${RELATED.accountDaysMin}::integer)`.execute(tx)
  await sql`analyze agreed_accounts, bought_bundles`.execute(tx)
  await sql`create temporary table agreed_grants on commit drop as
    select agreed.account, grants.game_id, item.order_id, item.bundle_id,
      item.price_cents > 0 is true as is_bought,
      case when item.price_cents > 0 then ${RELATED.claimsOfPurchase}::integer else 1 end as claims
    from agreed_accounts as agreed join grants on grants.account_id = agreed.id and grants.file_id is null
    left join order_items as item on item.order_id = grants.order_id and item.game_id = grants.game_id and item.file_id is null`.execute(
    tx,
  )
  await sql`analyze agreed_grants`.execute(tx)
  await sql`create temporary table counted_grants on commit drop as
    select account, numbered.game, claims, pays, bundle, size
    from agreed_grants
    join (
      select account, bool_or(is_bought) as pays from agreed_grants
      group by account having count(*) between ${RELATED.libraryMin} and ${RELATED.libraryMax}
    ) as library using (account)
    join numbered_games as numbered on numbered.id = agreed_grants.game_id
    left join bought_bundles using (order_id, bundle_id)`.execute(tx)
  await sql`create index on counted_grants (game)`.execute(tx)
  await sql`create temporary table game_norms on commit drop as
    select game, sum(claims * claims)::float8 as all_owners, sum(claims * claims) filter (where pays)::float8 as paying_owners
    from counted_grants group by game`.execute(tx)
  await sql`create temporary table libraries on commit drop as
    select account, pays, array_agg(game order by game) as games,
      array_agg(claims order by game) as claims,
      case when count(bundle) > 0 then array_agg(bundle order by game) end as bundles,
      case when count(bundle) > 0 then array_agg(size order by game) end as sizes
    from counted_grants group by account, pays`.execute(tx)
  await sql`alter table libraries add primary key (account)`.execute(tx)
  await sql`analyze counted_grants, game_norms, libraries`.execute(tx)
}

/** RE3: the weight of a tag says how rare it is; one that all games have says nothing. */
async function findByTags(tx: Tx, games: number): Promise<void> {
  await sql`create temporary table weighed_tags on commit drop as
    select game, tag, weight, row_number() over (partition by tag order by published_at desc, id desc) <= ${NEWEST_OF_TAG} as is_compared
    from (
      select numbered.game, numbered.id, game_tags.published_at, dense_rank() over (order by tag)::integer as tag,
        ln(${games}::float8 / count(*) over (partition by tag)) as weight
      from game_tags join numbered_games as numbered on numbered.id = game_tags.game_id
    ) as counted where weight > 0`.execute(tx)
  await sql`create index on weighed_tags (tag) where is_compared`.execute(tx)
  await sql`create index on weighed_tags (game)`.execute(tx)
  await sql`create temporary table tag_norms on commit drop as
    select game, sum(weight) as weight from weighed_tags group by game`.execute(tx)
  await sql`analyze weighed_tags, tag_norms`.execute(tx)
  for (const [from, to] of pieces(games)) await storeBest(tx, 'tags', similarGames(from, to))
}

/** The weight of the tags that two games share, in that of the tags of either; both run on one device at least. */
const similarGames = (from: number, to: number) => sql`(
  select sharing.game, sharing.other, shared / (one.weight + two.weight - shared) as score
  from (
    select mine.game, theirs.game as other, sum(mine.weight) as shared
    from weighed_tags as mine join weighed_tags as theirs on theirs.tag = mine.tag and theirs.is_compared and theirs.game <> mine.game
    where mine.game between ${from} and ${to} group by mine.game, theirs.game
  ) as sharing
  join tag_norms as one on one.game = sharing.game join tag_norms as two on two.game = sharing.other
  join numbered_games as here on here.game = sharing.game
  join numbered_games as there on there.game = sharing.other and there.devices && here.devices
)`

/** The closest games of each, of one developer two at most and the second for half (RE3). */
const storeBest = (tx: Tx, kind: RelatedKind, pairs: RawBuilder<unknown>) =>
  sql`insert into found (game_id, kind, other_ids, scores)
    select here.id, ${kind}, array_agg(there.id order by nth), array_agg(score order by nth)
    from (
      select *, row_number() over (partition by game order by score desc, other) as nth from (
        select game, other, score / of_developer as score from (
          select pairs.*, row_number() over (partition by pairs.game, made.developer_id order by score desc, other) as of_developer
          from ${pairs} as pairs join numbered_games as made on made.game = pairs.other
        ) as of_developers where of_developer <= ${RELATED.ofDeveloper}
      ) as lowered
    ) as ranked
    join numbered_games as here on here.game = ranked.game join numbered_games as there on there.game = ranked.other
    where nth <= ${STORED[kind]} group by here.id`.execute(tx)

/** The numbers of all games, some at a time. */
const pieces = (games: number): [from: number, to: number][] =>
  Array.from({ length: Math.ceil(games / PIECE) }, (_, nth) => [nth * PIECE + 1, (nth + 1) * PIECE])
