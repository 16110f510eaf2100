import { z } from 'zod'
import type { Access } from './access.ts'

/** The counters of security G2; what each allows stands in the server's `platform/http/limits.ts`. */
export type Limit =
  | 'login'
  | 'register'
  | 'verify'
  | 'forgot'
  | 'refresh'
  | 'basket'
  | 'checkout'
  | 'download'
  | 'view'
  | 'order-status'
  | 'payment'
  | 'payment-coin'
  | 'upload'
  | 'upload-state'
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
   * All who are not signed in get the same answer, as long as nothing in the catalog changes and they chose the same of
   * NSFW games and set the same limits: it is made once for them.
   */
  cached?: true
  /** Also for an account that waits for its deletion. */
  whileClosing?: true
  /** Asks for a log-in, or a proof of who it is, of the last ten minutes: a stolen session alone must not do this. */
  fresh?: true
  /** No line of the log says who made it. */
  anonymous?: true
  params?: z.ZodObject
  query?: z.ZodObject
  /** A JSON body. */
  body?: z.ZodType
  /** The text fields of a multipart body. A call that has a `body` too takes either. */
  form?: z.ZodObject
  /** The file parts of the form that may be as large as an upload; every other is a picture. */
  largeParts?: readonly string[]
  /** How many file parts the form may have. */
  filesMax?: number
  response: z.ZodType
  /** For an answer that is not JSON but a stream of text: of rows, or of events that hold the answer's JSON. */
  responseType?: 'text/csv' | 'text/event-stream'
}

export type CallName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type CallTable = Record<CallName, Call>

export const Id = z.uuid().describe('A time-ordered UUID')
/** Where the page before ended; it stands in that page's `Link`. */
export const PageCursor = z.string().max(6_000).optional().describe('As the `Link` of the page before says')
export const IsoTime = z.string().describe('ISO 8601 in UTC, ending in Z')
export const Done = z.object({ ok: z.literal(true) })
export const Dollars = z.number().describe('US dollars with at most two decimals')

/** The body of every answer that is not a success (requirements 2.1). */
export const ErrorResponse = z.object({
  error: z.string().describe('A sentence for a person'),
  code: z.string().describe('Stable, snake_case'),
  fields: z.record(z.string(), z.string()).optional().describe('A sentence for each wrong field'),
})
export type ErrorResponse = z.infer<typeof ErrorResponse>
