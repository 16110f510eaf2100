import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
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

export type OutsidePost = {
  url: URL
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** How much of the answer is read; what follows is never fetched. */
  answerBytesMax: number
}

export type OutsidePosted =
  | { status: number; answer: Buffer; retryAfter: string | null }
  | { failure: OutsideFailure | 'no_answer' }

/** Asks addresses that strangers chose, without ever reaching what only this machine can (HO5). */
export type OutsideClient = {
  ask(request: OutsideRequest): Promise<OutsideAnswer>
  /** Posts to an address of https, on port 443 or 8443. */
  post(request: OutsidePost): Promise<OutsidePosted>
  /** Why nothing would be posted to an address at present; null when it would be tried. */
  refusal(url: URL): Promise<OutsideFailure | null>
  close(): Promise<void>
}

/** How a connection is made, by a look-up of names that checks. */
export type ConnectorOf = (lookup: LookupFunction) => buildConnector.connector

/** How a name is looked up: all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/**
 * Every address of a name is checked, then exactly one of these is connected to, so that a name which answers otherwise the
 * next time leads nowhere else. No redirect is followed, and of what is asked no body is read.
 * @param ownHosts names of the store itself
 */
export function outsideClient(
  ownHosts: readonly string[],
  resolve: Resolve = resolveByDns,
  connectorOf: ConnectorOf = (lookup) => buildConnector({ lookup, autoSelectFamily: true }),
): OutsideClient {
  const options = {
    connect: connectorOf(checkedLookup(resolve)),
    pipelining: 0,
    maxHeaderSize: 16_384,
  }
  const asking = new Agent({ ...options, connections: 1 })
  // Nobody waits here for another's connection: each post opens its own, at an address that was checked for it.
  const posting = new Agent(options)
  return {
    async ask({ method, url, timeoutMs }) {
      const failure = urlFailure(url, LINKS, ownHosts)
      if (failure) return { failure }
      try {
        return { status: await statusOf(asking, { method, url, timeoutMs }) }
      } catch (error) {
        return { failure: failureOf(error) }
      }
    },
    async post(message) {
      const failure = urlFailure(message.url, POSTS, ownHosts)
      if (failure) return { failure }
      const signal = AbortSignal.timeout(message.timeoutMs)
      try {
        return await answerOf(posting, message, signal)
      } catch (error) {
        return { failure: signal.aborted ? 'no_answer' : failureOf(error) }
      }
    },
    async refusal(url) {
      const failure = urlFailure(url, POSTS, ownHosts)
      if (failure || isAddress(url)) return failure
      const addresses = await resolve(url.hostname).catch(() => [])
      return addresses.every(({ address }) => isOutside(address)) ? null : 'refused_address'
    },
    async close() {
      await asking.destroy()
      await posting.destroy()
    },
  }
}

type Door = { protocols: readonly string[]; ports: readonly string[] }
const LINKS: Door = { protocols: ['http:', 'https:'], ports: ['', '80', '443'] }
/** `URL` writes port 443 of https as none. */
const POSTS: Door = { protocols: ['https:'], ports: ['', '8443'] }

function urlFailure(
  url: URL,
  { protocols, ports }: Door,
  ownHosts: readonly string[],
): OutsideFailure | null {
  if (!protocols.includes(url.protocol) || !ports.includes(url.port)) return 'refused_url'
  if (url.username !== '' || url.password !== '') return 'refused_url'
  if (ownHosts.includes(hostOf(url))) return 'refused_address'
  return isAddress(url) && !isOutside(hostOf(url)) ? 'refused_address' : null
}

/** Without the brackets of IPv6 and the dot at the end. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '')

/** No name is looked up for an address, which `URL` writes in one form whatever its digits were. */
const isAddress = (url: URL): boolean => ipaddr.isValid(hostOf(url))

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

/**
 * By the machine's name servers and not `dns.lookup`, whose four threads also read files: a name server that never answers would
 * hold up everybody.
 */
const resolveByDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
  ]
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason
  return addresses
}
const NAME_SERVER_MS = 2_000

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

/** Its status decides, whatever becomes of its body. */
async function answerOf(
  dispatcher: Dispatcher,
  { url, headers, body, answerBytesMax }: OutsidePost,
  signal: AbortSignal,
): Promise<OutsidePosted> {
  const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal, reset: true })
  const retryAfter = answer.headers['retry-after']
  return {
    status: answer.statusCode,
    answer: await beginningOf(answer.body, answerBytesMax),
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  }
}

async function beginningOf(body: Dispatcher.ResponseData['body'], bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= bytesMax) break
    }
  } catch {
    // It broke off, or came too slowly: what came until then is the answer.
  }
  body.on('error', () => undefined).destroy()
  return Buffer.concat(chunks).subarray(0, bytesMax)
}

function failureOf(error: unknown): OutsideFailure {
  if (error instanceof RefusedAddress) return 'refused_address'
  const { code, cause } = error as { code?: string; cause?: unknown } // of whatever was thrown
  if (cause instanceof RefusedAddress) return 'refused_address'
  return code === 'ENOTFOUND' || code === 'ENODATA' ? 'unknown_name' : 'unreachable'
}
