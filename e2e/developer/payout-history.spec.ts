/** A payout's lines: to its developer, on paper, and to an admin who looks for it. */
import { expect, expectAccessible, firstOf, openAs, savedBy, savedCsv, test } from '../shop.ts'

const ADMIN = 'admin@example.test'
/** Has a payout that is due, which no other test decides about. */
const DEVELOPER = 'developer@example.test'

const cents = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '').replace('−', '-')) * 100)

test('A developer sees when money comes, why not yet, and what a payout contains', async ({ page }) => {
  await openAs(page, DEVELOPER, '/dev/earnings')
  for (const part of ['Pending', 'Available', 'In payout', 'Paid'])
    await expect(
      page
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${part}$`) })
        .first(),
    ).toBeVisible()
  const next = page.getByRole('region', { name: /^Friday, / })
  await expect(next.getByRole('listitem').filter({ hasText: 'Payout address' })).toContainText(
    'USDC on Solana',
  )
  const ask = next.getByRole('button', { name: 'Ask for a payout now' })
  await expect(ask).toHaveAttribute('aria-disabled', 'true')
  await expect(ask).toHaveAccessibleDescription('A payout is already on its way.')

  const newest = page.getByRole('table', { name: 'Payouts' }).getByRole('link').first()
  await newest.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statement')
  const amounts = page.locator('tbody td:last-child')
  await expect(amounts.first()).toBeVisible()
  const lines = (await amounts.allInnerTexts()).map(cents)
  const total = page.locator('tfoot tr').last().locator('td').last()
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(cents(await total.innerText()))
  expect((await savedCsv(page, 'statement.csv')).trim().split('\r\n')).toHaveLength(lines.length + 1)
})

test('A long statement loads more lines and prints how many the CSV has', async ({ page }) => {
  await page.route('**/api/payouts/*/lines?*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1') // as if a page were short
    await route.continue({ url: url.href })
  })
  await openAs(page, DEVELOPER, '/dev/earnings')
  await firstOf(page, 'link', /^Statement /).click()
  const amounts = page.locator('tbody tr td:nth-child(6)')
  await expect(amounts).toHaveCount(1)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(amounts).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
  await expect(page.getByText(/^And \d+ more lines?, which the CSV holds\.$/)).toBeVisible()
})

test('An admin finds a past payout and saves due ones with full addresses', async ({ page }) => {
  await openAs(page, ADMIN, '/admin/payouts')
  const done = page.getByRole('region', { name: /^Done/ })
  const number = (await firstOf(done, 'link', /^Statement /).innerText()).trim()
  const search = done.getByLabel('Search what is done')
  await search.fill(number)
  await expect(done.getByText('Showing 1 of 1')).toBeVisible()
  await expect(page).toHaveURL(`/admin/payouts?q=${number}`)
  await search.fill('no such payout')
  await expect(done.getByText('No matching payouts.')).toBeVisible()
  await expectAccessible(page)
  const { bytes } = await savedBy(
    page.getByRole('region', { name: /^Due/ }).getByRole('button', { name: 'CSV' }),
  )
  expect(bytes.toString()).toMatch(/,[1-9A-HJ-NP-Za-km-z]{40,44},/)
})
