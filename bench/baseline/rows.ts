/** Fastify routes that answer the rows of one `select` as JSON: a page of cards, and a game with its files and the cards beside it. */
import Fastify from 'fastify'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { relatedJson } from '../../server/catalog/related.ts'
import { tellPort } from './port.ts'

const CARD = `games.id, games.slug, games.title, games.price_cents, games.is_free, games.category, games.tags, games.devices,
  games.card, games.published_at, developer.id as developer_id, developer.username, developer.display_name`

const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = Fastify()
app.get('/games', async () => {
  const { rows } = await pool.query(
    `select ${CARD} from games join accounts as developer on developer.id = developer_id
     where games.status = 'published' and games.suspended_at is null order by games.published_at desc, games.id desc limit 24`,
  )
  return rows
})
const game = sql`
  select ${sql.raw(CARD)}, games.description, games.project_type, games.stage, games.status, games.theme, games.cover,
    games.screenshots, games.page_bg, games.buy_button, games.demo_button, games.updated_at,
    (select coalesce(json_agg(file order by position), '[]') from built_files as file where game_id = games.id and withdrawn_at is null) as files,
    ${relatedJson({ view: 'blur', hidden: null })} as related
  from games join accounts as developer on developer.id = games.developer_id where games.slug = ${'slug'}`
const { sql: text, parameters } = game.compile(new Kysely({ dialect: new PostgresDialect({ pool }) }))
app.get<{ Params: { slug: string } }>('/games/:slug', async ({ params }) => {
  const { rows } = await pool.query(text, [...parameters.slice(0, -1), params.slug])
  return rows[0]
})
await app.listen({ port: 0, host: '127.0.0.1' })
tellPort(app.server.address())
