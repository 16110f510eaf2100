import type { Page } from '@playwright/test'
import { createGame } from '../../server/testing/fixtures/game-form.ts'
import {
  account,
  callerOf,
  checkOut,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  logIn,
  mailedLink,
  type Newcomer,
  PASSWORD,
  playNetwork,
  test,
} from '../shop.ts'

test('Y1 asks for a copy of their data by keyboard, and downloads it from the link in the email', {
  tag: '@phone',
}, async ({ page }) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Request a copy', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.goto(await mailedLink(page, person.email, '/settings/data'))
  await expect(page.getByText(/^Ready: \d/)).toBeVisible()
  await expect(page.getByText(/^You can request a new copy from /)).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/ data \d{4}-\d\d-\d\d\.zip$/)
})

test('Y4 closes their account, and keeps it after all', async ({ page }) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Delete my account', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^You own no games\. You have 14 days to change your mind\.$/)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
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

/** A developer whom no other test knows and who sold one game, because a payment that somebody looks into keeps an account. */
async function developerWithSale(page: Page, url: string): Promise<Newcomer> {
  const developer = await account(page)
  const admin = await callerOf(url, 'admin@example.test', DEMO_PASSWORD)
  const [{ _id: id }] = (await admin.get(`/api/users?q=${developer.username}`)).body
  await admin.send('PATCH', `/api/admin/users/${id}`, {
    body: JSON.stringify({ role: 'developer', reason: 'A finished game' }),
    headers: { 'content-type': 'application/json' },
  })
  const title = `Last Tram of ${developer.username}`
  const { body: game } = await createGame(await callerOf(url, developer.email, PASSWORD), { title })
  const waiting = (await admin.get('/api/admin/reviews?limit=100')).body
  const review = waiting.find(({ gameId }: { gameId: string }) => gameId === game._id)
  const { revision } = (await admin.get(`/api/admin/reviews/${review._id}`)).body
  const decision = { kind: 'approve', rule: null, assets: [], text: '', note: '', revision }
  expect((await admin.post(`/api/admin/reviews/${review._id}/decision`, decision)).status).toBe(200)
  await logIn(page, (await account(page)).email, PASSWORD)
  await playNetwork(page, await checkOut(page, [{ gameId: game._id }]), 'pay', 'PAID')
  return developer
}

test('Y7 asks a developer to type the balance before it is given up', async ({ page, baseURL }) => {
  const developer = await developerWithSale(page, String(baseURL))
  await logIn(page, developer.email, PASSWORD)
  await page.goto('/settings/data')
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
