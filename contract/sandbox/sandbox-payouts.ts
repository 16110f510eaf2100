import { z } from 'zod'
import { type CallTable, Done } from '../call.ts'
import { SANDBOX_FATES } from './payout-outcomes.ts'

export const SANDBOX_PAYOUT_STATUSES = [
  'waiting',
  'sending',
  'paid',
  'failed',
  'unclear',
  'cancelled',
] as const
export type SandboxPayoutStatus = (typeof SANDBOX_PAYOUT_STATUSES)[number]

export const SandboxPayout = z.object({
  id: z.string(),
  externalId: z.string(),
  coin: z.string(),
  address: z.string(),
  amount: z.string(),
  status: z.enum(SANDBOX_PAYOUT_STATUSES),
  transactionId: z.string().nullable(),
})
export type SandboxPayout = z.infer<typeof SandboxPayout>

const Fate = z.object({ fate: z.enum(SANDBOX_FATES) })
const PayoutId = z.object({ id: z.uuid() })

/** The built-in provider's own API for payouts. */
export const sandboxPayoutCalls = {
  'POST /sandbox/api/payouts': {
    summary: "The provider's own API: make a payout, unreleased",
    access: 'provider',
    body: z.object({
      externalId: z.string().max(100),
      coin: z.string().max(20),
      address: z.string().max(200),
      amount: z.string().regex(/^\d+(\.\d+)?$/),
    }),
    response: SandboxPayout,
  },
  'GET /sandbox/api/payouts': {
    summary: "The provider's own API: payouts by the id of the store",
    access: 'provider',
    query: z.object({ externalId: z.string().max(100) }),
    response: z.array(SandboxPayout),
  },
  'GET /sandbox/api/payouts/:id': {
    summary: "The provider's own API: a payout",
    access: 'provider',
    params: PayoutId,
    response: SandboxPayout,
  },
  'POST /sandbox/api/payouts/:id/release': {
    summary: "The provider's own API: send a payout",
    access: 'provider',
    params: PayoutId,
    response: SandboxPayout,
  },
  'POST /sandbox/api/payouts/:id/cancel': {
    summary: "The provider's own API: give up a payout that was not released",
    access: 'provider',
    params: PayoutId,
    response: SandboxPayout,
  },
  'POST /sandbox/api/payouts/:id/fate': {
    summary: 'Play the network: what becomes of a payout',
    access: 'provider',
    params: PayoutId,
    body: Fate,
    response: Done,
  },
  'GET /sandbox/payouts/fate': {
    summary: 'What becomes of the next payouts of the built-in provider',
    access: 'admin',
    response: Fate,
  },
  'PUT /sandbox/payouts/fate': {
    summary: 'Try out what a provider can do with a payout: holds for those that are made from now on',
    access: 'admin',
    body: Fate,
    response: Done,
  },
} satisfies CallTable
