import { request } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { buildConnector } from 'undici'
import type { ConnectorOf } from './outside-client.ts'

/** How long a proxy may take to connect, in ms. */
const CONNECT_MS = 10_000

/**
 * Connects through an HTTP proxy by `CONNECT`, to the very address that was checked: the proxy looks up no name.
 * @param proxy such as `http://127.0.0.1:3128`, with a name and a password where it asks for them
 */
export const connectThrough =
  (proxy: URL): ConnectorOf =>
  (lookup) => {
    const startTls = buildConnector({})
    return (options, callback) => {
      const { hostname, protocol } = options
      const connectTo = (address: string) => {
        const host = isIPv6(address) ? `[${address}]` : address
        const path = `${host}:${options.port || (protocol === 'https:' ? 443 : 80)}`
        const asked = request({
          host: proxy.hostname,
          port: proxy.port || 80,
          method: 'CONNECT',
          path,
          headers: { host: path, ...credentialsOf(proxy) },
          timeout: CONNECT_MS,
        })
        asked.once('connect', ({ statusCode }, socket) => {
          if (statusCode !== 200) {
            socket.destroy()
            callback(new Error(`The outgoing proxy answered ${statusCode}`), null)
          } else if (protocol === 'https:') startTls({ ...options, httpSocket: socket }, callback)
          else callback(null, socket)
        })
        asked.once('timeout', () => asked.destroy(new Error('The outgoing proxy does not answer')))
        asked.once('error', (error) => callback(error, null))
        asked.end()
      }
      const address = hostname.replace(/^\[|\]$/g, '')
      if (isIP(address) !== 0) return connectTo(address)
      lookup(hostname, { all: false }, (error, found) =>
        error ? callback(error, null) : connectTo(String(found)),
      )
    }
  }

function credentialsOf({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
