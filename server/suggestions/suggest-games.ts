import { RELATED, type RelatedKind } from '@nofiller/contract/suggestions/related-rules'
import { SUGGESTIONS_MAX } from '@nofiller/contract/suggestions/suggestion-rules'
import type { Suggestion } from '@nofiller/contract/suggestions/suggestions'
import { type RawBuilder, sql } from 'kysely'
import { CARD_COLUMNS, type CardRow, toCard } from '../catalog/card.ts'
import { isShownTo } from '../catalog/related.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { agreedTo } from './consents.ts'

/** The newest of what an account owns and wants; older ones say little about today. */
const SEEDS = 300
/** RE3: who owns both says more than shared tags. */
const WEIGHTS: Record<RelatedKind, number> = { owners: 0.6, tags: 0.4 }

type Row = CardRow & {
  because_kind: Suggestion['because']['kind']
  because_slug: string
  because_title: string
}

/**
 * The games closest to what an account owns and wants, for its own eyes (RE5): none without its consent, none that it owns,
 * wants or made, and neither a game nor a reason that limits, blocks or the content choice hide, or that it hid in its library.
 * Reads `related_games` by its key, for 300 games at most.
 */
export async function suggestGames(
  db: Queryable,
  accountId: string,
  audience: Audience,
): Promise<Suggestion[]> {
  const account = sql`${accountId}::uuid`
  const { rows } = await sql<Row>`
    with seeds as (${seedsOf(account, audience)}), near as (
      select other.game_id, sum(other.score * ${weight}) as score,
        (array_agg(related.game_id order by other.score * ${weight} desc, related.game_id))[1] as because
      from seeds join related_games as related on related.game_id = seeds.game_id
      cross join lateral unnest(related.other_ids, related.scores) as other(game_id, score)
      group by other.game_id
    ), shown as (
      select near.*, row_number() over (partition by games.developer_id order by near.score desc, games.id) as of_developer
      from near join games on games.id = near.game_id and ${isShownTo(audience)} and games.developer_id <> ${account}
      where not exists (select from grants where grants.account_id = ${account} and grants.game_id = games.id)
        and not exists (select from wishlist where wishlist.account_id = ${account} and wishlist.game_id = games.id)
    )
    select ${CARD_COLUMNS}, seeds.kind as because_kind, reason.slug as because_slug, reason.title as because_title
    from shown join games on games.id = shown.game_id join accounts as developer on developer.id = games.developer_id
    join games as reason on reason.id = shown.because join seeds on seeds.game_id = shown.because
    where shown.of_developer <= ${RELATED.ofDeveloper}
    order by shown.score desc, games.id limit ${SUGGESTIONS_MAX}`.execute(db)
  return rows.map((row) => ({
    game: toCard(row, audience.view),
    because: { kind: row.because_kind, slug: row.because_slug, title: row.because_title },
  }))
}

const weight = sql`case related.kind when 'owners' then ${WEIGHTS.owners}::float8 else ${WEIGHTS.tags}::float8 end`

/** What an account owns and wants, and may be reminded of. Nothing is both (WI1). */
const seedsOf = (account: RawBuilder<unknown>, audience: Audience) => sql`
  select mine.game_id, mine.kind from (
    select game_id, 'owned' as kind, created_at as at from grants where account_id = ${account} and file_id is null
    union all
    select game_id, 'wanted', added_at from wishlist where account_id = ${account}
  ) as mine
  join games on games.id = mine.game_id and ${isShownTo(audience)}
  where ${agreedTo('suggested', account)}
    and mine.game_id not in (select game_id from hidden_games where account_id = ${account})
  order by mine.at desc, mine.game_id limit ${SEEDS}`
