import type { ErrorResponse } from '@nofiller/contract/call'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import './plain-sentence.ts' // the words of refused values
import { isDatabaseDown, isUnusableValue } from '../../database/database.ts'
import { logEvent } from '../../telemetry/log.ts'
import { requesterOf } from '../current-request.ts'
import {
  badRequest,
  HttpError,
  isDiskFull,
  malformed,
  storageFull,
  tooLarge,
  unavailable,
  unprocessable,
  unsupportedType,
  urlTooLong,
} from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows an error page to a person; null if the store serves no pages. */
    refusalPage:
      | ((request: FastifyRequest, reply: FastifyReply, status: number, message: string) => Promise<unknown>)
      | null
  }
}

/**
 * The one place where an error becomes a response (requirements 2.1): JSON, or a page for a person's browser.
 * An unexpected error is a 500 that reveals only its id.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store')
  const known = asHttpError(error)
  if (!known) {
    request.log.error({ ...requesterOf(request), err: error }, 'unexpected error')
    const sentence = `Something went wrong on our side. Request ${request.id}`
    return send(request, reply, 500, { error: sentence, code: 'internal_error' })
  }
  if (known.status >= 500 && !isKnownBusy(known))
    request.log.warn({ ...requesterOf(request), err: error }, known.message)
  if (isRefusal(known))
    logEvent(request.log, 'access_refused', { ...requesterOf(request), req: request, code: known.code })
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds)
  if (known.status === 401) reply.header('www-authenticate', 'Bearer')
  const answer: ErrorResponse = {
    error: known.message,
    code: known.code,
    ...(known.fields && { fields: known.fields }),
  }
  return send(request, reply, known.status, answer)
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, answer: ErrorResponse) {
  const { refusalPage } = request.server
  if (refusalPage && wantsPage(request)) return refusalPage(request, reply, status, answer.error)
  return reply.code(status).send(answer)
}

/** Whether a browser navigates to this address; the API only answers programs. */
const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/api(?:\/|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '')

const BUSY_LOGGED_EVERY_MS = 1_000
let busyLoggedAt = Number.NEGATIVE_INFINITY

/** An overloaded store logs one line a second: more would add to the load. Metrics count all of them. */
function isKnownBusy({ code }: HttpError): boolean {
  if (code !== 'busy') return false
  const isKnown = performance.now() - busyLoggedAt < BUSY_LOGGED_EVERY_MS
  if (!isKnown) busyLoggedAt = performance.now()
  return isKnown
}

/** Refused logins are logged by the login, which knows the account. */
const OF_LOGIN = new Set([
  'invalid_credentials',
  'suspended',
  'unverified',
  'second_factor_needed',
  'wrong_code',
  'login_over',
])

const isRefusal = ({ status, code }: HttpError): boolean =>
  (status === 401 || status === 403) && !OF_LOGIN.has(code)

type Issue = { code?: string | undefined; path: readonly PropertyKey[]; message: string }

/** A wrong type is malformed (400); a value that breaks a rule is unprocessable (422), each with its sentence. */
export function zodProblem(issues: readonly Issue[]): HttpError {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join('.')
    if (field && !(field in fields)) fields[field] = issue.message
  }
  const message = issues[0]?.message ?? 'This request is malformed.'
  const isMalformed = issues.some(
    (issue) => issue.code !== 'custom' && issue.code !== 'too_small' && issue.code !== 'too_big',
  )
  return isMalformed ? badRequest('bad_request', message, fields) : unprocessable(fields, message)
}

/** The response for an error; null for an unexpected one. */
export function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return zodProblem(error.validation.map(toIssue))
  if (isDatabaseDown(error))
    return unavailable('The store cannot answer right now. Please try again in a moment.')
  if (isDiskFull(error)) return storageFull() // by a part of a form, which goes to a temporary file first
  if (isUnusableValue(error)) return malformed()
  return fromFastify(error as FastifyError)
}

/** fastify-type-provider-zod keeps zod's own issue in `params.issue` and the path in `instancePath`. */
function toIssue(validation: { instancePath: string; keyword: string; message?: string | undefined }): Issue {
  return {
    code: validation.keyword,
    path: validation.instancePath.split('/').filter(Boolean),
    message: validation.message ?? 'This request is malformed.',
  }
}

const FROM_FASTIFY: Record<string, () => HttpError> = {
  FST_ERR_MAX_PARAM_LENGTH: () => urlTooLong(),
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge('This request is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedType(),
  FST_REQ_FILE_TOO_LARGE: () => tooLarge('This image is too large.'),
  FST_FILES_LIMIT: () => tooLarge('Too many files at once.'),
  FST_PARTS_LIMIT: () => tooLarge('Too many parts.'),
  FST_FIELDS_LIMIT: () => tooLarge('Too many fields.'),
}

function fromFastify(error: FastifyError): HttpError | null {
  const known = FROM_FASTIFY[error.code]
  if (known) return known()
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500
    ? new HttpError(status, 'bad_request', 'This request is malformed.')
    : null
}
