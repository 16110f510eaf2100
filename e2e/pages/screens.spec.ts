/** Each page of the store, as its user: light on a desktop, dark on a phone. A new page of the table is visited automatically. */
import { type PageAccess, type PagePath, pages } from '@nofiller/contract/access'
import type { Page } from '@playwright/test'
import { htmlFaults } from '../../server/testing/html.ts'
import { EMAIL, everyPage, findAddresses } from '../addresses.ts'
import { expect, expectAccessibleAtBothWidths, expectFitsNarrowest, logIn, newcomer, test } from '../shop.ts'

test.describe.configure({ mode: 'parallel' })

const PAGES_A_TEST = 7

const VISITORS = {
  anyone: null,
  'signed-in': EMAIL.player,
  developer: EMAIL.developer,
  admin: EMAIL.admin,
} as const satisfies Record<PageAccess, string | null>

/** What a page shows once its rows and figures are there, where its heading comes before them. */
const SHOWN: Partial<Record<PagePath, string>> = {
  '/pay/:payToken': 'Sandbox controls',
  '/sandbox/invoice/:id': 'Test invoices. No real money moves.',
  '/receipt': 'What happened',
  '/create-game/:id?': 'Card Preview',
  '/dev/games/:id': 'Orders per day',
  '/dev/games/:id/releases/:releaseId?': 'Old builds',
  '/dev/games/:id/reviews': 'How reviews work',
  '/dev/games/:id/community/:postId?': 'On wishlists',
  '/dev-dashboard': 'Revenue, all time',
  '/dev/analytics': 'Where visitors came from',
  '/dev/earnings': 'Load more',
  '/dev/sales': 'Plan sale',
  '/dev/webhooks': 'Kept 30 days',
  '/dev/statement/:id': 'Coin and network',
  '/dev/payout-address': 'Save address',
  '/admin/payouts': 'From due to paid',
  '/admin/users': 'Load more',
  '/admin/orders': 'Load more',
  '/admin/games': 'Load more',
  '/admin/featured': 'of 30',
  '/admin/inbox': 'Mark answered',
  '/admin/audit': 'Search the audit log',
  '/admin/analytics': 'Recent activity',
}

/** What else has an address and looks otherwise than the page does by itself. */
const FURTHER: Partial<Record<PagePath, readonly string[]>> = {
  '/games': ['/games?category=NSFW&device=Windows&price=0.01-9.99&exclude=horror'],
  '/game/:id': ['/game/no-such-game'],
  '/bundle/:slug': ['/bundle/no-such-bundle'],
  '/verify': ['/verify?email=somebody@example.test'],
  '/reset-password': ['/reset-password?token=none'],
  '/take-back': ['/take-back#not-me=none'],
  '/create-game/:id?': ['/create-game', '/create-game?tab=metadata'],
  '/admin/cases': ['/admin/cases?state=resolved'],
}

for (const access of Object.keys(VISITORS) as PageAccess[]) {
  const screens = everyPage.filter((page) => pages[page] === access)
  for (let from = 0; from < screens.length; from += PAGES_A_TEST)
    test(`Everybody can read and use the pages for ${access} from ${screens[from]} on`, async ({
      page,
      request,
    }) => {
      const addressOf = await findAddresses(request)
      const visitor = VISITORS[access]
      if (visitor) await logIn(page, visitor)
      for (const screen of screens.slice(from, from + PAGES_A_TEST)) {
        await expectReadable(page, addressOf(screen), SHOWN[screen])
        await expect(page, `${screen} leads nowhere else`).toHaveURL(
          screen === '/*' ? '/' : addressOf(screen),
        )
        for (const address of FURTHER[screen] ?? []) await expectReadable(page, address)
      }
    })
}

async function expectReadable(page: Page, address: string, shown?: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('h1').first(), address).toBeVisible()
  if (shown) await expect(page.getByText(shown).or(page.getByLabel(shown)).first(), address).toBeAttached()
  await expect(page.locator('[aria-busy=true]'), address).toHaveCount(0)
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)
  expect(await htmlFaults(await page.content()), address).toEqual([])
}

test('A message of long words does not widen the inbox', { tag: '@critical' }, async ({ page }) => {
  const { email } = newcomer()
  const message = { email, subject: 'long'.repeat(20), message: `First line\nSecond ${'long'.repeat(200)}` }
  expect((await page.request.post('/api/contact', { data: message })).ok()).toBe(true)
  await logIn(page, EMAIL.admin)
  await expectReadable(page, `/admin/inbox?q=${email}`, 'Mark answered')
})
