import type { ContentChoice } from '@nofiller/contract/content-choice'
import { sql } from 'kysely'
import { CARD_COLUMNS, type CardJson } from './card.ts'
import { VISIBLE } from './filter.ts'

const RELATED_MAX = 4
/** The newest of each tag are compared, so that this costs the same in a catalogue of any size. */
const NEWEST_OF_TAG = 50

/** The games that share the most tags with one, the popular and then the new before others, as JSON. */
export const relatedJson = (choice: ContentChoice) => sql<CardJson[]>`(
  select coalesce(json_agg(shown), '[]') from (select games.id, games.tags) as subject cross join lateral (
    select ${CARD_COLUMNS} from (
      select game_id, count(*) as shared from (select distinct fold(tag) as tag from unnest(subject.tags) as tag) as own
      cross join lateral (
        select game_id from game_tags where game_tags.tag = own.tag order by published_at desc, game_id desc limit ${NEWEST_OF_TAG + 1}
      ) as newest
      where game_id <> subject.id group by game_id
    ) as near
    join games on games.id = near.game_id and ${VISIBLE} and ${choice === 'sfw' ? sql`games.category = 'SFW'` : sql`true`}
    join accounts as developer on developer.id = games.developer_id
    order by near.shared desc, games.sales desc, games.published_at desc, games.id desc limit ${RELATED_MAX}
  ) as shown)`
