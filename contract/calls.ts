import { z } from 'zod'
import { accountCalls } from './accounts/accounts.ts'
import { emailChangeCalls } from './accounts/email-change.ts'
import { passkeyCalls } from './accounts/passkeys.ts'
import { reauthenticationCalls } from './accounts/reauthentication.ts'
import { secondFactorCalls } from './accounts/second-factor.ts'
import { securityEventCalls } from './accounts/security-events.ts'
import { takeBackCalls } from './accounts/take-back.ts'
import { adminCalls } from './admin/admin.ts'
import { toDoCalls } from './admin/todo.ts'
import { analyticsCalls } from './analytics/analytics.ts'
import { authoringCalls } from './authoring/authoring.ts'
import { basketCalls } from './basket/basket.ts'
import { blockCalls } from './blocks/blocks.ts'
import { bounceCalls } from './bounces/bounces.ts'
import { bundleCalls } from './bundles/bundles.ts'
import type { Call } from './call.ts'
import { catalogCalls } from './catalog/catalog.ts'
import { featuredCalls } from './catalog/featured.ts'
import { visibilityCalls } from './catalog/visibility.ts'
import { findingCalls } from './checks/findings.ts'
import { confirmationCalls } from './confirmations/confirmations.ts'
import { limitsCalls } from './content-limits/content-limits.ts'
import { copyrightCalls } from './copyright/copyright.ts'
import { feedCalls } from './feeds/feeds.ts'
import { followCalls } from './follows/follows.ts'
import { libraryCalls } from './library/library.ts'
import { moderationCalls } from './moderation/moderation.ts'
import { muteCalls } from './mutes/mutes.ts'
import { noticeCalls } from './notices/notices.ts'
import { adminOrderCalls } from './orders/admin-orders.ts'
import { orderCalls } from './orders/orders.ts'
import { paymentCaseCalls } from './orders/payment-cases.ts'
import { refundCalls } from './orders/refunds.ts'
import { paymentCalls } from './payments/payments.ts'
import { payoutAddressCalls } from './payouts/payout-addresses.ts'
import { payoutCalls } from './payouts/payouts.ts'
import { penNameCalls } from './pen-names/pen-names.ts'
import { personalDataCalls } from './personal-data/personal-data.ts'
import { postCalls } from './posts/posts.ts'
import { profileCalls } from './profiles/profiles.ts'
import { sellingCalls } from './profiles/selling.ts'
import { releaseCalls } from './releases/releases.ts'
import { sellerGameCalls } from './releases/seller-game.ts'
import { supporterCalls } from './releases/supporters.ts'
import { reportCalls } from './reports/reports.ts'
import { reviewCalls } from './reviews/reviews.ts'
import { sellerReviewCalls } from './reviews/seller-reviews.ts'
import { surgeCalls } from './reviews/surges.ts'
import { discountCodeCalls } from './sales/discount-codes.ts'
import { saleCalls } from './sales/sales.ts'
import { sandboxCalls } from './sandbox/sandbox.ts'
import { sandboxPayoutCalls } from './sandbox/sandbox-payouts.ts'
import { suggestionCalls } from './suggestions/suggestions.ts'
import { contactCalls } from './support/contact.ts'
import { transparencyCalls } from './transparency/transparency.ts'
import { webhookCalls } from './webhooks/webhooks.ts'
import { wishlistCalls } from './wishlist/wishlist.ts'

const healthCalls = {
  'GET /api/health': {
    summary: 'The process lives',
    access: 'anyone',
    response: z.object({ status: z.literal('ok') }),
  },
  'GET /api/ready': {
    summary: 'Database and storage answer and the migrations are done',
    access: 'anyone',
    response: z.object({ status: z.literal('ready') }),
  },
} as const

/** The calls by subject, as the OpenAPI document lists them. */
export const callGroups = {
  Catalog: { ...catalogCalls, ...bundleCalls, ...limitsCalls, ...blockCalls },
  Accounts: {
    ...accountCalls,
    ...passkeyCalls,
    ...secondFactorCalls,
    ...reauthenticationCalls,
    ...securityEventCalls,
    ...emailChangeCalls,
    ...takeBackCalls,
    ...bounceCalls,
    ...personalDataCalls,
  },
  Basket: { ...basketCalls },
  Orders: { ...orderCalls, ...paymentCalls, ...paymentCaseCalls },
  Library: {
    ...libraryCalls,
    ...noticeCalls,
    ...wishlistCalls,
    ...followCalls,
    ...feedCalls,
    ...suggestionCalls,
  },
  Profiles: { ...profileCalls, ...sellingCalls },
  Games: {
    ...authoringCalls,
    ...findingCalls,
    ...releaseCalls,
    ...postCalls,
    ...sellerGameCalls,
    ...visibilityCalls,
    ...supporterCalls,
  },
  Pricing: { ...saleCalls, ...discountCodeCalls },
  Payouts: { ...payoutCalls, ...payoutAddressCalls },
  Webhooks: { ...webhookCalls },
  Analytics: { ...analyticsCalls },
  Moderation: {
    ...moderationCalls,
    ...reportCalls,
    ...muteCalls,
    ...penNameCalls,
    ...reviewCalls,
    ...surgeCalls,
    ...sellerReviewCalls,
    ...confirmationCalls,
    ...copyrightCalls,
    ...transparencyCalls,
  },
  Administration: { ...adminCalls, ...adminOrderCalls, ...refundCalls, ...featuredCalls, ...toDoCalls },
  Support: { ...contactCalls },
  Operation: { ...healthCalls },
  Sandbox: { ...sandboxCalls, ...sandboxPayoutCalls },
} satisfies Record<string, Record<string, Call>>

/** Every call of the product: the one definition for server, browser and OpenAPI document. */
export const calls = {
  ...callGroups.Catalog,
  ...callGroups.Accounts,
  ...callGroups.Basket,
  ...callGroups.Orders,
  ...callGroups.Library,
  ...callGroups.Profiles,
  ...callGroups.Games,
  ...callGroups.Pricing,
  ...callGroups.Payouts,
  ...callGroups.Webhooks,
  ...callGroups.Analytics,
  ...callGroups.Moderation,
  ...callGroups.Administration,
  ...callGroups.Support,
  ...callGroups.Operation,
  ...callGroups.Sandbox,
} satisfies Record<string, Call>

export type CallGroup = keyof typeof callGroups
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
/** What a caller receives. */
export type ResponseBody<Name extends CallName> = Part<Name, 'response', 'output'>
