import { z } from 'zod'
import { type CallTable, Id, IsoTime } from '../call.ts'
import { unitsMax } from '../text/text-length.ts'
import { PEN_NAME } from './pen-name-rules.ts'

export const OwnPenName = z.object({
  name: z
    .string()
    .nullable()
    .describe('Null before one was chosen, and while a decision stands that took it away'),
  changeFrom: IsoTime.nullable().describe('From when on it can be changed; null for now'),
  removed: z
    .object({ name: z.string(), decisionId: Id, reason: z.string().describe('As who decided it wrote it') })
    .nullable()
    .describe(
      'The name that a decision took away; reviews signed with it say *Owner* until another is chosen',
    ),
})
export type OwnPenName = z.infer<typeof OwnPenName>

export const penNameCalls = {
  'GET /api/pen-name': {
    summary: "The caller's pen name. Nobody else is told whose it is",
    access: 'signed-in',
    anonymous: true,
    response: OwnPenName,
  },
  'PUT /api/pen-name': {
    summary:
      'Choose a pen name, or 30 days later another one, which stands under all reviews that are signed with it; 422 for one that is taken or breaks the rule, 409 `too_early` with the time',
    access: 'signed-in',
    anonymous: true,
    limit: 'save',
    body: z.object({
      penName: z
        .string()
        .max(unitsMax(PEN_NAME.max))
        .describe('3 to 24 letters, numbers, spaces, ., _ or -, of any script'),
    }),
    response: OwnPenName,
  },
} satisfies CallTable
