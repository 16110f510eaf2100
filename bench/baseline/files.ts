/** Streams a request's body into a file of the folder given, flushed as the store flushes, and streams it back. */
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { tellPort } from './port.ts'

const path = join(process.argv[2] ?? '', 'bare-file')

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return pipeline(createReadStream(path), response)
  await pipeline(request, createWriteStream(path, { flush: true }))
  response.writeHead(201).end()
})
server.listen(0, '127.0.0.1', () => tellPort(server.address()))
