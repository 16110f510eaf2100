import { PROOF_CODES } from '@nofiller/contract/accounts/proof-codes'
import type { ErrorResponse } from '@nofiller/contract/call'

/** A failed call. `message` is a sentence for a person; `status` is 0 when there was no response at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The stable code of the response, or an empty string when it has none. */
  readonly code: string
  /** A sentence for each wrong field. */
  readonly fields: Record<string, string>
  /** Seconds from the `Retry-After` header, when there is one. */
  readonly retryAfterSeconds: number | null

  constructor(problem: {
    status: number
    message: string
    code?: string
    fields?: Record<string, string> | undefined
    retryAfterSeconds?: number | null
  }) {
    super(problem.message)
    this.status = problem.status
    this.code = problem.code ?? ''
    this.fields = problem.fields ?? {}
    this.retryAfterSeconds = problem.retryAfterSeconds ?? null
  }
}

/** No response: no connection, a server that is down, a blocked request. */
export const networkError = (): ApiError => new ApiError({ status: 0, message: 'Network error' })

/**
 * Whether a failure says nothing about the caller: no response, a busy or a broken server, or a success that did not come from
 * the store, such as the page of a hotel's network.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status < 400 || error.status === 429 || error.status >= 500)

/** Whether the response asks a signed-in user for another proof of identity. */
export const isProofNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && PROOF_CODES.includes(error.code)

/**
 * The error of a failed response: its `error` field when the body is JSON, else its text,
 * else `Request failed: {status}` (requirements 2.3).
 */
export function errorOf(status: number, body: string, header: (name: string) => string | null): ApiError {
  const answer = parseResponse(body)
  const seconds = Number(header('retry-after') ?? Number.NaN)
  return new ApiError({
    status,
    message: answer?.error || (answer ? '' : body.trim()) || `Request failed: ${status}`,
    code: answer?.code,
    fields: answer?.fields,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  })
}

function parseResponse(body: string): Partial<ErrorResponse> | null {
  try {
    const parsed: unknown = JSON.parse(body)
    // The server's own error format (requirements 2.1); any other JSON has no sentence to show.
    return typeof parsed === 'object' && parsed !== null ? (parsed as Partial<ErrorResponse>) : null
  } catch {
    return null
  }
}

/**
 * The message for a failure: the server's own sentence, else the given one. A response without a sentence
 * (a proxy's page, an empty body) and no response at all count as none.
 */
export function messageOf(error: unknown, otherwise = 'Something went wrong. Please try again.'): string {
  const said = error instanceof ApiError && error.status !== 0 ? error.message : ''
  const isSentence = said !== '' && !said.startsWith('<') && !said.startsWith('Request failed: ')
  return isSentence ? said : otherwise
}
