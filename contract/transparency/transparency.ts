import { z } from 'zod'
import type { CallTable } from '../call.ts'

export const transparencyCalls = {
  'GET /api/transparency.csv': {
    summary: 'What moderation did, a line for each month and rule, as CSV',
    access: 'anyone',
    response: z.string(),
    responseType: 'text/csv',
  },
} satisfies CallTable
