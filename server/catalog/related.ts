import { RELATED, type RelatedKind } from '@nofiller/contract/suggestions/related-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Audience } from '../platform/http/audience.ts'
import { CARD_COLUMNS, type CardJson } from './card.ts'
import { LISTED } from './visibility.ts'
import { withinLimits } from './within-limits.ts'

/** Of a game that is newer than the last night only the newest games of each tag are looked at: what it costs does not grow with the catalog. */
const NEWEST_OF_TAG = 50

export type RelatedJson = CardJson & { kind: RelatedKind }

/**
 * The games beside one, as JSON, and which kind they are: those that its owners also own or, where fewer than three of these
 * are left for the viewer, similar ones; never both (RE4). Neither what limits and blocks hide, nor what `ownerId` owns. One
 * look at the key of `related_games`; a game that is newer than the last night is compared by its tags here.
 */
export const relatedJson = (audience: Audience, ownerId: string | null = null) => sql<RelatedJson[]>`(
  select coalesce(json_agg(shown), '[]') from (select games.id, games.tags, games.devices) as subject cross join lateral (
    select * from (
      select *, count(*) filter (where kind = 'owners') over () as by_owners from (
        select near.kind, near.score, games.popularity_cents, ${CARD_COLUMNS}, row_number() over (
          partition by near.kind, games.developer_id order by near.score desc, games.popularity_cents desc, games.id desc
        ) as of_developer
        from (${storedOf} union all ${newOf}) as near
        join games on games.id = near.game_id and ${isShownTo(audience)} and ${isNotOwnedBy(ownerId)}
        join accounts as developer on developer.id = games.developer_id
      ) as candidate where of_developer <= ${RELATED.ofDeveloper}
    ) as ranked
    where kind = case when by_owners >= ${RELATED.min} then 'owners' else 'tags' end
    order by score desc, popularity_cents desc, published_at desc, id desc limit ${RELATED.max}
  ) as shown)`

/** A row of its kind, or nothing where it would be too short. */
export const rowOf = (
  related: readonly RelatedJson[],
): { kind: RelatedKind; games: readonly RelatedJson[] } =>
  related.length < RELATED.min
    ? { kind: 'tags', games: [] }
    : { kind: related[0]?.kind ?? 'tags', games: related }

/** Whether an audience is shown a row of `games`. */
export const isShownTo = ({ view, hidden }: Audience): RawBuilder<boolean> =>
  sql`${LISTED} and ${view === 'sfw' ? sql`games.category = 'SFW'` : sql`true`} and ${withinLimits(hidden)}`

const isNotOwnedBy = (ownerId: string | null): RawBuilder<boolean> =>
  ownerId === null
    ? sql`true`
    : sql`not exists (select from grants where grants.account_id = ${ownerId}::uuid and grants.game_id = games.id)`

const storedOf = sql`
  select kind, other.game_id, score
  from related_games cross join lateral unnest(other_ids, scores) as other(game_id, score)
  where related_games.game_id = subject.id`

const newOf = sql`
  select 'tags', games.id, shared from (
    select game_id, count(*)::float8 as shared
    from (select distinct fold(tag) as tag from unnest(subject.tags) as tag) as own
    cross join lateral (
      select game_id from game_tags where game_tags.tag = own.tag order by published_at desc, game_id desc limit ${NEWEST_OF_TAG + 1}
    ) as newest
    where game_id <> subject.id group by game_id
  ) as sharing join games on games.id = sharing.game_id and games.devices && subject.devices
  where not exists (select from related_games where game_id = subject.id and kind = 'tags')`
