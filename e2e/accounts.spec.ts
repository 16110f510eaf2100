import type { Page } from '@playwright/test'
import {
  account,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  logIn,
  mailedCode,
  mailedLink,
  newcomer,
  PASSWORD,
  test,
} from './shop.ts'

const NEW_PASSWORD = 'another-Secret-phrase-8'

async function signUp(page: Page, person: { username: string; email: string }): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Account created! Check your email for the 6-digit code.')).toBeVisible()
  await expect(page).toHaveURL(/\/verify\?email=/)
}

test('says at each field of the sign-up what is wrong, and opens the button when nothing is', async ({
  page,
}) => {
  await page.goto('/signup')
  const create = page.getByRole('button', { name: 'Create account' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Email', { exact: true }).fill('no address')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('other')
  await page.getByLabel('Confirm password').blur()
  for (const text of [
    '3–24 chars: letters, numbers, ., _ or -',
    'Please enter a valid email address.',
    'Passwords do not match.',
  ])
    await expect(page.getByText(text).first()).toBeVisible()
  await expectAccessible(page)
  const strength = page.getByRole('meter', { name: 'Password strength' })
  for (const [password, label] of [
    ['', 'Very weak'],
    ['a', 'Weak'],
    ['aaaaaaaa', 'Okay'],
    ['aaaaaaaA', 'Good'],
    ['aaaaaaA1', 'Strong'],
  ] as const) {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await expect(strength).toHaveAttribute('aria-valuetext', label)
  }
})

test('takes five wrong codes and then not even the right one', async ({ page }) => {
  const person = newcomer()
  await signUp(page, person)
  const code = await mailedCode(page, person.email)
  const wrong = code === '000000' ? '000001' : '000000'
  const input = page.getByLabel('6-digit code')
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeDisabled()
  for (let tried = 0; tried < 5; tried += 1) {
    await input.fill(wrong)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('That code is wrong or has expired. Request a new one.')).toBeVisible()
  }
  await input.fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('That code is wrong or has expired. Request a new one.')).toBeVisible()
  await expectAccessible(page)
})

test('leads an unverified login to a code, and back', async ({ page }) => {
  const person = newcomer()
  await signUp(page, person)
  await page.goto('/login?next=%2Forders')
  await page.getByLabel('Email or Username').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(
    page.getByText('Please verify your email to continue. Enter your email below and resend a new code.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Forders/)
})

test('resets a forgotten password by a mailed link, and ends the old session', async ({ page, context }) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  const old = page
  const other = await context.browser()?.newContext()
  if (!other) throw new Error('no browser')
  const fresh = await other.newPage()
  await fresh.goto(new URL('/forgot-password', page.url()).href)
  await fresh.getByLabel('Email').fill(person.email)
  await fresh.getByRole('button', { name: /Send reset link/i }).click()
  await expect(
    fresh.getByText("If an account with that email exists, we've sent you a password reset link."),
  ).toBeVisible()
  await fresh.goto(await mailedLink(page, person.email, 'reset-password'))
  await fresh.getByLabel('New password').fill(NEW_PASSWORD)
  await fresh.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await fresh.getByRole('button', { name: 'Reset password' }).click()
  await expect(fresh.getByText('Password reset successfully! Redirecting to login...')).toBeVisible()
  await expect(fresh).toHaveURL(/\/login/)
  await other.close()

  await old.goto('/orders')
  await expect(old.getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test('shows an invalid reset link as such', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  await expect(
    page.getByText('Invalid or missing reset token. Please request a new password reset link.'),
  ).toBeVisible()
  await expectAccessible(page)
})

test('renews a session in the middle of a click, and loses nothing', async ({ page }) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  await page.goto('/settings')
  const updates = page.getByLabel(/updates/i)
  await updates.check()
  await page.evaluate(() => {
    localStorage.user = JSON.stringify({ ...JSON.parse(localStorage.user), token: 'gone.stale.token' })
  })
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Settings saved.').first()).toBeVisible()
  await page.reload()
  await expect(updates).toBeChecked()
})

test('refreshes once for two tabs that need it at once', async ({ page, context }) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  const tabs = [await context.newPage(), await context.newPage()]
  let refreshes = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/refresh')) refreshes += 1
  })
  await page.evaluate(() => {
    localStorage.user = JSON.stringify({ ...JSON.parse(localStorage.user), token: 'gone.stale.token' })
  })
  await Promise.all(tabs.map((tab) => tab.goto('/orders')))
  for (const tab of tabs)
    await expect(tab.getByRole('button', { name: new RegExp(person.username) })).toBeVisible()
  expect(refreshes).toBe(1)
})

test('logs out even while the server does not answer', async ({ page }) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  await page.route('**/api/logout', (route) => route.abort())
  await page.getByRole('button', { name: new RegExp(person.username) }).click()
  await page.getByText('Logout', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.user)).toBeUndefined()
})

test('shows the pages of an account', async ({ page }) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  for (const path of ['/settings', '/profile', '/whoami']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expectAccessible(page)
  }
})

test('opens the menus by keys alone', async ({ page }) => {
  await logIn(page, 'developer@example.test', DEMO_PASSWORD)
  await page.goto('/')
  const menu = page.getByRole('button', { name: /Low Battery Club/ })
  await expect(menu).toBeVisible()
  await menu.focus()
  await page.keyboard.press('Enter')
  const link = (name: string) => page.getByRole('menuitem', { name, exact: true })
  for (const name of ['Library', 'Orders', 'Settings', 'Dashboard', 'Logout'])
    await expect(link(name)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(link('Logout')).toBeHidden()
  await expect(menu).toBeFocused()
})
