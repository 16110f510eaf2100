/** Fastify and nothing else: fetches the addresses given once, and answers each with the same headers and bytes. */
import Fastify from 'fastify'
import { copiesOf } from './copies.ts'
import { tellPort } from './port.ts'

const app = Fastify()
for (const [path, { headers, body }] of await copiesOf(process.argv.slice(2)))
  app.get(path.split('?')[0] ?? '/', async (_request, reply) => reply.headers(headers).send(body))
await app.listen({ port: 0, host: '127.0.0.1' })
tellPort(app.server.address())
