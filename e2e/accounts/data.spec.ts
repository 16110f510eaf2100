import { aGame } from '../developer/a-game.ts'
import {
  account,
  checkOut,
  expect,
  expectAccessibleAtBothWidths,
  logIn,
  mailedLink,
  newUser,
  openAs,
  PASSWORD,
  playNetwork,
  test,
} from '../shop.ts'

test('Y1 A user requests their data by keyboard and downloads it from the email', async ({ page }) => {
  const person = await newUser(page)
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Request a copy', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.goto(await mailedLink(page, person.email, '/settings/data'))
  await expect(page.getByText(/^Ready: \d/)).toBeVisible()
  await expect(page.getByText(/^You can request a new copy from /)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/ data \d{4}-\d\d-\d\d\.zip$/)
})

test('Y4 A user closes their account and restores it', async ({ page }) => {
  const person = await newUser(page)
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Delete my account', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^You own no games\. You have 14 days to change your mind\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete my account', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Your account is closed\. It will be deleted on /)).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  await page.goto('/library')
  await expect(page).toHaveURL('/settings/data')
  await expect(page.getByText(/^Your account is closed\. It will be deleted on /)).toBeVisible()

  await page.goto(await mailedLink(page, person.email, '/settings/data'))
  await page.getByRole('button', { name: 'Keep my account', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Delete my account', exact: true })).toBeVisible()
})

test('Y7 A developer types the balance that closing the account gives up', async ({ page }) => {
  // Not one of the demo's, because a payment that somebody looks into keeps an account.
  const { _id: gameId, developer } = await aGame(page, 'Last Tram')
  await logIn(page, (await account(page)).email, PASSWORD)
  await playNetwork(page, await checkOut(page, [{ gameId }]), 'pay', 'PAID')
  await openAs(page, developer.email, '/settings/data', PASSWORD)
  await page.getByRole('button', { name: 'Delete my account', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/players who own (it|them) keep (it|them)/)).toBeVisible()
  await expect(dialog.getByLabel(/^Give up \$[\d,]+\.\d\d$/)).toBeFocused()
  await page.keyboard.type('1.00')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^To give it up, type [\d.]+\. It will not be paid out\.$/)).toHaveCount(1)
  await expect(dialog.getByLabel(/^Give up/)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleAtBothWidths(page)
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Delete my account', exact: true })).toBeFocused()
})
