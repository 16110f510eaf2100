import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Copy = { headers: IncomingHttpHeaders; body: Buffer }

/** What some addresses answer to a browser, by path and query. */
export async function copiesOf(addresses: readonly string[]): Promise<Map<string, Copy>> {
  const copies = new Map<string, Copy>()
  for (const address of addresses) {
    const { pathname, search } = new URL(address)
    copies.set(pathname + search, await copyOf(address))
  }
  return copies
}

function copyOf(address: string): Promise<Copy> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, date: _date, ...headers } = answer.headers
      resolve({ headers, body: await buffer(answer) })
    })
    request.once('error', reject)
  })
}
