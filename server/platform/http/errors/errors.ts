/** The errors that a rule may throw. Each becomes the response of requirements 2.1: status, a stable code, a sentence for a person. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = extra.fields
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

export const badRequest = (code: string, message: string, fields?: Record<string, string>) =>
  new HttpError(400, code, message, { fields })
export const malformed = () => badRequest('bad_request', 'This request is malformed.')
export const unauthorized = (message = 'Please log in.', code = 'unauthorized') =>
  new HttpError(401, code, message)
export const forbidden = (message = 'You may not do this.', code = 'forbidden') =>
  new HttpError(403, code, message)
export const notFound = (message = 'Not found') => new HttpError(404, 'not_found', message)
export const conflict = (code: string, message: string, fields?: Record<string, string>) =>
  new HttpError(409, code, message, { fields })
export const tooLarge = (message = 'This is too large.') => new HttpError(413, 'too_large', message)
export const urlTooLong = () => new HttpError(414, 'url_too_long', 'This address is too long.')
export const unsupportedType = (message = 'This content type is not accepted.') =>
  new HttpError(415, 'unsupported_type', message)
export const unprocessable = (fields: Record<string, string>, message?: string) =>
  new HttpError(
    422,
    'invalid_fields',
    message ?? Object.values(fields)[0] ?? 'Please fix the highlighted fields.',
    {
      fields,
    },
  )
export const tooMany = (retryAfterSeconds: number, message = 'Too many requests. Please try again later.') =>
  new HttpError(429, 'too_many', message, { retryAfterSeconds })
export const unavailable = (message: string, code = 'unavailable', retryAfterSeconds = 10) =>
  new HttpError(503, code, message, { retryAfterSeconds })

export const storageFull = () =>
  new HttpError(507, 'storage_full', 'The store has no room left for this file. Please try again later.')

/** Whether the disk, or the store's share of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
