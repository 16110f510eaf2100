/** A mail server that takes each email and keeps none, and tells over HTTP its own address and how many it took. */
import Fastify from 'fastify'
import { mailServer } from '../../server/testing/fakes/mail-server.ts'
import { tellPort } from './port.ts'

let taken = 0
const emails = await mailServer(() => {
  taken += 1
})
const app = Fastify()
app.get('/', async () => ({ url: emails.url, taken }))
await app.listen({ port: 0, host: '127.0.0.1' })
tellPort(app.server.address())
