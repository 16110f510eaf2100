/**
 * Who may make each call and see each page. The server, the browser and the tests all use this table. No zod: the browser
 * loads this.
 */
import type { Role } from './role.ts'

/** The caller. `nobody` has no session: is not signed in, or suspended. */
export type Caller = 'nobody' | Role

/** Only for signed-in accounts. */
export type AccountAccess = 'signed-in' | 'developer' | 'admin'
/** Who may see a page. */
export type PageAccess = 'anyone' | AccountAccess
/** Who may make a call. `provider` is checked by the signature of the message, `refresh` by the refresh cookie. */
export type Access = PageAccess | 'provider' | 'refresh'

const ADMITTED: Record<Access, readonly Caller[]> = {
  anyone: ['nobody', 'player', 'developer', 'admin'],
  provider: ['nobody', 'player', 'developer', 'admin'],
  refresh: ['nobody', 'player', 'developer', 'admin'],
  'signed-in': ['player', 'developer', 'admin'],
  developer: ['developer', 'admin'],
  admin: ['admin'],
}

/** Whether a caller has access. What they then see of others' data is up to each call. */
export const admits = (access: Access, caller: Caller): boolean => ADMITTED[access].includes(caller)

/** The pages that everybody may see, by their URL patterns. Apart from the others, because the guard loads only those. */
const openPages = {
  '/': 'anyone',
  '/games': 'anyone',
  '/game/:id': 'anyone',
  '/game/:id/releases': 'anyone',
  '/game/:id/posts': 'anyone',
  '/game/:id/posts/:postId': 'anyone',
  '/dev/:id': 'anyone',
  '/bundle/:slug': 'anyone',
  '/basket': 'anyone',
  '/wishlist': 'anyone',
  '/limits': 'anyone',
  '/cancelled': 'anyone',
  '/link-ended': 'anyone',
  '/how-to-buy': 'anyone',
  '/detailed-how-to-buy': 'anyone',
  '/faq': 'anyone',
  '/support': 'anyone',
  '/sell': 'anyone',
  '/contact': 'anyone',
  '/privacy': 'anyone',
  '/terms': 'anyone',
  '/rules': 'anyone',
  '/transparency': 'anyone',
  '/reviews-policy': 'anyone',
  '/how-we-order': 'anyone',
  '/developers': 'anyone',
  '/status': 'anyone',
  '/copyright': 'anyone',
  '/devlog': 'anyone',
  '/roadmap': 'anyone',
  '/patch-notes': 'anyone',
  '/login': 'anyone',
  '/signup': 'anyone',
  '/verify': 'anyone',
  '/forgot-password': 'anyone',
  '/reset-password': 'anyone',
  '/email-change': 'anyone',
  '/take-back': 'anyone',
  '/payout-freeze': 'anyone',
  '/lost-second-step': 'anyone',
  '/confirm-report': 'anyone',
  '/u/:token': 'anyone',
  '/thank-you': 'anyone',
  '/thankyou': 'anyone',
  '/pay/:payToken': 'anyone',
  '/sandbox/invoice/:id': 'anyone',
  '/*': 'anyone',
} as const satisfies Record<`/${string}`, 'anyone'>

/** Who may see the other pages. */
export const guardedPages = {
  '/library': 'signed-in',
  '/game/:id/review': 'signed-in',
  '/my-reviews': 'signed-in',
  '/following': 'signed-in',
  '/notices': 'signed-in',
  '/notices/preferences': 'signed-in',
  '/orders': 'signed-in',
  '/receipt': 'signed-in',
  '/dashboard': 'signed-in',
  '/settings': 'signed-in',
  '/settings/security': 'signed-in',
  '/settings/blocks': 'signed-in',
  '/settings/data': 'signed-in',
  '/profile': 'signed-in',
  '/whoami': 'signed-in',
  '/reports': 'signed-in',
  '/decision/:id': 'signed-in',

  '/dev-dashboard': 'developer',
  '/dev/games/:id': 'developer',
  '/dev/games/:id/community/:postId?': 'developer',
  '/dev/games/:id/access': 'developer',
  '/dev/games/:id/checks': 'developer',
  '/dev/games/:id/reviews': 'developer',
  '/dev/games/:id/releases/:releaseId?': 'developer',
  '/create-game/:id?': 'developer',
  '/dev/analytics': 'developer',
  '/dev/earnings': 'developer',
  '/dev/sales': 'developer',
  '/dev/webhooks': 'developer',
  '/dev/payout-address': 'developer',
  '/dev/statement/:id': 'developer',

  '/admin-dashboard': 'admin',
  '/admin/users': 'admin',
  '/admin/payouts': 'admin',
  '/admin/users/:id': 'admin',
  '/admin/requests/:id': 'admin',
  '/admin/inbox/:id': 'admin',
  '/admin/orders': 'admin',
  '/admin/orders/:id': 'admin',
  '/admin/analytics': 'admin',
  '/admin/games': 'admin',
  '/admin/featured': 'admin',
  '/admin/cases': 'admin',
  '/admin/approvals': 'admin',
  '/admin/approvals/:id': 'admin',
  '/admin/inbox': 'admin',
  '/admin/audit': 'admin',
  '/admin/reviews': 'admin',
  '/admin/reports': 'admin',
  '/admin/reports/:id': 'admin',
} as const satisfies Record<`/${string}`, AccountAccess>

/** Who may see which page, by its URL pattern, which is also the id of its route. Calls declare it in their definition. */
export const pages = /* @__PURE__ */ Object.assign({}, openPages, guardedPages)

export type PagePath = keyof typeof pages
