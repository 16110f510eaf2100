import { TOTP } from 'otpauth'
import {
  expect,
  expectAccessibleAtBothWidths,
  mailedLink,
  newUser,
  PASSWORD,
  passAgeGate,
  test,
} from '../shop.ts'

const STEP_MS = 30_000
/** The code of an app a number of steps from now; of two neighbors the store takes each once. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS })

test('K2 K5 K6 K7 K23 Two-step verification works with an app and a recovery code', async ({ page }) => {
  const june = await newUser(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(
    dialog.getByRole('img', { name: 'QR code of the key for your authenticator app' }),
  ).toBeVisible()
  const secret = (await dialog.locator('.mono').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(
    dialog.getByText('This code is wrong or has already been used. Enter the next one.'),
  ).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')

  const codes = dialog.getByRole('list', { name: 'Recovery codes', exact: true }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = await codes.first().innerText()
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I saved them', exact: true }).click()
  await expect(page.getByText('10 of 10 left. Each works once, if you lose your phone.')).toBeVisible()

  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name: 'refresh' })
  await page.goto('/login?next=/settings/security')
  await page.getByLabel('Email or Username', { exact: true }).fill(june.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await code.fill(codeOf(secret, 3))
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('This code is wrong or has already been used. Enter the next one.'),
  ).toBeVisible()
  await code.fill(recoveryCode.toLowerCase())
  await page.getByLabel('Don’t ask for a code on this device for 30 days').press('Space')
  await code.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/security')
  await expect(page.getByText('9 of 10 left. Each works once, if you lose your phone.')).toBeVisible()
  await page.getByRole('button', { name: 'Forget Chrome on Linux', exact: true }).press('Enter')
  await expect(
    page.getByText('None. You’ll need a code every time you log in with your password.'),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Turn off two-step verification', exact: true }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await dialog.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible()

  const events = page.getByRole('table', { name: 'Recent activity', exact: true }).getByRole('row')
  await expect(events.nth(1)).toContainText('Two-step verification turned off')
  await expect(events.filter({ hasText: 'Recovery code used' })).toHaveCount(1)
  await expect(events.filter({ hasText: 'Wrong code' })).toHaveCount(1)
})

test('K8 A user without app and codes asks to turn off two-step verification', async ({ page, browser }) => {
  const june = await newUser(page)
  const { accessToken } = await (
    await page.request.post('/api/login', { data: { email: june.email, password: PASSWORD } })
  ).json()
  const headers = { authorization: `Bearer ${accessToken}` }
  const setUp = await page.request.post('/api/second-factor/setup', { headers, data: { password: PASSWORD } })
  const code = codeOf((await setUp.json()).secret)
  expect((await page.request.post('/api/second-factor', { headers, data: { code } })).ok()).toBe(true)

  const elsewhere = await browser.newPage()
  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Email or Username', { exact: true }).fill(june.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByLabel('Code', { exact: true })).toBeFocused()
  await elsewhere.getByRole('button', { name: 'I lost my phone and my recovery codes' }).press('Enter')
  await expect(elsewhere.getByText('We emailed you a link.', { exact: false })).toBeVisible()
  await expectAccessibleAtBothWidths(elsewhere)

  await passAgeGate(elsewhere)
  await elsewhere.goto(await mailedLink(elsewhere, june.email, '/lost-second-step#begin='))
  await elsewhere.getByRole('button', { name: 'Turn off two-step verification', exact: true }).press('Enter')
  await expect(elsewhere.getByText(/^We’ll turn off two-step verification on /)).toBeVisible()
  const stop = await mailedLink(elsewhere, june.email, '/lost-second-step#stop=')

  await page.goto('/settings/security')
  await expect(page.getByText(/We’ll turn off two-step verification on /)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Keep two-step verification', exact: true }).press('Enter')
  await expect(page.getByText(/We’ll turn off two-step verification on /)).toBeHidden()
  await expect(page.getByRole('table', { name: 'Recent activity', exact: true })).toContainText(
    'Two-step verification kept',
  )

  await elsewhere.goto(stop)
  await elsewhere.getByRole('button', { name: 'Keep two-step verification', exact: true }).press('Enter')
  await expect(elsewhere.getByText('This link no longer works. Log in to get a new one.')).toBeVisible()
  await elsewhere.close()
})
