import { z } from 'zod'
import { Reasoned, WithId } from '../admin/admin.ts'
import { type CallTable, Done, Id, IsoTime } from '../call.ts'
import { writtenText } from '../text/written-text.ts'
import { ACKNOWLEDGE_REASON_MAX, FINDING_IDS, FINDING_LEVELS, MALWARE_STATES } from './finding-rules.ts'

/** What a check before publishing found (PF1). */
export const Finding = z.object({
  id: z.enum(FINDING_IDS),
  level: z.enum(FINDING_LEVELS),
  where: z.string().describe('The field of the game form that it is about; `file` or `demo` for a build'),
  buildId: Id.nullable().describe('The build that it is about; null for the page'),
  title: z.string(),
  sentence: z.string(),
  fix: z
    .record(z.string(), z.string())
    .optional()
    .describe('Values of fields that would mend it, such as a color; for `engine` a note about saves'),
  acknowledged: z
    .object({ by: z.string(), at: IsoTime, reason: z.string().nullable() })
    .nullable()
    .describe(
      'Who said that it is meant so, and when; holds for this build, or until the page changes there',
    ),
})
export type Finding = z.infer<typeof Finding>

/** Bytes in which the malware scanner found something, with the first build that has them. */
export const FoundMalware = z.object({
  buildId: Id,
  file: z.string(),
  sha256: z.string(),
  signature: z.string().describe('What the scanner calls it'),
  scannedAt: IsoTime,
  game: z.object({ _id: Id, title: z.string() }),
  developer: z.string(),
  games: z.number().int().describe('How many games have these bytes'),
  lifted: z
    .object({ at: IsoTime, by: z.string(), reason: z.string() })
    .nullable()
    .describe('That an admin said it is a false alarm'),
})
export type FoundMalware = z.infer<typeof FoundMalware>

const Acknowledged = z.object({
  id: z.enum(FINDING_IDS),
  where: z.string().max(40),
  buildId: Id.nullable().default(null),
})

const params = z.object({ id: Id })

export const findingCalls = {
  'POST /api/games/:id/preflight': {
    summary: 'Check a game’s page, its files and those of drafts as they are, the findings that block first',
    access: 'developer',
    limit: 'upload-state',
    params,
    response: z.object({
      checkedAt: IsoTime,
      isComplete: z.boolean().describe('False while a file is still being read or scanned'),
      findings: z.array(
        Finding.extend({
          draft: z
            .object({ id: Id, label: z.string() })
            .nullable()
            .describe('The release that is not live yet and has this build'),
        }),
      ),
    }),
  },
  'POST /api/games/:id/preflight/acknowledgements': {
    summary: 'Say of a warning that it is meant so',
    access: 'developer',
    limit: 'save',
    params,
    body: Acknowledged.extend({
      reason: writtenText({ max: ACKNOWLEDGE_REASON_MAX }).nullable().default(null),
    }),
    response: Done,
  },
  'DELETE /api/games/:id/preflight/acknowledgements': {
    summary: 'Take back that a warning is meant so',
    access: 'developer',
    limit: 'save',
    params,
    body: Acknowledged,
    response: Done,
  },
  'GET /api/admin/malware': {
    summary: 'What the malware scanner found, the oldest first, or the false alarms that were lifted last',
    access: 'admin',
    query: z.object({ state: z.enum(MALWARE_STATES).default('open') }),
    response: z.array(FoundMalware),
  },
  'POST /api/admin/builds/:id/clear-malware': {
    summary:
      'Lift a false alarm of the malware scanner, for these bytes (409 `no_malware` where there is none)',
    access: 'admin',
    params: WithId,
    body: Reasoned,
    response: Done,
  },
  'PUT /api/games/:id/explicit-card': {
    summary: 'Say whether the card or cover image is explicit; holds until one of them changes',
    access: 'developer',
    limit: 'save',
    params,
    body: z.object({ explicit: z.boolean() }),
    response: Done,
  },
} satisfies CallTable
