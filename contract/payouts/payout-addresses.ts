import { z } from 'zod'
import { TEXT } from '../accounts/account-rules.ts'
import { PASSWORD_MAX } from '../accounts/password.ts'
import { reasonText } from '../admin/reason-text.ts'
import { type CallTable, Done, Id, IsoTime } from '../call.ts'
import { PAYOUT_ADDRESS_MAX } from './payout-address-rules.ts'

const UsedAddress = z.object({
  coin: z.string(),
  short: z.string().describe('Shortened: no address is shown whole again'),
  since: IsoTime,
  usableAt: IsoTime,
  until: IsoTime.nullable(),
})

/** A developer's payout address. */
export const PayoutAddress = z.object({
  current: UsedAddress.nullable(),
  history: z.array(UsedAddress).describe('The newest first'),
  coins: z.array(z.string()).describe('What can be chosen'),
  suggestion: z
    .object({ coin: z.string(), address: z.string() })
    .nullable()
    .describe('The wallet of the profile, to be confirmed'),
  usableFrom: IsoTime.describe('When an address that is set now could be used'),
  isFrozen: z.boolean(),
})
export type PayoutAddress = z.infer<typeof PayoutAddress>

export const payoutAddressCalls = {
  'GET /api/payout-address': {
    summary: 'Where the caller is paid, and was',
    access: 'developer',
    response: PayoutAddress,
  },
  'PUT /api/payout-address': {
    summary: 'Say where to be paid; used after a cool-down, and mailed',
    access: 'developer',
    limit: 'password',
    body: z.object({
      coin: z.string().max(20),
      address: z
        .string()
        .trim()
        .min(1, 'Enter an address.')
        .max(PAYOUT_ADDRESS_MAX, 'This is not an address.'),
      password: z.string(TEXT.fillBoth).min(1, 'Enter your password.').max(PASSWORD_MAX, TEXT.tooLong),
    }),
    response: PayoutAddress,
  },
  'POST /api/payout-freeze': {
    summary: 'Stop all payouts of an account, by the link in the mail about a new address',
    access: 'anyone',
    limit: 'forgot',
    body: z.object({ token: z.string().max(200) }),
    response: Done,
  },
  'POST /api/admin/users/:id/unfreeze-payouts': {
    summary: 'Lift the freeze of a developer’s payouts',
    access: 'admin',
    fresh: true,
    params: z.object({ id: Id }),
    body: z.object({ reason: reasonText }),
    response: Done,
  },
} satisfies CallTable
