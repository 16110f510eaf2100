import type { HomeSection } from '@nofiller/contract/catalogue'
import { CARDS_PER_SECTION, SECTIONS } from '@nofiller/contract/sections'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { type CardRow, toCard } from './card.ts'

/** Counting stops here, so that a section's number costs the same in a catalogue of any size. */
const COUNT_MAX = 1_000

type SectionRow = CardRow & { section: string; count: number }

/** The sections that hold games, each with its newest four, in one query (document 1 §2). */
export async function homeSections(db: Database): Promise<HomeSection[]> {
  const { rows } = await sql<SectionRow>`
    select wanted.section, counted.count, games.id, games.slug, games.title, games.price_cents, games.is_free, games.category,
           games.tags, games.devices, games.card, games.published_at, developer.id as developer_id, developer.username, developer.display_name
    from unnest(${sql.val([...SECTIONS])}::text[]) with ordinality as wanted(section, position)
    cross join lateral (
      select count(*) from (select 1 from game_sections where section = wanted.section limit ${COUNT_MAX}) as bounded
    ) as counted(count)
    cross join lateral (
      select game_id, published_at from game_sections
      where section = wanted.section order by published_at desc, game_id desc limit ${CARDS_PER_SECTION}
    ) as newest
    join games on games.id = newest.game_id
    join accounts as developer on developer.id = games.developer_id
    order by wanted.position, newest.published_at desc, newest.game_id desc`.execute(db)

  const sections = new Map<string, HomeSection>()
  for (const row of rows) {
    const section = sections.get(row.section) ?? { name: row.section, count: row.count, games: [] }
    section.games.push(toCard(row))
    sections.set(row.section, section)
  }
  return [...sections.values()]
}
