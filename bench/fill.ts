import { DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import { SECTIONS } from '@nofiller/contract/catalog/sections'
import pg from 'pg'
import { withoutIndexes } from './without-indexes.ts'

const BEGINNINGS = ['am', 'bel', 'cor', 'dra', 'el', 'fen', 'gro', 'hol', 'ist', 'jun']
const ENDINGS = ['ber', 'dow', 'fire', 'gate', 'land', 'mor', 'night', 'reef', 'stone', 'vale']
/** Each is in every thirtieth game or so: in titles, and as a tag. */
export const COMMON_WORDS = BEGINNINGS.flatMap((beginning) => ENDINGS.map((ending) => beginning + ending))
/** Each is in the title of every thousandth game. */
export const RARE_WORDS = COMMON_WORDS.flatMap((word) =>
  BEGINNINGS.map((beginning) => `${word}${beginning}s`),
)
/** In the title of every fiftieth game or so. */
export const A_WORD = 'corgate'
const A_BLUR = `data:image/webp;base64,${'A'.repeat(120)}`

/** So many are written one by one; the others are copies of them, each published days before. */
const DISTINCT = 10_000

/** Fills an empty database with published games, twenty to a developer, by plain SQL. */
export async function fillCatalog(databaseUrl: string, games: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`) // as whoever restores a backup: no triggers
    await writeGames(client, Math.min(games, DISTINCT))
    if (games > DISTINCT)
      await withoutIndexes(client, ['games'], () => copyGames(client, games / DISTINCT - 1))
    await client.query(
      `insert into game_sections (section, published_at, game_id, category) select tags[1], published_at, id, category from games`,
    )
    await client.query('vacuum analyze') // as autovacuum does for a store that has run for a while
  } finally {
    await client.end()
  }
}

async function writeGames(client: pg.Client, games: number): Promise<void> {
  await client.query(
    `insert into accounts (id, username, email, password_hash, role, verified_at)
       select gen_random_uuid(), 'developer_' || n, 'developer_' || n || '@example.test', 'none', 'developer', now()
       from generate_series(0, $1::integer / 20) as n`,
    [games],
  )
  await client.query(
    `insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents,
                          is_free, status, theme, card, devices, popularity_cents, published_at)
       select gen_random_uuid(), developer.id, 'game-' || n, title, repeat('<p>A crossing by night, and who is on board.</p>', 20),
              'Game', 'Released', 'SFW', array[section, word], n % 40 * 50, n % 40 = 0, 'published', $2,
              jsonb_build_object('url', '/uploads/developer/game/card/' || n || '.webp', 'width', 500, 'height', 350, 'blur', $5::text,
                'widths', '[]'::jsonb, 'alt', ''),
              array['Windows', 'Linux'], n % 977, now() - make_interval(mins => n)
       from generate_series(0, $1::integer - 1) as n
       cross join lateral (select $3::text[] as words, $4::text[] as sections, $6::text[] as rare_words) as lists
       cross join lateral (
         select concat_ws(' ', words[1 + n % 100], words[1 + n / 100 % 100], rare_words[1 + n * 7 % 1000]) as title,
                sections[1 + n % 14] as section, words[1 + n * 7 % 100] as word
       ) as made
       join accounts as developer on developer.username = 'developer_' || n / 20`,
    [games, JSON.stringify(DEFAULT_THEME), COMMON_WORDS, SECTIONS, A_BLUR, RARE_WORDS],
  )
  await client.query(`update games set search = game_vector(games)`)
  await client.query(`call count_games()`)
}

async function copyGames(client: pg.Client, copies: number): Promise<void> {
  await client.query(
    `insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free,
                        status, theme, card, devices, popularity_cents, published_at, search)
     select gen_random_uuid(), developer_id, slug || '-' || copy, title, description, project_type, stage, category, tags,
            price_cents, is_free, status, theme, card, devices, popularity_cents, published_at - make_interval(days => copy), search
     from games cross join generate_series(1, $1::integer) as copy`,
    [copies],
  )
  await client.query(
    `insert into game_tags select distinct lower(tag), published_at, id from games cross join unnest(tags) as tag on conflict do nothing`,
  )
  await client.query(
    `update facet_counts set games = games * ($1::integer + 1), sfw_games = sfw_games * ($1::integer + 1)`,
    [copies],
  )
}
