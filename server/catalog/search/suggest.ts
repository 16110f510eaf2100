import { SUGGESTIONS_EACH } from '@nofiller/contract/catalog/browsing'
import type { Suggestions } from '@nofiller/contract/catalog/catalog'
import { type RawBuilder, sql } from 'kysely'
import { alphabetical } from '../../platform/database/alphabetical.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audience } from '../../platform/http/audience.ts'
import { CARD_COLUMNS, type CardJson, cardOfJson } from '../card.ts'
import { queryFor } from '../content-choice.ts'
import { LISTED } from '../visibility.ts'
import { withinLimits } from '../within-limits.ts'
import { gameCountFor, isTagShown } from './facets.ts'
import { ANYWHERE, type GamesFilter, matchesInTitle, rankOf, wordsQuery } from './filter.ts'
import { withSpelling } from './spelling.ts'

/** How many candidates are read from each list before the best are taken. */
const LOOKED_AT = 200

const NOTHING: Suggestions = { games: [], tags: [], developers: [] }
type Row = { games: CardJson[]; tags: string[]; developers: Suggestions['developers'] }

/** Games, tags and developers of whose words each typed one begins some, in any order, in one statement. */
export async function suggest(db: Database, audience: Audience, typed: string): Promise<Suggestions> {
  if (!/[\p{L}\p{N}\p{So}]/u.test(typed)) return NOTHING
  return withSpelling(db, { q: typed }, isEmpty, async ({ q }) => {
    const { view, hidden } = audience
    const filter = queryFor<GamesFilter>(audience, { q })
    const { rows } = await sql<Row>`
      select
        (select coalesce(json_agg(shown), '[]') from (
          select ${CARD_COLUMNS} from (
            select id, rank from (
              select games.id, ${rankOf(q)} as rank from games where ${matchesInTitle(filter)} limit ${LOOKED_AT}
            ) as few order by rank desc, id desc limit ${SUGGESTIONS_EACH}
          ) as best
          join games on games.id = best.id join accounts as developer on developer.id = games.developer_id
          order by best.rank desc, best.id desc
        ) as shown) as games,
        array(
          select label from facet_counts
          where facet like '=tag/%' and ${gameCountFor(view)} > 0 and ${isTagShown(audience)}
            and ${isStartedIn(sql`label`, q)}
          order by not starts_with(fold(label), fold(${q}::text)), ${gameCountFor(view)} desc, label limit ${SUGGESTIONS_EACH}
        ) as tags,
        (select coalesce(json_agg(developer), '[]') from (
          select id as "_id", username, display_name as "displayName" from (
            select id, username, display_name from accounts
            where role <> 'player' and ${isStartedIn(sql`username || ' ' || coalesce(display_name, '')`, q)}
            limit ${LOOKED_AT}
          ) as few
          where exists (select from games where developer_id = few.id and ${LISTED} and ${view === 'sfw' ? sql`category = 'SFW'` : sql`true`} and ${withinLimits(hidden)}) order by ${alphabetical(sql`username`)} limit ${SUGGESTIONS_EACH}
        ) as developer) as developers`.execute(db)
    const row = rows[0]
    return {
      games: row?.games.map((game) => cardOfJson(game, view)) ?? [],
      tags: row?.tags ?? [],
      developers: row?.developers ?? [],
    }
  })
}

/** Each of the typed words begins one of a name, by the indexes of migration 0193. */
const isStartedIn = (name: RawBuilder<unknown>, q: string) =>
  sql`name_vector(${name}) @@ ${wordsQuery(q, ANYWHERE)}`

const isEmpty = ({ games, tags, developers }: Suggestions): boolean =>
  games.length + tags.length + developers.length === 0
