import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'

/** Why nothing was asked, or nothing was answered. */
export type OutsideFailure =
  /** An address that the store never asks: another scheme or port, or with a password in it. */
  | 'refused_url'
  /** The name leads into a private network, to this machine, or to the store itself. */
  | 'refused_address'
  | 'unknown_name'
  | 'unreachable'

export type OutsideAnswer = { status: number } | { failure: OutsideFailure }

export type OutsideRequest = { method: 'HEAD' | 'GET'; url: URL; timeoutMs: number }

/** Asks addresses that strangers chose, without ever reaching what only this machine can (HO5). */
export type OutsideClient = { ask(request: OutsideRequest): Promise<OutsideAnswer>; close(): Promise<void> }

/** How a connection is made, by a look-up of names that checks. */
export type ConnectorOf = (lookup: LookupFunction) => buildConnector.connector

/** How a name is looked up: all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/**
 * Every address of a name is checked, then exactly one of these is connected to, so that a name which answers otherwise the
 * next time leads nowhere else. No redirect is followed, no body read.
 * @param ownHosts names of the store itself
 */
export function outsideClient(
  ownHosts: readonly string[],
  resolve: Resolve = resolveByDns,
  connectorOf: ConnectorOf = (lookup) => buildConnector({ lookup, autoSelectFamily: true }),
): OutsideClient {
  const dispatcher = new Agent({
    connect: connectorOf(checkedLookup(resolve)),
    connections: 1,
    pipelining: 0,
    maxHeaderSize: 16_384,
  })
  return {
    async ask({ method, url, timeoutMs }) {
      const failure = urlFailure(url, ownHosts)
      if (failure) return { failure }
      try {
        return { status: await statusOf(dispatcher, { method, url, timeoutMs }) }
      } catch (error) {
        return { failure: failureOf(error) }
      }
    },
    close: () => dispatcher.destroy(),
  }
}

const PORTS = ['', '80', '443']

function urlFailure(url: URL, ownHosts: readonly string[]): OutsideFailure | null {
  if (!/^https?:$/.test(url.protocol) || !PORTS.includes(url.port)) return 'refused_url'
  if (url.username !== '' || url.password !== '') return 'refused_url'
  const host = url.hostname.replace(/\.$/, '')
  if (ownHosts.includes(host)) return 'refused_address'
  // No name is looked up for an address, which `URL` writes in one form whatever its digits were.
  const address = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(address) && !isOutside(address) ? 'refused_address' : null
}

/** Whether an address is one of the internet's own, and leads to no other through IPv6. */
export function isOutside(address: string): boolean {
  const parsed = ipaddr.process(address) // an IPv4 address in an IPv6 one is that IPv4 address
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL))
}

/** What is handed out of IPv6. Elsewhere are old forms of IPv4 addresses, such as `::7f00:1`. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

class RefusedAddress extends Error {}

const checkedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const inside = addresses.find(({ address }) => !isOutside(address))
        const [first] = addresses
        if (inside || !first) return callback(new RefusedAddress(`${hostname} leads inside`), '')
        return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

const resolveByDns: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true, order: 'verbatim' }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })

async function statusOf(dispatcher: Dispatcher, { method, url, timeoutMs }: OutsideRequest): Promise<number> {
  const { statusCode, body } = await request(url, {
    dispatcher,
    method,
    headers: { accept: '*/*', 'user-agent': 'link-check' },
    signal: AbortSignal.timeout(timeoutMs),
    reset: true,
  })
  body.on('error', () => undefined).destroy()
  return statusCode
}

function failureOf(error: unknown): OutsideFailure {
  if (error instanceof RefusedAddress) return 'refused_address'
  const { code, cause } = error as { code?: string; cause?: unknown } // of whatever was thrown
  if (cause instanceof RefusedAddress) return 'refused_address'
  return code === 'ENOTFOUND' ? 'unknown_name' : 'unreachable'
}
