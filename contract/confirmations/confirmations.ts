import { z } from 'zod'
import type { CallTable } from '../call.ts'

const WithToken = z.object({ token: z.string().max(1_000).describe('Of the mailed link') })

const Waiting = z.object({
  number: z.string().describe('Such as `R-4821` or `C-1001`'),
  about: z.string().describe('What it says, in a few words'),
})
export type Waiting = z.infer<typeof Waiting>

export const confirmationCalls = {
  'POST /api/confirmations/waiting': {
    summary: 'What was sent with an address and waits until it is confirmed, by a link that was mailed to it',
    access: 'anyone',
    limit: 'verify',
    body: WithToken,
    response: z.object({ email: z.string(), waiting: z.array(Waiting) }),
  },
  'POST /api/reports/confirm': {
    summary:
      'Confirm an address by a link that was mailed to it: all reports and copyright notices that wait for it count; a second time changes nothing',
    access: 'anyone',
    limit: 'verify',
    body: WithToken.extend({
      numbers: z
        .array(z.string().max(20))
        .max(10_000)
        .optional()
        .describe('What was shown to whoever confirms: what came since goes on waiting. Left out: all'),
    }),
    response: z.object({ number: z.string().describe('Of what the link was mailed for') }),
  },
} satisfies CallTable
