import { ACCOUNT_CLOSED_CODE } from '@nofiller/contract/accounts/proof-codes'
import { REAUTHENTICATION_NEEDED_CODE } from '@nofiller/contract/accounts/reauthentication-rules'
import type { CallName, ResponseBody, Sent } from '@nofiller/contract/calls'
import { readTotal } from '@nofiller/contract/catalog/browsing'
import { readStored } from '../session/stored-user.ts'
import { setClockBy } from '../ui/clock.ts'
import { errorOf, isProofNeeded, networkError } from './api-error.ts'
import { unlessLeaving } from './leaving.ts'
import { askForProof } from './proof.ts'
import { freshToken } from './refresh.ts'

type Part<Name extends CallName, Key extends 'params' | 'body'> =
  Sent<Name, Key> extends undefined ? { [K in Key]?: undefined } : { [K in Key]: Sent<Name, Key> }

/** The input of a call: its path parameters and body as required by the contract, and its optional query. */
export type CallOptions<Name extends CallName> = Part<Name, 'params'> &
  Part<Name, 'body'> & {
    query?: Sent<Name, 'query'>
    signal?: AbortSignal
    /** Replaces the stored token: a login asks for the user before it stores anything. Never refreshed. */
    token?: string
  }

type Options<Name extends CallName> =
  object extends CallOptions<Name> ? [options?: CallOptions<Name>] : [options: CallOptions<Name>]

/** One page of a list: its rows, the `after` of the next page or null at the end, and the total number of rows. */
export type ListPage<Rows> = { rows: Rows; next: string | null; total: number | null }

/**
 * Makes a call of the contract, by name: `call('GET /api/orders/:orderId', { params: { orderId } })`.
 * Sends the session's bearer; on 401 or 403 it asks once for a new token and tries once more (requirements 2.6).
 * @throws ApiError for every failed response, with status 0 when there was none
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[options]: Options<Name>
): Promise<ResponseBody<Name>> {
  const response = await send(name, options ?? {})
  return (await readJson(response)) as ResponseBody<Name> // the server checks its responses against the same contract
}

/** As `call`, for a list: reads the next page from `Link` and the count from `X-Total-Count` (requirements 2.4). */
export async function callPage<Name extends CallName>(
  name: Name,
  ...[options]: Options<Name>
): Promise<ListPage<ResponseBody<Name>>> {
  const response = await send(name, options ?? {})
  const total = response.headers.get('x-total-count')
  return {
    rows: (await readJson(response)) as ResponseBody<Name>,
    next: nextAfter(response.headers.get('link')),
    total: total === null ? null : readTotal(total),
  }
}

/** Like `call`, for a response that is a file. */
export async function callFile<Name extends CallName>(
  name: Name,
  ...[options]: Options<Name>
): Promise<Blob> {
  const response = await send(name, options ?? {})
  return response.blob().catch(() => {
    throw networkError()
  })
}

/** Calls without a session: a refused password must not cause a refresh. */
const WITHOUT_BEARER: readonly CallName[] = [
  'POST /api/login',
  'POST /api/login/passkey/options',
  'POST /api/login/passkey',
  'POST /api/logout',
  'POST /api/refresh',
  'POST /api/register-start',
  'GET /api/registration',
  'POST /api/verify-email',
  'POST /api/verify-resend',
  'POST /api/forgot-password',
  'POST /api/reset-password',
  'GET /api/order-status/:orderId',
  'GET /sandbox/invoice/:id/state',
  'POST /sandbox/invoice/:id/simulate',
]

type Loose = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal; token?: string }

async function send(name: CallName, options: Loose): Promise<Response> {
  const stored = WITHOUT_BEARER.includes(name) ? null : (readStored()?.token ?? null)
  const response = options.token
    ? await request(name, options, options.token)
    : await withFreshToken(
        stored,
        (bearer) => request(name, options, bearer),
        (reply) => bodyText(reply.clone()),
      )
  if (response.ok) return response
  const error = errorOf(response.status, await bodyText(response), (header) => response.headers.get(header))
  if (error.code === ACCOUNT_CLOSED_CODE) leadToKeeping()
  if (error.code === REAUTHENTICATION_NEEDED_CODE && (await askForProof())) return send(name, options)
  throw error
}

/** A login to an account that is being deleted asks whether to keep the account. */
function leadToKeeping(): void {
  if (location.pathname !== '/settings/data') location.replace('/settings/data')
}

/** Tries once with the current token and, when that is refused, once with a new one. */
export async function withFreshToken<Reply extends { status: number }>(
  token: string | null,
  attempt: (token: string | null) => Promise<Reply>,
  bodyOf: (reply: Reply) => string | Promise<string>,
): Promise<Reply> {
  const reply = await attempt(token)
  if (token === null || (reply.status !== 401 && reply.status !== 403)) return reply
  const wantsProof = isProofNeeded(errorOf(reply.status, await bodyOf(reply), () => null))
  return wantsProof ? reply : attempt(await freshToken(token))
}

async function request(name: CallName, options: Loose, token: string | null): Promise<Response> {
  const [method, path] = splitName(name)
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  const askedAtMs = performance.now()
  try {
    const response = await fetch(addressOf(path, options.params, options.query), {
      method,
      headers,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
    })
    setClockBy(response, askedAtMs)
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    await unlessLeaving()
    throw networkError()
  }
}

/** The method and path of a call's name. */
export function splitName(name: CallName): [method: string, path: string] {
  const at = name.indexOf(' ')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** The URL of a call: `:name` filled from `params`, encoded; undefined query entries are left out. */
export function addressOf(path: string, params: unknown, query?: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  const filled = path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(values.get(key) ?? '')),
  )
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

async function bodyText(response: Response): Promise<string> {
  return response.text().catch(() => {
    throw networkError()
  })
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return
  const text = await bodyText(response)
  try {
    return JSON.parse(text)
  } catch {
    throw errorOf(response.status, '', () => null)
  }
}

function nextAfter(link: string | null): string | null {
  const address = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  return address === undefined ? null : new URL(address, 'http://store').searchParams.get('after')
}
