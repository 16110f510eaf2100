/** The least a server can do: fetches the addresses given once, and answers each with the same headers and bytes. */
import { createServer } from 'node:http'
import { copiesOf } from './copies.ts'
import { tellPort } from './port.ts'

const copies = await copiesOf(process.argv.slice(2))

const server = createServer((request, response) => {
  const copy = copies.get(request.url ?? '')
  response.writeHead(copy ? 200 : 404, copy?.headers).end(copy?.body)
})
server.listen(0, '127.0.0.1', () => tellPort(server.address()))
