import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 1024 * 1024
const READ_TRIES = 3
const FIRST_PAUSE_MS = 250
/** A provider that asks for a longer pause is called again by a later job. */
const PAUSE_MS_MAX = 5_000
const DETAIL_LENGTH_MAX = 300

/** A provider's response that was not a success, or was unreadable. */
export class ProviderError extends Error {
  /** Null when there was no response, or an unreadable one. */
  readonly status: number | null
  readonly retryAfterMs: number | null
  /** The provider's own error code for a refusal, if any. */
  readonly code: string | null

  constructor(
    message: string,
    status: number | null = null,
    retryAfterMs: number | null = null,
    code: string | null = null,
  ) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.code = code
  }
}

/**
 * Whether a provider says by its own error code that something does not exist. A 404 alone is no proof: a route that the
 * provider dropped returns it too, and money must not seem lost because of that.
 */
export const isUnknownThere = (error: unknown, codes: readonly string[]): error is ProviderError =>
  error instanceof ProviderError && error.code !== null && codes.includes(error.code)

/** This coin cannot be chosen for this invoice; another one may work. */
export class CoinRefused extends ProviderError {
  readonly reason: 'too_small' | 'unavailable'

  constructor(reason: CoinRefused['reason'], message: string, status: number | null = null) {
    super(message, status)
    this.reason = reason
  }
}

/** Rethrows a provider's refusal of a coin as `CoinRefused`, detected by the provider's error text. */
export function coinRefusal(reasons: ReadonlyMap<string, CoinRefused['reason']>) {
  return (error: unknown): never => {
    const reason = error instanceof ProviderError ? reasons.get(error.code ?? '') : undefined
    if (!reason || !(error instanceof ProviderError)) throw error
    throw new CoinRefused(reason, error.message, error.status)
  }
}

/** Lets a call through or refuses it at once, and learns from its outcome. */
export type Guard = <T>(run: () => Promise<T>) => Promise<T>

/**
 * Guards every network call of a provider's method, however deep in its adapter: what an adapter knows without a call
 * says nothing about the provider's health.
 */
export const guardOfCall = new AsyncLocalStorage<Guard>()

/** Makes no call when no time is left, and does not blame the provider for it. */
async function underGuard<T>({ signal }: Pick<Question, 'signal'>, run: () => Promise<T>): Promise<T> {
  if (signal?.aborted) throw new ProviderError('no time was left to ask the provider')
  const guard = guardOfCall.getStore()
  return guard ? guard(run) : run()
}

type Question = {
  headers: Record<string, string>
  signal?: AbortSignal | undefined
  /** For lists that a provider does not paginate; 1 MB otherwise. */
  responseBytesMax?: number
}
type Asking = Question & { method: 'GET' | 'POST' | 'DELETE'; body?: string }

/**
 * Calls a provider once: 10 s, no redirects, at most 1 MB of JSON (security C9).
 * @throws ProviderError with the reason, never with a secret
 */
export const askProvider = (url: string, asking: Asking): Promise<unknown> =>
  underGuard(asking, () => ask(url, asking))

/** Makes one call whose response is a word and not JSON. @throws ProviderError */
export const askProviderForText = (url: string, asking: Asking): Promise<string> =>
  underGuard(asking, () => answerTo(url, asking))

/** Makes one POST whose response is only a status. @throws ProviderError */
export const notifyProvider = (url: string, question: Question): Promise<void> =>
  underGuard(question, async () => void (await answerTo(url, { ...question, method: 'POST' })))

async function ask(url: string, asking: Asking): Promise<unknown> {
  const json = parseJson(await answerTo(url, asking))
  if (json === undefined) throw new ProviderError('the provider answered something that is not JSON')
  return json
}

async function answerTo(
  url: string,
  { signal, responseBytesMax = ANSWER_BYTES_MAX, ...init }: Asking,
): Promise<string> {
  try {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const text = await limitedText(answer, responseBytesMax)
    if (!answer.ok) throw refusal(answer, parseJson(text))
    return text
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(`the provider could not be asked: ${reasonOf(error)}`)
  }
}

/**
 * Reads from a provider. Temporary failures (no response, invalid JSON, 408, 429, 5xx) are retried up to three tries with
 * growing, jittered pauses, or after the pause that the provider asks for.
 * @param pace awaited before each try; calls during a click have none
 * @throws ProviderError
 */
export async function readProvider(url: string, reading: Reading): Promise<unknown> {
  await reading.pace?.turn() // before the guard: no response failed yet
  return underGuard(reading, () => read(url, reading))
}

type Reading = Question & { pace?: Pace | undefined; firstPauseMs?: number }

async function read(
  url: string,
  { pace, firstPauseMs = FIRST_PAUSE_MS, ...question }: Reading,
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    if (tries > 1) await pace?.turn()
    try {
      return await ask(url, { method: 'GET', ...question })
    } catch (error) {
      if (!(error instanceof ProviderError) || !mayPass(error)) throw error
      const pauseMs = error.retryAfterMs ?? firstPauseMs * 2 ** tries * (0.5 + Math.random() / 2)
      if (error.retryAfterMs !== null) pace?.rest(pauseMs)
      if (tries === READ_TRIES || question.signal?.aborted || pauseMs > PAUSE_MS_MAX) throw error
      await sleep(pauseMs, undefined, { signal: question.signal }).catch(() => {
        throw error // given up meanwhile: the previous error says more
      })
    }
  }
}

export type Pace = { turn(): Promise<void>; rest(ms: number): void }

/** Runs polling calls one after the other, at a limited rate, and none while the provider asks for a pause. */
export function pacing(perSecond: number): Pace {
  let nextAt = 0
  let restUntil = 0
  return {
    async turn() {
      const now = Date.now()
      if (restUntil - now > PAUSE_MS_MAX) throw new ProviderError('the provider wants to be left alone', 429)
      const at = Math.max(now, nextAt, restUntil)
      nextAt = at + 1_000 / perSecond
      await sleep(at - now)
    },
    rest(ms) {
      restUntil = Math.max(restUntil, Date.now() + ms)
    },
  }
}

const mayPass = ({ status }: ProviderError): boolean =>
  status === null || status === 408 || status === 429 || status >= 500

function refusal({ status, headers }: Response, body: unknown): ProviderError {
  const detail = [detailOf(body), headers.get('x-request-id') ?? ''].filter(Boolean).join(', request ')
  return new ProviderError(
    `the provider answered ${status}${detail && `: ${detail}`}`,
    status,
    retryAfterMs(headers.get('retry-after')),
    Problem.safeParse(body).data?.code ?? null,
  )
}

const Problem = z.object({
  path: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
})
const Problems = z.union([Problem.transform((one) => [one]), z.array(Problem)])

/** Providers explain a refusal as `{code, message}` or as a list of `{path, message}`. */
function detailOf(body: unknown): string {
  const problems = Problems.safeParse(body)
  if (!problems.success) return ''
  return problems.data
    .map(({ path, code, message }) => [path ?? code, message].filter(Boolean).join(' '))
    .join('; ')
    .slice(0, DETAIL_LENGTH_MAX)
}

function retryAfterMs(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d{1,7}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the parser's own message would quote the response, which may hold a token
  }
}

/** `fetch failed` says nothing: the reason is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

async function limitedText(answer: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > bytesMax)
      throw new ProviderError(`the provider answered more than ${bytesMax / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
