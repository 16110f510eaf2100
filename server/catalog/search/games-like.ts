import { isEnoughToSuggest } from '@nofiller/contract/catalog/browsing'
import type { GameCard } from '@nofiller/contract/catalog/catalog'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Audience } from '../../platform/http/audience.ts'
import { CARD_COLUMNS, type CardRow, toCard } from '../card.ts'
import { queryFor } from '../content-choice.ts'
import { type GamesFilter, matchesAnyByName, matchesAnyInTitle, rankOf } from './filter.ts'
import { FILLERS } from './spelling.ts'

const OFFERED = 4
/** How many candidates are read from each list before the best are taken. */
const LOOKED_AT = 200
/** The same bound as `words_query` of migration 0011. */
const WORDS_MAX = 8

/**
 * Up to four games that have some words of an address in their title, tags or developer, the best matches first. An address
 * without words, such as an id, is like none.
 *
 * The answer depends on what the audience may list alone, so it is the same whether nothing was ever at the address or
 * something that they may not see. Words are not corrected: the list of known words has those of hidden games as well.
 */
export async function gamesLike(db: Database, audience: Audience, address: string): Promise<GameCard[]> {
  const q = wordsIn(address).join(' ')
  if (q === '') return []
  const filter = queryFor<GamesFilter>(audience, { q })
  const some = (matches: RawBuilder<boolean>) =>
    sql`(select games.id, ${rankOf(q)} as rank from games where ${matches} limit ${LOOKED_AT})`
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS} from (
      select * from (${some(matchesAnyInTitle(filter))} union ${some(matchesAnyByName(filter))}) as few
      order by rank desc, id desc limit ${OFFERED}
    ) as best
    join games on games.id = best.id join accounts as developer on developer.id = games.developer_id
    order by best.rank desc, best.id desc`.execute(db)
  return rows.map((row) => toCard(row, audience.view))
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The words of an address that say something: no articles, no numbers that tell two equal titles apart. */
const wordsIn = (address: string): string[] =>
  ID.test(address)
    ? []
    : address
        .toLowerCase()
        .split(/[^\p{L}\p{M}\p{N}]+/u)
        .filter((word) => isEnoughToSuggest(word) && !FILLERS.has(word))
        .slice(0, WORDS_MAX)
