import { z } from 'zod'
import { Reasoned, WithId } from '../admin/admin.ts'
import { type CallTable, Done, IsoTime } from '../call.ts'

export const bounceCalls = {
  'GET /api/account/bounce': {
    summary: 'Since when mail to the caller comes back; null when it does not',
    access: 'signed-in',
    response: z.object({ bouncedAt: IsoTime.nullable() }),
  },
  'DELETE /api/account/bounce': {
    summary: 'Have mail to the caller tried again',
    access: 'signed-in',
    response: Done,
  },
  'POST /api/admin/users/:id/lift-bounce': {
    summary: 'Have mail to a user tried again (409 `no_bounce` when none came back)',
    access: 'admin',
    params: WithId,
    body: Reasoned,
    response: Done,
  },
  'POST /api/webhooks/mail': {
    summary:
      'What the mail relay tells, as JSON: `event` is `bounce` (for good) or `complaint`, `email` the address. With the secret of the settings as bearer',
    access: 'provider',
    response: Done,
  },
} satisfies CallTable
