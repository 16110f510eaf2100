import { z } from 'zod'
import { type CallTable, Done, Id, IsoTime } from '../call.ts'
import { unitsMax } from '../text/text-length.ts'
import { LINKS_MAX, PLANS_MAX, sellRequestProblems, WHO_MAX } from './sell-rules.ts'

/** A request to sell, as its sender and admins see it. It requires agreeing to the rules. */
export const SellRequest = z.object({
  _id: Id,
  who: z.string().describe('Who asks'),
  links: z.array(z.string()).describe('Web addresses of their work'),
  plans: z.string().describe('What they will publish'),
  askedAt: IsoTime,
  decision: z.enum(['approved', 'refused']).nullable().describe('null while it waits'),
  decidedAt: IsoTime.nullable(),
  reason: z.string().nullable().describe('Why it was refused'),
})
export type SellRequest = z.infer<typeof SellRequest>

const text = (max: number) => z.string().trim().max(unitsMax(max))

export const sellingCalls = {
  'GET /api/sell-request': {
    summary: "The signed-in user's latest request to sell",
    access: 'signed-in',
    response: z.object({ request: SellRequest.nullable() }),
  },
  'POST /api/sell-request': {
    summary: 'Ask to sell; an admin decides. While a request waits, asking again changes nothing',
    access: 'signed-in',
    body: z
      .object({
        who: text(WHO_MAX),
        links: z.array(z.string().trim()).max(LINKS_MAX * 2),
        plans: text(PLANS_MAX),
        agreed: z.boolean().describe('To the rules for what is published'),
      })
      .superRefine((request, context) => {
        for (const [field, message] of Object.entries(sellRequestProblems(request)))
          context.addIssue({ code: 'custom', path: [field], message })
      }),
    response: Done,
  },
} satisfies CallTable
