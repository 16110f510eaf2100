/** Fastify that pushes an event to all who follow a name, when a message about it comes, and does nothing else. */
import type { ServerResponse } from 'node:http'
import Fastify, { type FastifyRequest } from 'fastify'
import { tellPort } from './port.ts'

type Named = FastifyRequest<{ Params: { name: string } }>

const followers = new Map<string, ServerResponse[]>()
const app = Fastify()
app.get('/:name/events', (request: Named, reply) => {
  const { name } = request.params
  const { raw } = reply.hijack()
  raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"state":"choose"}\n\n')
  followers.set(name, [...(followers.get(name) ?? []), raw])
})
app.post('/:name', async (request: Named) => {
  for (const raw of followers.get(request.params.name) ?? []) raw.write('data: {"state":"ready"}\n\n')
  return {}
})
app.get('/api/health', async () => ({}))
await app.listen({ port: 0, host: '127.0.0.1' })
tellPort(app.server.address())
