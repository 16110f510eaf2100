import { z } from 'zod'
import type { Access } from './access.ts'

/** The counters of security G2; the server's rate limits say what each allows. */
export type Limit =
  | 'login'
  | 'register'
  | 'verify'
  | 'forgot'
  | 'refresh'
  | 'basket'
  | 'wishlist'
  | 'follow'
  | 'checkout'
  | 'download'
  | 'view'
  | 'order-status'
  | 'payment'
  | 'payment-coin'
  | 'upload'
  | 'upload-state'
  | 'draft'
  | 'save'
  | 'limits'
  | 'password'
  | 'passkey'
  | 'contact'
  | 'report'
  | 'simulate'

export type Call = {
  summary: string
  access: Access
  limit?: Limit
  /**
   * All visitors who are not signed in get the same response, as long as nothing in the catalog changes and they have the same
   * choice for NSFW games and the same content limits: it is made once for them.
   */
  cached?: true
  /** Also for an account that is being deleted. */
  whileClosing?: true
  /** Requires a login, or a confirmation of identity, within ten minutes: a stolen session alone must not do this. */
  fresh?: true
  /** No log line names the caller, or what the path names: it would tell of their taste. */
  anonymous?: true
  params?: z.ZodObject
  query?: z.ZodObject
  /** A JSON body. */
  body?: z.ZodType
  /** The text fields of a multipart body. A call that also has a `body` accepts either. */
  form?: z.ZodObject
  /** The file parts of the form that may be as large as an upload; all others are pictures. */
  largeParts?: readonly string[]
  /** The maximum number of the form's file parts. */
  filesMax?: number
  /** None: it answers 204, without a body. */
  response?: z.ZodType
  /** For a response that is not JSON but a stream of text: of rows, or of events that contain the response's JSON. */
  responseType?: 'text/csv' | 'text/event-stream'
}

export type CallName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type CallTable = Record<CallName, Call>

export const Id = z.uuid().describe('A time-ordered UUID')
/** The end of the previous page, from that page's `Link`. */
export const PageCursor = z.string().max(6_000).optional().describe('As the `Link` of the page before says')
/** The query of a list whose pages are short. */
export const ShortPage = z.object({
  limit: z.coerce.number().int().min(1).max(50).optional(),
  after: PageCursor,
})
/** Of something that limits or blocks hide. */
export const ShowOnce = z.literal('once').optional().describe('Shows it whatever limits and blocks hide')
export const IsoTime = z.string().describe('ISO 8601 in UTC, ending in Z')
export const Done = z.object({ ok: z.literal(true) })
export const Dollars = z.number().describe('US dollars with at most two decimals')

/** The body of every error response (requirements 2.1). */
export const ErrorResponse = z.object({
  error: z.string().describe('A sentence for a person'),
  code: z.string().describe('Stable, snake_case'),
  fields: z.record(z.string(), z.string()).optional().describe('A sentence for each wrong field'),
})
export type ErrorResponse = z.infer<typeof ErrorResponse>
