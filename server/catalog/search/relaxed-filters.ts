import { splitTags } from '@nofiller/contract/authoring/tag-list'
import type { EmptyResultHints, FacetsQuery } from '@nofiller/contract/catalog/catalog'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Audience } from '../../platform/http/audience.ts'
import { gameCountFor, isTagShown } from './facets.ts'
import { listGames } from './list-games.ts'

const TAGS_OFFERED = 6
const GAMES_OFFERED = 4

/** Suggestions for an empty result: the tags most similar to the words, then the most frequent ones, and popular games. */
export async function emptyResultHints(
  db: Database,
  audience: Audience,
  filter: FacetsQuery,
): Promise<EmptyResultHints> {
  const { q, tag, exclude } = filter
  const asked = [q ?? '', ...splitTags(tag)].join(' ')
  const left = splitTags(exclude)
  const { rows } = await sql<{ label: string }>`
    select label from facet_counts where facet like '=tag/%' and ${gameCountFor(audience.view)} > 0 and ${isTagShown(audience)}
      and fold(label) <> all (array(select fold(tag) from unnest(${left}::text[]) as tag))
    order by word_similarity(fold(label), fold(${asked}::text)) desc, ${gameCountFor(audience.view)} desc, facet
    limit ${TAGS_OFFERED}`.execute(db)
  const popular = await listGames(db, audience, { exclude, sort: 'popular', limit: GAMES_OFFERED })
  return { tags: rows.map(({ label }) => label), games: popular.games }
}
