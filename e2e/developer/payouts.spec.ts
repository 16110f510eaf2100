/** Payouts: a developer asks, an admin approves, the money goes, and both can follow it. */
import type { Page } from '@playwright/test'
import {
  account,
  expect,
  expectAccessible,
  giveRole,
  logIn,
  mailedLink,
  newUser,
  openAs,
  otherPage,
  PASSWORD,
  savedBy,
  test,
} from '../shop.ts'

const ADMIN = 'admin@example.test'
/** Developers of the demo whose games no other test of payouts touches. */
const OTHER_DEVELOPER = 'foghorn-works@studio.example.test'

const SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

/** What the demo owes a developer is in a payout that is due; the admin approves it. */
async function approveDue(page: Page, developer: string): Promise<void> {
  await page.goto('/admin/payouts')
  await page.getByRole('checkbox', { name: `Select ${developer}` }).check()
  await page.getByRole('button', { name: 'Approve 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve a payout' })
  await expect(dialog).toContainText('cannot be taken back')
  await dialog.getByRole('button', { name: /^Approve \$/ }).click()
  await expect(page.getByText('1 approved.').first()).toBeVisible()
}

test('A payout is approved, sent and paid with a statement that adds up', { tag: '@critical' }, async ({
  page,
  browser,
}) => {
  await logIn(page, ADMIN)
  await approveDue(page, 'Foghorn Works')
  const done = page.getByRole('table', { name: 'Done' })
  await expect(async () => {
    await page.reload()
    await expect(done.locator('tbody tr').first()).toContainText('Foghorn Works', { timeout: 10_000 })
    await expect(page.getByRole('table', { name: 'Running' })).toHaveCount(0)
  }).toPass()

  const seller = await otherPage(browser, OTHER_DEVELOPER)
  await seller.goto('/dev/earnings')
  const first = seller.getByRole('table', { name: 'Payouts' }).locator('tbody tr').first()
  await expect(first).toContainText('Paid')
  const amount = (await first.getByRole('cell').nth(1).innerText()).trim()
  await first.getByRole('link', { name: /^Statement/ }).click()
  await expect(seller.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible()
  const sheet = seller.getByRole('article')
  await expect(sheet.locator('tfoot')).toContainText(amount)
  const shares = await sheet.locator('tbody tr td:last-child').allInnerTexts()
  const cents = (text: string) => Math.round(Number(text.replace('−', '-').replace(/[$,]/g, '')) * 100)
  expect(shares.reduce((sum, share) => sum + cents(share), 0)).toBe(cents(amount))
  expect((await savedBy(seller.getByRole('button', { name: 'CSV' }))).name).toBe('statement.csv')
  await seller.close()
})

test('An admin blocks a payout and gives it up', async ({ page }) => {
  await openAs(page, ADMIN, '/admin/payouts')
  await page.getByRole('checkbox', { name: 'Select Midnight Parcel' }).check()
  await page.getByRole('button', { name: 'Block…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(dialog.getByText('Say why, in a few words.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Waiting for their tax form')
  await dialog.getByRole('button', { name: 'Block' }).click()
  const waiting = page.getByRole('table', { name: 'Needs a person' }).locator('tbody tr')
  await expect(waiting.filter({ hasText: 'Midnight Parcel' })).toContainText('Waiting for their tax form')
  await page.getByRole('button', { name: 'Cancel the payout to Midnight Parcel' }).click()
  await dialog.getByLabel('Reason').fill('They asked for it')
  await dialog.getByRole('button', { name: 'Cancel the payout' }).click()
  await expect(page.getByText('Cancelled. The money is back on the balance.').first()).toBeVisible()
  await expect(waiting.filter({ hasText: 'Midnight Parcel' })).toHaveCount(0)
})

test('A developer sets a payout address by keyboard and reads when it is used', async ({ page }) => {
  await newUser(page, 'developer')
  await page.goto('/dev/earnings')
  await expect(page.getByText('No payout address')).toBeVisible()
  await page.getByRole('link', { name: 'Add address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payout address' })).toBeVisible()

  const address = page.getByLabel('Address', { exact: true })
  await address.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  await expect(
    page.getByText('This is an Ethereum address. We can only pay to Solana or Bitcoin.'),
  ).toBeVisible()
  await address.fill(SOLANA)
  await expect(page.getByText('This looks like a valid Solana address.')).toBeVisible()
  await page.getByLabel('Your password').fill('not-the-password')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Compare it with your wallet first.')).toBeVisible()
  await page.getByRole('checkbox', { name: /^I compared it/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Save address' }).press('Enter')
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await expect(address).toHaveValue(SOLANA)
  await expectAccessible(page)
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dev/earnings')
  await expect(page.getByText(/^New address can be used from /)).toBeVisible()
  await expect(page.getByText('EPjFWd…yTDt1v').first()).toBeVisible()
})

test('A developer freezes payouts from an email, and an admin unfreezes them', async ({ page, browser }) => {
  const person = await newUser(page, 'developer')
  // By the browser that the store knows: another log-in would be mailed, before or after the change.
  const { token, id } = await page.evaluate(() => JSON.parse(localStorage.user))
  const saved = await page.request.put('/api/payout-address', {
    data: { coin: 'USDC-SOL', address: SOLANA, password: PASSWORD },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(saved.ok(), await saved.text()).toBe(true)

  const stranger = await otherPage(browser) // the email is read where nobody is logged in
  await stranger.goto(await mailedLink(page, person.email, '/payout-freeze'))
  await stranger.getByRole('button', { name: 'Stop my payouts' }).press('Enter')
  await expect(stranger.getByText(/payouts are frozen/i).first()).toBeVisible()
  await stranger.close()
  await page.goto('/dev/earnings')
  await expect(page.getByText(/frozen/i).first()).toBeVisible()

  await openAs(page, ADMIN, `/admin/users/${id}`)
  await page.getByRole('button', { name: 'Unfreeze payouts' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('They called from the number we know')
  await dialog.getByRole('button', { name: 'Unfreeze payouts' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Unfreeze payouts' })).toHaveCount(0)
  await openAs(page, person.email, '/dev/earnings', PASSWORD)
  await expect(page.getByText(/^New address can be used from /)).toBeVisible()
  await expect(page.getByText(/frozen/i)).toHaveCount(0)
})

/** What the provider of the demo does with the next payouts. */
async function chooseOutcome(page: Page, fate: string): Promise<void> {
  await page.goto('/admin/payouts')
  await page.getByLabel('The next payouts').selectOption(fate)
  await expect(page.getByText('Holds for payouts that are approved from now on.').first()).toBeVisible()
}

test('A payout in doubt waits until two admins agree', async ({ page, browser }) => {
  const second = await account(page)
  await giveRole(page, second.email, 'admin')
  await logIn(page, ADMIN)
  await chooseOutcome(page, 'End in doubt')
  await approveDue(page, 'Rook & Daughter')
  const rowOn = (adminPage: Page) =>
    adminPage.getByRole('table', { name: 'Needs a person' }).locator('tbody tr').filter({ hasText: 'Rook' })
  await expect(async () => {
    await page.reload()
    await expect(rowOn(page)).toContainText('No clear answer', { timeout: 5_000 })
  }).toPass()
  await chooseOutcome(page, 'Arrive')

  const look = async (adminPage: Page) => {
    await rowOn(adminPage).getByRole('button').click()
    return adminPage.getByRole('dialog')
  }
  const dialog = await look(page)
  await dialog.getByLabel('Outcome').selectOption('It was not sent')
  await dialog.getByLabel('Note').fill('Nothing on the network after a day.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kept. Another admin has to confirm it.').first()).toBeVisible()
  await look(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another admin has to confirm it.', { exact: true })).toBeVisible()

  const adminPage = await otherPage(browser, second.email, PASSWORD)
  await adminPage.goto('/admin/payouts')
  const theirs = await look(adminPage)
  await expect(theirs).toContainText('Look it up yourself before you confirm.')
  await theirs.getByRole('button', { name: 'Confirm' }).click()
  await expect(adminPage.getByText('The payout is closed.').first()).toBeVisible()
  await expect(rowOn(adminPage)).toHaveCount(0)
  await adminPage.close()

  const seller = await otherPage(browser, 'rook_and_daughter@studio.example.test')
  await seller.goto('/dev/earnings')
  const first = seller.getByRole('table', { name: 'Payouts' }).locator('tbody tr').first()
  await expect(first).toContainText('Failed')
  await seller.close()
})

test('Payouts are stopped and started again', async ({ page }) => {
  await openAs(page, ADMIN, '/admin/payouts')
  await page.getByRole('button', { name: 'Stop all payouts' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Looking into a report')
  await dialog.getByRole('button', { name: 'Stop all payouts' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Start again' }).click()
  await dialog.getByLabel('Reason').fill('All is well')
  await dialog.getByRole('button', { name: 'Start again' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Stop all payouts' })).toBeVisible()
})

test('The link of an email stops all payouts after one press', async ({ page }) => {
  await page.goto('/payout-freeze#not-a-token')
  await expect(page.getByRole('heading', { level: 1, name: 'Stop all payouts' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop my payouts' }).click()
  await expect(
    page.getByText('This link no longer works. Write to support to freeze your payouts.'),
  ).toBeVisible()
})
