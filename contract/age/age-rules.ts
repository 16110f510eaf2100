/**
 * What stays available where the law closes the store: purchases, accounts, legal pages, and duties to
 * others (requirements 4.13). Everything else shows or sells games. An unlisted call or page is closed.
 */
import { type Access, type PagePath, pages } from '../access.ts'
import type { CallName } from '../calls.ts'

/** The status of a response that the law forbids (RFC 7725). */
export const CLOSED_HERE_STATUS = 451
export const CLOSED_HERE_CODE = 'age_rule'
export const CLOSED_HERE = 'This store isn’t available where you are, because of the law there.'

/** Calls that need no session and stay available. */
const OPEN_CALLS: ReadonlySet<string> = new Set<CallName>([
  'GET /api/health',
  'GET /api/ready',
  'GET /api/registration',
  'POST /api/verify-email',
  'POST /api/verify-resend',
  'POST /api/login',
  'POST /api/login/passkey/options',
  'POST /api/login/passkey',
  'POST /api/login/second-factor',
  'POST /api/login/second-factor/lost',
  'POST /api/second-factor/removal',
  'POST /api/second-factor/removal/stop',
  'POST /api/forgot-password',
  'POST /api/reset-password',
  'POST /api/take-back/look',
  'POST /api/take-back',
  'POST /api/take-back/lost',
  'POST /api/email-change/confirm',
  'POST /api/payout-freeze',
  'GET /api/download/:token',
  'GET /api/order-download/:token',
  'GET /api/order-status/:orderId',
  'GET /api/order-status/:orderId/events',
  'GET /api/payments/:payToken',
  'GET /api/payments/:payToken/events',
  'GET /api/payments/:payToken/coins',
  'POST /api/payments/:payToken/coin',
  'GET /sandbox/invoice/:id/state',
  'POST /sandbox/invoice/:id/simulate',
  'POST /api/contact',
  'POST /api/reports',
  'POST /api/confirmations/waiting',
  'POST /api/reports/confirm',
  'POST /api/reports/:number/appeal',
  'POST /api/copyright/notices',
  'POST /api/copyright/withdraw',
  'GET /api/transparency.csv',
])

/** Calls of an account that would get it more games, or let it sell them. */
const CLOSED_ACCOUNT_CALLS: ReadonlySet<string> = new Set<CallName>([
  'POST /api/library/claim',
  'GET /api/basket',
  'POST /api/basket',
  'POST /api/basket/merge',
  'POST /api/basket/settle',
  'PATCH /api/basket/:id',
  'DELETE /api/basket/:id',
  'POST /api/checkout',
  'GET /api/checkout/minimum',
  'POST /api/sell-request',
])

/** Whether a call is refused to visitors from where the store is closed. */
export const closesCall = (name: CallName, access: Access): boolean =>
  access === 'anyone' ? !OPEN_CALLS.has(name) : CLOSED_ACCOUNT_CALLS.has(name)

/** Pages that need no session and stay available. */
const OPEN_PAGES: ReadonlySet<string> = new Set<PagePath>([
  '/faq',
  '/support',
  '/contact',
  '/privacy',
  '/terms',
  '/rules',
  '/transparency',
  '/reviews-policy',
  '/how-we-order',
  '/developers',
  '/status',
  '/copyright',
  '/login',
  '/verify',
  '/forgot-password',
  '/reset-password',
  '/email-change',
  '/take-back',
  '/payout-freeze',
  '/lost-second-step',
  '/confirm-report',
  '/u/:token',
  '/link-ended',
  '/thank-you',
  '/thankyou',
  '/pay/:payToken',
  '/sandbox/invoice/:id',
])

/** In the router's pattern syntax: `:id` is a part of the path, `:id?` an optional one. */
const OPEN_PATHS = (Object.keys(pages) as PagePath[]) // from their own table
  .filter((page) => pages[page] !== 'anyone' || OPEN_PAGES.has(page))
  .map((page) => new RegExp(`^${page.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`))

/** Whether a page, by its path, is shown to visitors from where the store is closed. Pages of accounts contain nothing by themselves. */
export const staysOpen = (path: string): boolean => OPEN_PATHS.some((pattern) => pattern.test(path))
