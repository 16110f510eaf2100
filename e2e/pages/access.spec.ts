import { admits, type Caller, type PagePath, pages } from '@nofiller/contract/access'
import type { APIRequestContext, Page } from '@playwright/test'
import { EMAIL, everyPage, findAddresses, read, tokenOf } from '../addresses.ts'
import { unfold } from '../developer/a-game.ts'
import { account, expect, logIn, openAs, PASSWORD, test } from '../shop.ts'

test.describe.configure({ mode: 'parallel' })
// Who meets what does not depend on the height, and most of a page need not be painted then.
test.use({ viewport: { width: 1280, height: 150 } })

/** As whom the contract's matrix knows each. */
const WHO = {
  nobody: 'nobody',
  suspended: 'nobody',
  player: 'player',
  developer: 'developer',
  'other developer': 'developer',
  admin: 'admin',
} as const satisfies Record<string, Caller>
type Who = keyof typeof WHO

/** Feeds, and the far side of a payment: nothing on them depends on the session. */
const IMPERSONAL: readonly PagePath[] = ['/pay/:payToken', '/sandbox/invoice/:id']

/** `guard.test.tsx` visits every page in every role; here is that a built page knows the role of who opens it. */
const ONE_OF_EACH_ACCESS: readonly PagePath[] = ['/', '/settings', '/dev/sales', '/admin/users']

/** Where a page itself says who stays on it. */
const LED_ON: Partial<Record<Who, readonly PagePath[]>> = {
  nobody: ['/library', '/orders', '/*'],
  player: ['/login', '/signup', '/*'],
  admin: ['/dashboard'],
}

/** What those see whose it is, and what all others meet to whom the page itself is open. */
const OWN: Partial<Record<PagePath, { whose: Who[]; shows: string; others: string }>> = {
  '/receipt': { whose: ['player', 'admin'], shows: 'What happened', others: 'Failed to load receipt' },
  '/create-game/:id?': {
    whose: ['developer', 'admin'],
    shows: 'Card Preview',
    others: 'This game belongs to another developer.',
  },
  '/dev/games/:id': {
    whose: ['developer', 'admin'],
    shows: 'Orders per day',
    others: 'You have no such game',
  },
  '/dev/games/:id/releases/:releaseId?': {
    whose: ['developer', 'admin'],
    shows: 'Old builds',
    others: 'You have no such game',
  },
  '/dev/games/:id/reviews': {
    whose: ['developer', 'admin'],
    shows: 'Reviews',
    others: 'You have no such game',
  },
  '/dev/games/:id/community/:postId?': {
    whose: ['developer', 'admin'],
    shows: 'On wishlists',
    others: 'You have no such game',
  },
  '/dev/analytics': {
    whose: ['developer', 'admin'],
    shows: 'Conversion',
    others: 'Failed to fetch analytics',
  },
  '/dev/statement/:id': {
    whose: ['developer', 'admin'],
    shows: 'Coin and network',
    others: 'Failed to load the statement',
  },
  '/dev/earnings': {
    whose: ['developer', 'admin'],
    shows: 'Paid to you',
    others: 'Failed to load earnings',
  },
}

for (const who of Object.keys(WHO) as Who[]) // the table has no others
  test(`Each address leads ${who} where the matrix says`, async ({ page, request }) => {
    const addressOf = await findAddresses(request)
    const name = await become(page, who, request)
    for (const pattern of everyPage.filter((each) => isVisitedBy(who, each))) {
      const address = addressOf(pattern)
      await page.goto(address, { waitUntil: 'commit' })
      const shown = page.getByRole('banner').getByText(name ?? 'Sign Up', { exact: true })
      await expect(shown, `${address} knows who is there`).toBeVisible()
      await expect(page.locator('main h1'), `${address} leads to a page`).toBeVisible()
      await expect(page).toHaveURL(landingOf(pattern, address, WHO[who]))
      const own = OWN[pattern]
      if (!own || !admits(pages[pattern], WHO[who])) continue
      const text = own.whose.includes(who) ? own.shows : own.others
      await expect(page.getByText(text, { exact: true }).first(), address).toBeVisible()
    }
  })

/** What is somebody's own is shown to an admin, and refused to another of its owner's role; its owner reads it in `screens.spec.ts`. */
function isVisitedBy(who: Who, page: PagePath): boolean {
  if (who === 'other developer') return page in OWN
  if (who === 'admin' && page in OWN) return true
  return ONE_OF_EACH_ACCESS.includes(page) || (LED_ON[who] ?? []).includes(page)
}

test('Everybody gets the same invoices', async ({ request }) => {
  const addressOf = await findAddresses(request)
  for (const pattern of IMPERSONAL) {
    expect(pages[pattern]).toBe('anyone')
    const address = addressOf(pattern)
    const response = await request.get(address)
    expect(response.status(), address).toBe(200)
    expect(new URL(response.url()).pathname).toBe(address)
  }
})

test('An ended session keeps what was typed, and a log-out leads home', async ({ page, request }) => {
  await logIn(page, EMAIL.developer)
  const address = (await findAddresses(request))('/create-game/:id?')
  await page.goto(address)
  await unfold(page, 'basics')
  await page.getByLabel('Title').fill('Not saved yet')
  await page.route('**/api/{games/*,refresh}', (route) =>
    route.fulfill({ status: 401, json: { error: 'Your session has ended.', code: 'session_dead' } }),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Nothing you entered is lost')).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Title')).toHaveValue('Not saved yet')

  await openAs(page, EMAIL.player, '/settings')
  await page.getByRole('banner').getByRole('button', { name: 'june_harrow' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-stored-user')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(EMAIL.player)
  await page.goto('/settings')
  await expect(page).toHaveURL('/login?next=%2Fsettings')
  await expect(page.getByText('Please log in.')).toBeVisible()
})

/** Each page begins as if this one had been signed in there before. Answers the name that the bar shows, null for none. */
async function become(page: Page, who: Who, request: APIRequestContext): Promise<string | null> {
  if (who === 'nobody') return null
  const token = who === 'suspended' ? await suspended(page, request) : await tokenOf(page.request, EMAIL[who])
  await page.addInitScript((user) => {
    localStorage.user = user
  }, JSON.stringify({ token }))
  if (who === 'suspended') return null
  const { displayName, username } = await read(request, '/api/whoami', token)
  return displayName || username
}

/** The token of an account that was suspended after it had signed in. */
async function suspended(page: Page, request: APIRequestContext): Promise<string> {
  const person = await account(page)
  const token = await tokenOf(page.request, person.email, PASSWORD)
  const { _id } = await read(request, '/api/whoami', token)
  const answer = await request.patch(`/api/admin/users/${_id}`, {
    headers: { authorization: `Bearer ${await tokenOf(request, EMAIL.admin)}` },
    data: { suspended: true, reason: 'Sold what is not theirs' },
  })
  expect(answer.ok()).toBe(true)
  return token
}

/** Where the address of a page leads. */
function landingOf(page: PagePath, address: string, caller: Caller): string {
  if (page === '/*') return '/'
  if (page === '/login' && caller !== 'nobody') return '/'
  if (page === '/dashboard' && caller === 'admin') return '/admin-dashboard'
  if (admits(pages[page], caller)) return address
  if (caller !== 'nobody') return '/dashboard'
  // These two ask to log in themselves.
  return page === '/library' || page === '/orders' ? address : `/login?next=${encodeURIComponent(address)}`
}
