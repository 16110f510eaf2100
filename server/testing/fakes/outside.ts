/** The internet as the guarded client sees it: names with addresses, and one server on this machine behind all of them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildConnector } from 'undici'
import type { ConnectorOf, Resolve } from '../../platform/http/outside-client.ts'

export type Outside = {
  resolve: Resolve
  connectorOf: ConnectorOf
  /** The addresses that each look-up of a name answers, one after the other; the last one stays. */
  names: Map<string, string[][]>
  /** How often names were looked up. */
  lookups: number
  /** Where a connection was made to. */
  connected: string[]
  /** `HEAD host/path` */
  asked: string[]
  answerBy(answer: (request: IncomingMessage, response: ServerResponse) => void): void
  close(): Promise<void>
}

export async function outside(): Promise<Outside> {
  let answer = (_request: IncomingMessage, response: ServerResponse): void => void response.end()
  const server = createServer((request, response) => {
    fake.asked.push(`${request.method} ${request.headers.host}${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind

  const fake: Outside = {
    names: new Map(),
    lookups: 0,
    connected: [],
    asked: [],
    async resolve(hostname) {
      fake.lookups += 1
      const answers = fake.names.get(hostname) ?? []
      const addresses = answers.length > 1 ? answers.shift() : answers[0]
      if (!addresses) throw Object.assign(new Error(hostname), { code: 'ENOTFOUND' })
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    connectorOf(lookup) {
      const connect = buildConnector({
        lookup: (hostname, options, callback) =>
          lookup(hostname, { ...options, all: false }, (error, address) => {
            if (error) return callback(error, '')
            fake.connected.push(String(address))
            const here = { address: '127.0.0.1', family: 4 }
            return options.all ? callback(null, [here]) : callback(null, here.address, here.family)
          }),
      })
      // Without TLS, which the server behind all names does not speak.
      return (options, callback) => connect({ ...options, protocol: 'http:', port: String(port) }, callback)
    },
    answerBy(next) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}
