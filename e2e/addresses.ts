/** Where the pages of `contract/access.ts` are found in the demo store. */
import { type PagePath, pages } from '@nofiller/contract/access'
import type { APIRequestContext } from '@playwright/test'
import { DEMO_PASSWORD } from './shop.ts'

export const everyPage = Object.keys(pages) as PagePath[] // the table has no others

export const EMAIL = {
  player: 'player@example.test',
  developer: 'developer@example.test',
  'other developer': 'foghorn-works@studio.example.test',
  admin: 'admin@example.test',
}

export type Addresses = (page: PagePath) => string

let found: Promise<Addresses> | null = null

/** The URL of each page: its pattern, or for one with a parameter that of something in the store. */
export function findAddresses(request: APIRequestContext): Promise<Addresses> {
  found ??= lookUp(request)
  return found
}

async function lookUp(request: APIRequestContext): Promise<Addresses> {
  const [player, developer, admin] = await Promise.all(
    [EMAIL.player, EMAIL.developer, EMAIL.admin].map((email) => tokenOf(request, email)),
  )
  const playerId = (await read(request, '/api/whoami', player))._id
  const developerId = (await read(request, '/api/whoami', developer))._id
  const written = await read(request, '/api/games/saltglass')
  const [post] = await read(request, `/api/games/${written._id}/posts`)
  const [order] = await read(request, '/api/orders?status=PAID', player)
  const [unpaid] = await read(request, '/api/orders?status=CREATED', player)
  const game = await read(request, '/api/games/static-bloom') // theirs, and public whatever else they write
  const [payout] = await read(request, '/api/dev/payouts', developer)
  const [seller] = await read(request, '/api/users?state=asking', admin)
  const [message] = await read(request, '/api/admin/contacts', admin)
  const [decided] = await read(request, '/api/admin/approvals?state=decided', admin)
  const { decisions } = await read(request, `/api/admin/approvals/${decided._id}`, admin)
  await request.post('/api/reports', {
    headers: { authorization: `Bearer ${player}` },
    data: {
      subject: 'game',
      id: game._id,
      part: 'text',
      category: 'other',
      text: 'The third paragraph names the wrong year.',
    },
  })
  const [report] = await read(request, '/api/admin/reports', admin)
  const addresses: Partial<Record<PagePath, string>> = {
    '/game/:id': `/game/${game._id}`,
    '/game/:id/releases': `/game/${game._id}/releases`,
    '/game/:id/posts': '/game/saltglass/posts',
    '/game/:id/posts/:postId': `/game/saltglass/posts/${post.id}`,
    '/game/:id/review': `/game/${written._id}/review`,
    '/bundle/:slug': '/bundle/fresh-from-the-furnace',
    '/dev/:id': `/dev/${developerId}`,
    '/pay/:payToken': new URL(unpaid.payUrl).pathname,
    '/sandbox/invoice/:id': new URL(order.invoiceUrl).pathname,
    '/u/:token': '/u/0123456789abcdef0123456789abcdef',
    '/*': '/no/such/page',
    '/thankyou': `/thankyou?order=${order.orderId}`,
    '/receipt': `/receipt?order=${order.orderId}`,
    '/create-game/:id?': `/create-game/${game._id}`,
    '/dev/games/:id': `/dev/games/${game._id}`,
    '/dev/games/:id/access': `/dev/games/${game._id}/access`,
    '/dev/games/:id/checks': `/dev/games/${game._id}/checks`,
    '/dev/games/:id/reviews': `/dev/games/${game._id}/reviews`,
    '/dev/games/:id/community/:postId?': `/dev/games/${game._id}/community`,
    '/dev/games/:id/releases/:releaseId?': `/dev/games/${game._id}/releases`,
    '/dev/analytics': `/dev/analytics?developer=${developerId}`,
    '/dev/earnings': `/dev/earnings?developer=${developerId}`,
    '/dev/statement/:id': `/dev/statement/${payout._id}`,
    '/decision/:id': `/decision/${decisions[0]._id}`,
    '/admin/approvals/:id': `/admin/approvals/${decided._id}`,
    '/admin/users/:id': `/admin/users/${playerId}`,
    '/admin/requests/:id': `/admin/requests/${seller._id}`,
    '/admin/orders/:id': `/admin/orders/${order.orderId}`,
    '/admin/reports/:id': `/admin/reports/${report._id}`,
    '/admin/inbox/:id': `/admin/inbox/${message._id}`,
  }
  return (page) => {
    const address = addresses[page] ?? page
    if (address.includes(':')) throw new Error(`Say in addresses.ts where ${page} is found.`)
    return address
  }
}

export async function tokenOf(
  request: APIRequestContext,
  email: string,
  password = DEMO_PASSWORD,
): Promise<string> {
  const response = await request.post('/api/login', { data: { email, password } })
  return (await response.json()).accessToken
}

export async function read(request: APIRequestContext, path: string, token = '') {
  return (await request.get(path, { headers: { authorization: `Bearer ${token}` } })).json()
}
