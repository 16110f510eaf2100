import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BOUNCE_SECRET, port } from '../plant.ts'
import { expect, expectAccessible, expectAccessibleAtBothWidths, mailedLink, newUser, test } from '../shop.ts'

/** As an admin does it beside the running store. */
function sendNews(subject: string, file: string): void {
  writeFileSync(file, `${subject}\n\nTwo games came out.\n`)
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(tmpdir(), `nofiller-e2e-${port}`) }
  execFileSync(process.execPath, ['server/admin/commands/cli.ts', 'send-news', file], { env, stdio: 'pipe' })
}

test('Y11 Y13 A user subscribes to news and unsubscribes from the email', async ({ page }, info) => {
  const person = await newUser(page)
  await page.goto('/settings')
  const updates = page.getByRole('checkbox', { name: /^Product updates/ })
  await expect(updates).not.toBeChecked()
  await updates.press('Space')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('Settings saved.', { exact: true })).toBeVisible()

  sendNews(`News for ${person.username}`, info.outputPath('news.txt'))
  await page.goto(await mailedLink(page, person.email, '/u/'))
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).press('Enter')
  await expect(page.getByText('You’re unsubscribed.', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('link', { name: 'Email settings', exact: true }).click()
  await expect(updates).not.toBeChecked()
})

test('Y14 A user sees that emails bounce and tries again', async ({ page }) => {
  const person = await newUser(page)
  const told = await page.request.post('/api/webhooks/mail', {
    headers: { authorization: `Bearer ${BOUNCE_SECRET}` },
    data: { event: 'bounce', email: person.email },
  })
  expect(told.status()).toBe(200)
  await page.goto('/settings')
  const note = page.getByText(/^Our emails to .* have bounced since /)
  await expect(note).toContainText(person.email)
  await expect(page.getByRole('link', { name: 'Change my address', exact: true })).toHaveAttribute(
    'href',
    '/settings',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'My address works again', exact: true }).press('Enter')
  await expect(page.getByRole('group', { name: 'Message', exact: true })).toContainText(
    'We’ll try your address again.',
  )
  await expect(note).toBeHidden()
})
