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
} from '../shop.ts'

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
  await expect(
    page.getByText('Still missing: a username, your email, a password, and the same password again.'),
  ).toBeVisible()
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
})

test('rates a password no better than the server does, and says why', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/signup')
  await page.getByLabel('Username').fill('low.battery-club')
  const isList = (url: string) => url.includes('/common-passwords')
  expect(scripts.filter(isList), 'the list waits for somebody who chooses a password').toEqual([])
  const list = page.waitForResponse((response) => isList(response.url()))
  const strength = page.getByRole('meter', { name: 'Password strength' })
  for (const [password, label, advice] of [
    ['', 'Very weak'],
    ['a', 'Weak', 'Add 8 characters or more, an upper-case letter and a digit or symbol'],
    ['aaaaaaaa', 'Weak', 'Easy to guess: only a repetition'],
    ['abcdefgh', 'Weak', 'Easy to guess: only a sequence'],
    ['Low.Battery-Club', 'Weak', 'Easy to guess: your username or email'],
    ['acegikmo', 'Okay', 'Add an upper-case letter and a digit or symbol'],
    ['Acegikmo', 'Good', 'Add a digit or symbol to make it strong'],
    ['Acegikm1', 'Strong'],
    ['Football1', 'Weak', 'Easy to guess: too common'],
  ] as const) {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await expect(strength).toHaveAttribute('aria-valuetext', label)
    if (advice) await expect(page.getByText(advice, { exact: true })).toBeVisible()
  }
  await list
  await expect(page.getByText(/Still missing: .*, a stronger password/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).blur()
  await expect(page.getByText('This password is too common. Please choose another.')).toBeVisible()
})

test('takes five wrong codes and then not even the right one', async ({ page }) => {
  const person = newcomer()
  await signUp(page, person)
  const code = await mailedCode(page, person.email)
  const wrong = code === '000000' ? '000001' : '000000'
  const input = page.getByLabel('6-digit code')
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeDisabled()
  for (let tried = 0; tried < 5; tried += 1) {
    const answered = page.waitForResponse('**/api/verify-email')
    await input.fill('')
    await input.fill(wrong) // sends itself
    expect((await answered).status()).toBe(422)
    await expect(page.getByText('That code is wrong or has expired. Request a new one.')).toBeVisible()
  }
  const answered = page.waitForResponse('**/api/verify-email')
  await input.fill(code)
  expect((await answered).status()).toBe(422)
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
  await expect(page.getByText('Email verified. You are logged in.')).toBeVisible()
  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByText(`You are logged in as ${person.username}.`).first()).toBeVisible()
})

test('a reload in the middle of the sign-up finds the code, the pause and the way back to it', async ({
  page,
}) => {
  const person = newcomer()
  await signUp(page, person)
  await page.goto('/verify')
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeDisabled()
  await page.goto('/signup')
  await page.getByRole('link', { name: 'Enter code' }).click()
  await expect(page).toHaveURL(/\/verify\?email=/)
  await page.route('**/api/verify-email', (route) => route.abort())
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))
  await expect(page.getByText('Server error')).toBeVisible()
  await page.unroute('**/api/verify-email')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a code that is typed before the browser is known sends itself once it is', async ({ page }) => {
  const person = newcomer()
  await signUp(page, person)
  const typed = Promise.withResolvers<void>()
  await page.route('**/api/registration', async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.reload()
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))
  typed.resolve()
  await expect(page.getByText('Email verified. You are logged in.')).toBeVisible()
})

test('the link of the mail fills address and code, and another browser needs the password', async ({
  page,
  context,
}) => {
  const person = newcomer()
  await signUp(page, person)
  const link = await mailedLink(page, person.email, '/verify')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verify-email')) sent += 1
  })
  await page.goto(link)
  await expect(page.getByLabel('6-digit code')).toHaveValue(await mailedCode(page, person.email))
  await expect(page).toHaveURL(/\/verify\?email=[^#]+$/)
  expect(sent).toBe(0)

  await context.clearCookies() // what bound the registration to this browser
  await page.goto(link)
  await page.getByRole('button', { name: 'Verify' }).click()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Email verified. You are logged in.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('a username that was taken meanwhile is chosen anew where the code is entered', async ({ page }) => {
  const person = newcomer()
  const other = { ...newcomer(), username: person.username }
  await signUp(page, person)
  const code = await mailedCode(page, person.email)
  const away = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (!away) throw new Error('no browser')
  await account(await away.newPage(), other)
  await away.close()
  await page.getByLabel('6-digit code').fill(code)
  const username = page.getByLabel('Another username')
  await expect(username).toBeFocused()
  await expect(page.getByText('This username is taken.')).toBeVisible()
  await expectAccessible(page)
  await username.fill(`${person.username}_2`)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(`You are logged in as ${person.username}_2.`).first()).toBeVisible()
})

test('who is logged in is told so instead of signing up, and resets the password without typing the address', async ({
  page,
}) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  await page.goto('/signup')
  await expect(page.getByText(`You are logged in as ${person.username}.`)).toBeVisible()
  await expect(page.getByLabel('Username')).toBeHidden()
  await expectAccessible(page)
  await page.goto('/login?next=%2Fsettings')
  await expect(page).toHaveURL(/\/settings$/)
  await page.getByRole('link', { name: 'Reset Password' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(
    page.getByText("If an account with that email exists, we've sent you a password reset link."),
  ).toBeVisible()
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
  await page.goto('/')
  await page.route('**/api/logout', (route) => route.abort())
  await page.getByRole('button', { name: new RegExp(person.username) }).click()
  await page.getByText('Logout', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.user)).toBeUndefined()
})

test('a server that is down logs nobody out, and says so', async ({ page }) => {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  await page.goto('/')
  await expect(page.getByRole('button', { name: new RegExp(person.username) })).toBeVisible()
  const down = page.getByText('We can’t reach the store right now. You are still logged in')
  for (const outage of [429, 503] as const) {
    await page.route('**/api/whoami', (route) =>
      route.fulfill({ status: outage, json: { error: 'Not now.' } }),
    )
    await page.goto('/settings/security')
    await expect(down).toBeVisible()
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: new RegExp(person.username) })).toBeVisible()
    if (outage === 503) await expectAccessible(page)
    await page.unroute('**/api/whoami')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(down).toBeHidden()
  }
})

test('opens the menus by keys alone @phone', async ({ page }) => {
  await logIn(page, 'developer@example.test', DEMO_PASSWORD)
  await page.goto('/')
  const menu = page.getByRole('button', { name: /Low Battery Club/ })
  await expect(menu).toBeVisible()
  await menu.focus()
  await page.keyboard.press('Enter')
  const link = (name: string) => page.getByRole('menuitem', { name, exact: true })
  for (const name of ['Library', 'Orders', 'Profile', 'Settings', 'Dashboard', 'Logout'])
    await expect(link(name)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(link('Logout')).toBeHidden()
  await expect(menu).toBeFocused()
})
