import { z } from 'zod'
import { type CallTable, Done } from '../call.ts'
import { contactProblems } from './contact-rules.ts'

export const contactCalls = {
  'POST /api/contact': {
    summary: 'Write to the store; kept first and emailed afterwards, so that nothing is lost',
    access: 'anyone',
    limit: 'contact',
    body: z
      .object({ email: z.string(), subject: z.string(), message: z.string() })
      .superRefine((contact, context) => {
        for (const [field, message] of Object.entries(contactProblems(contact)))
          context.addIssue({ code: 'custom', path: [field], message })
      }),
    response: Done,
  },
} satisfies CallTable
