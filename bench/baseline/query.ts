/** A Fastify route with one `select 1` on the database given. */
import Fastify from 'fastify'
import pg from 'pg'
import { tellPort } from './port.ts'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = Fastify()
app.get('/', async () => (await pool.query('select 1 as one')).rows[0])
await app.listen({ port: 0, host: '127.0.0.1' })
tellPort(app.server.address())
