import { z } from 'zod'
import { accountCalls } from './accounts.ts'
import { adminCalls } from './admin.ts'
import { adminOrderCalls } from './admin-orders.ts'
import { analyticsCalls } from './analytics.ts'
import { authoringCalls } from './authoring.ts'
import { basketCalls } from './basket.ts'
import { bounceCalls } from './bounces.ts'
import { bundleCalls } from './bundles.ts'
import type { Call } from './call.ts'
import { catalogueCalls } from './catalogue.ts'
import { contactCalls } from './contact.ts'
import { copyrightCalls } from './copyright.ts'
import { discountCodeCalls } from './discount-codes.ts'
import { emailChangeCalls } from './email-change.ts'
import { featuredCalls } from './featured.ts'
import { libraryCalls } from './library.ts'
import { limitsCalls } from './limits.ts'
import { moderationCalls } from './moderation.ts'
import { orderCalls } from './orders.ts'
import { passkeyCalls } from './passkeys.ts'
import { paymentCaseCalls } from './payment-cases.ts'
import { paymentCalls } from './payments.ts'
import { payoutAddressCalls } from './payout-addresses.ts'
import { payoutCalls } from './payouts.ts'
import { personalDataCalls } from './personal-data.ts'
import { profileCalls } from './profiles.ts'
import { reauthenticationCalls } from './reauthentication.ts'
import { refundCalls } from './refunds.ts'
import { reportCalls } from './reports.ts'
import { saleCalls } from './sales.ts'
import { sandboxCalls } from './sandbox.ts'
import { sandboxPayoutCalls } from './sandbox-payouts.ts'
import { secondFactorCalls } from './second-factor.ts'
import { securityEventCalls } from './security-events.ts'
import { sellingCalls } from './selling.ts'
import { toDoCalls } from './todo.ts'
import { transparencyCalls } from './transparency.ts'

const healthCalls = {
  'GET /api/health': {
    summary: 'The process lives',
    access: 'anyone',
    answer: z.object({ status: z.literal('ok') }),
  },
  'GET /api/ready': {
    summary: 'Database and storage answer and the migrations are done',
    access: 'anyone',
    answer: z.object({ status: z.literal('ready') }),
  },
} as const

/** Every call of the product, the one definition that server, browser and OpenAPI document use. */
export const calls = {
  ...healthCalls,
  ...accountCalls,
  ...passkeyCalls,
  ...secondFactorCalls,
  ...securityEventCalls,
  ...catalogueCalls,
  ...featuredCalls,
  ...authoringCalls,
  ...libraryCalls,
  ...limitsCalls,
  ...basketCalls,
  ...orderCalls,
  ...paymentCalls,
  ...paymentCaseCalls,
  ...payoutCalls,
  ...payoutAddressCalls,
  ...reauthenticationCalls,
  ...refundCalls,
  ...sandboxCalls,
  ...sandboxPayoutCalls,
  ...personalDataCalls,
  ...profileCalls,
  ...sellingCalls,
  ...saleCalls,
  ...bundleCalls,
  ...discountCodeCalls,
  ...emailChangeCalls,
  ...contactCalls,
  ...reportCalls,
  ...copyrightCalls,
  ...transparencyCalls,
  ...moderationCalls,
  ...adminCalls,
  ...bounceCalls,
  ...adminOrderCalls,
  ...toDoCalls,
  ...analyticsCalls,
} satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls

type Part<
  Name extends CallName,
  Key extends keyof Call,
  Mode extends 'input' | 'output',
> = Calls[Name] extends {
  [K in Key]: infer Schema extends z.ZodType
}
  ? Mode extends 'input'
    ? z.input<Schema>
    : z.output<Schema>
  : undefined

/** What a caller sends. */
export type Sent<Name extends CallName, Key extends 'params' | 'query' | 'body' | 'form'> = Part<
  Name,
  Key,
  'input'
>
/** What a handler receives, after parsing. */
export type Received<Name extends CallName, Key extends 'params' | 'query' | 'body' | 'form'> = Part<
  Name,
  Key,
  'output'
>
/** What a caller is answered. */
export type Answer<Name extends CallName> = Part<Name, 'answer', 'output'>
