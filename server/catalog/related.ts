import { sql } from 'kysely'
import type { Audience } from '../platform/http/audience.ts'
import { CARD_COLUMNS, type CardJson } from './card.ts'
import { VISIBLE } from './search/filter.ts'
import { withinLimits } from './within-limits.ts'

const RELATED_MAX = 4
/** Only the newest games of each tag are compared, so that the cost does not grow with the catalog. */
const NEWEST_OF_TAG = 50

/** The games that share the most tags with one, the popular and then the new before others, as JSON. */
export const relatedJson = ({ view, hidden }: Audience) => sql<CardJson[]>`(
  select coalesce(json_agg(shown), '[]') from (select games.id, games.tags) as subject cross join lateral (
    select ${CARD_COLUMNS} from (
      select game_id, count(*) as shared from (select distinct fold(tag) as tag from unnest(subject.tags) as tag) as own
      cross join lateral (
        select game_id from game_tags where game_tags.tag = own.tag order by published_at desc, game_id desc limit ${NEWEST_OF_TAG + 1}
      ) as newest
      where game_id <> subject.id group by game_id
    ) as near
    join games on games.id = near.game_id and ${VISIBLE} and ${view === 'sfw' ? sql`games.category = 'SFW'` : sql`true`} and ${withinLimits(hidden)}
    join accounts as developer on developer.id = games.developer_id
    order by near.shared desc, games.popularity_cents desc, games.published_at desc, games.id desc limit ${RELATED_MAX}
  ) as shown)`
