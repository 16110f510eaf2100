import { z } from 'zod'
import { type CallTable, Id, IsoTime, PageCursor } from '../call.ts'
import { SECURITY_EVENTS, type SecurityEventKind } from './security-event-rules.ts'

const LIMIT_MAX = 100

/** A security event of an account. */
export const SecurityEvent = z.object({
  _id: Id,
  kind: z.enum(Object.keys(SECURITY_EVENTS) as [SecurityEventKind, ...SecurityEventKind[]]), // these are all its keys
  about: z.string().nullable().describe('Which passkey, address or browser'),
  browser: z.string().describe('Such as "Firefox on Windows"; empty when unknown'),
  times: z.number().int().describe('How often in a row'),
  at: IsoTime,
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const securityEventCalls = {
  'GET /api/security-events': {
    summary: "What happened to the keys of the caller's account in the last 90 days, newest first",
    access: 'signed-in',
    query: z.object({
      after: PageCursor,
      limit: z.coerce.number().int().min(1).max(LIMIT_MAX).optional(),
    }),
    response: z.array(SecurityEvent),
  },
} satisfies CallTable
