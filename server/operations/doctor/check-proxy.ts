/** The requests from outside: the store's address, the providers' messages, visitors' addresses, uploads. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { bad, good, type Outcome, warn } from './finding.ts'
import { PROBE_PATH, Probe } from './proxy-probe.ts'

const TIMEOUT_MS = 8_000
/** A store that is still starting, as after a restore, listens within this time. */
const START_MS = 60_000
/** An address of those reserved for examples (RFC 5737), which no visitor has. */
const FORGED_ADDRESS = '203.0.113.7'

/** A code that no country has (ISO 3166-1). */
const FORGED_COUNTRY = 'QZ'

export type PublicStore = { publicUrl: string; token: string; trustedProxies: readonly string[] | undefined }

/** Waits while the proxy has no store behind it (502), for a minute at most. */
export async function untilStarted(publicUrl: string): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(500)) {
    const answer = await ask(`${publicUrl}/api/health`, {})
    if ('state' in answer || answer.status !== 502) return
  }
}

/** Asks through the proxy, once plainly and once as a visitor who forges an address (security F6). */
export async function checkProxy(store: PublicStore): Promise<Outcome> {
  const seen = await probe(store, {})
  if ('state' in seen) return seen
  const expectsProxy = store.publicUrl.startsWith('https://') || store.trustedProxies !== undefined
  if (expectsProxy && !seen.hasForwardedFor)
    return bad(
      'The proxy does not say who visits: let it send X-Forwarded-For (nginx: "proxy_set_header X-Forwarded-For $remote_addr;"), or all visitors share one limit.',
    )
  if (seen.hasForwardedFor && !seen.isBelieved)
    return bad(
      `The store does not believe its proxy, so all visitors share one limit: set TRUST_PROXY=${seen.peer}.`,
    )
  const forged = await probe(store, { 'x-forwarded-for': FORGED_ADDRESS })
  if ('state' in forged) return forged
  if (forged.address === FORGED_ADDRESS)
    return bad(
      'Visitors can choose the address they are counted by: let the proxy write X-Forwarded-For anew (nginx: "proxy_set_header X-Forwarded-For $remote_addr;") and name only the proxy in TRUST_PROXY.',
    )
  return good(`The store is reached at ${store.publicUrl}, and tells its visitors apart.`)
}

/** Asks as a visitor who says from which country they come: only the proxy may say that. */
export async function checkCountry(store: PublicStore, header: string): Promise<Outcome> {
  if (store.trustedProxies === undefined)
    return warn(
      `COUNTRY_HEADER is set, but no proxy is trusted, so every visitor's country is unknown and has the strictest AGE_RULE: name the proxy that sends ${header} in TRUST_PROXY.`,
    )
  const forged = await probe(store, { [header]: FORGED_COUNTRY })
  if ('state' in forged) return forged
  return forged.place === FORGED_COUNTRY
    ? bad(
        `Visitors can choose the country they come from: let the proxy write ${header} anew, or drop what visitors send (nginx: "proxy_set_header ${header} $country;").`,
      )
    : good(`Visitors cannot choose what ${header} says of their country.`)
}

async function probe(
  { publicUrl, token }: PublicStore,
  headers: Record<string, string>,
): Promise<z.infer<typeof Probe> | Outcome> {
  const answer = await ask(`${publicUrl}${PROBE_PATH}`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  if ('state' in answer) return answer
  const probe = Probe.safeParse(answer.body)
  return probe.success
    ? probe.data
    : bad(
        `Something else than this store answers at ${publicUrl} (${answer.status}): start the store, let the proxy pass everything on to it, and use the same SECRET_KEY here.`,
      )
}

/** Sends a message without a signature, which the store must be the one to refuse. */
export async function checkWebhook(publicUrl: string, provider: string): Promise<Outcome> {
  const url = `${publicUrl}/api/webhooks/${provider}`
  const answer = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  if ('state' in answer) return answer
  const isRefusedByStore = answer.status === 401 && answer.body !== null
  return isRefusedByStore
    ? good(`Messages to ${url} reach the store, which refuses those without a signature.`)
    : bad(
        `Messages of the payment provider do not reach the store: ${url} answers ${answer.status}. Let the proxy pass POST below /api/webhooks/ on, without a log-in or challenge of its own.`,
      )
}

async function ask(url: string, init: RequestInit): Promise<{ status: number; body: unknown } | Outcome> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body: unknown = await response.json().catch(() => null)
    return { status: response.status, body }
  } catch (error) {
    return bad(unreachable(url, error))
  }
}

function unreachable(url: string, error: unknown): string {
  const { origin, hostname } = new URL(url)
  const { cause } = error as { cause?: { code?: string; message?: string } } // fetch names what went wrong in there
  const reason = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error))
  if (/CERT|SELF_SIGNED|ALTNAME|SIGNATURE/.test(reason))
    return `The certificate of ${hostname} is not accepted (${reason}): renew it, and serve the whole chain.`
  if (reason === 'ENOTFOUND')
    return `The name ${hostname} leads nowhere: set it in the DNS, or correct PUBLIC_URL.`
  return `Nothing answers at ${origin} (${reason}): start the store and its proxy, and open the port.`
}

/** Announces the largest upload without sending a byte: the store refuses its address at once, unless the proxy comes first. */
export async function checkUploads(
  publicUrl: string,
  maxBytes: number,
  timeoutMs = TIMEOUT_MS,
): Promise<Outcome> {
  const status = await announce(`${publicUrl}/files/games/doctor`, maxBytes, timeoutMs)
  switch (status) {
    case 403:
      return good('Uploads of the largest size pass the proxy.')
    case 413:
      return bad(
        'The proxy refuses large uploads: nginx needs "client_max_body_size 0;" for the location /files/.',
      )
    case null:
      return bad(
        'Uploads do not reach the store while they are sent: nginx needs "proxy_request_buffering off;" for the location /files/.',
      )
    default:
      return bad(`The address of uploads answers ${status}: let the proxy pass PUT below /files/ on.`)
  }
}

/** @returns the status of the answer, or null when none came before the body */
function announce(url: string, sizeBytes: number, timeoutMs: number): Promise<number | null> {
  const headers = { 'content-type': 'application/zip', 'content-length': sizeBytes }
  const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, { method: 'PUT', headers })
  return new Promise<number | null>((resolve, reject) => {
    request.on('response', ({ statusCode = 0 }) => resolve(statusCode))
    request.on('error', (error) => reject(new Error(unreachable(url, { cause: error }))))
    request.setTimeout(timeoutMs, () => resolve(null))
    request.flushHeaders()
  }).finally(() => request.destroy())
}
