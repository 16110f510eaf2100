import { readFile } from 'node:fs/promises'
import { CONTENT_COOKIE } from '@nofiller/contract/catalog/content-choice'
import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import { clientOf } from '../server/testing/client.ts'
import type { Person } from '../server/testing/fixtures/people.ts'
import { mailTo } from './mailbox.ts'

export { expect }

declare global {
  interface Window {
    axe: typeof axe
  }
}

export const DEMO_PASSWORD = 'NoFiller-demo-1'
export const PASSWORD = 'a-Long-enough-secret-7'

/**
 * A page of an adult visitor. A violation of the content policy, an uncaught error or an error in the console fails the
 * test (security E8).
 */
export const test = base.extend<{ isAdult: boolean; faults: string[] }>({
  isAdult: [true, { option: true }],
  faults: [
    async ({ page, isAdult }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' && !isFailedRequest(message.text()) && !isOwnScript(message.text()))
          faults.push(`console: ${message.text()}`)
      })
      if (isAdult) await passAgeGate(page)
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) =>
          // biome-ignore lint/suspicious/noConsole: the fixture hears of it there
          console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
        )
      })
      await use(faults)
      // A test ends without waiting for what is still answered.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** As if the visitor had come in by the gate before, 18+ pictures blurred. */
export async function passAgeGate(page: Page): Promise<void> {
  const url = base.info().project.use.baseURL ?? ''
  await page.context().addCookies([{ name: CONTENT_COOKIE, value: 'blur', url }])
}

/** The browser's own line for an answer that is not 2xx; the page's handling of it is what is tested. */
const isFailedRequest = (text: string): boolean => text.startsWith('Failed to load resource')

/** What this fixture puts into every frame, and the preview's frame lets no script run. */
const isOwnScript = (text: string): boolean => text.startsWith("Blocked script execution in 'about:srcdoc'")

/** No violation of WCAG 2.2 A and AA in the theme that is shown, and nothing to scroll sideways. Pages themselves: `screens.spec.ts`. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.bringToFront() // a tab behind another draws no frames
  const theme = await page.evaluate(() => document.documentElement.dataset.theme)
  const at = `${page.url()} at ${page.viewportSize()?.width} px, ${theme}`
  await scrollToTop(page)
  await restingPage(page)
  expect(await violationsOf(page), at).toEqual([])
  await expectNothingSideways(page)
}

/** Nothing is wider than the window. */
async function expectNothingSideways(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${page.url()} at ${page.viewportSize()?.width} px scrolls sideways`).toBeLessThanOrEqual(
    0,
  )
}

/** A desktop at 400 %, or the narrowest phone (WCAG 1.4.10). */
export async function expectFitsNarrowest(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNothingSideways(page)
  if (before) await page.setViewportSize(before)
}

/** Each width with a theme of its own: `tokens.test.ts` compares the colors of both, whatever the width. */
const SIGHTS = [
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'dark' },
]

/** The same on a desktop and on a phone, for pages that only differ in layout. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const before = page.viewportSize()
  const chosen = await page.evaluate(() => document.documentElement.dataset.theme)
  for (const { width, theme } of SIGHTS) {
    await page.setViewportSize({ width, height: 900 })
    await showTheme(page, theme)
    await expectAccessible(page)
  }
  await showTheme(page, chosen)
  if (before) await page.setViewportSize(before)
}

/** Nothing has a transition here, with reduced motion. The frame is for what follows the theme by script. */
const showTheme = (page: Page, theme: string | undefined) =>
  page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }, theme)

/** A control scrolled half under the page's header counts as too small to click. */
const scrollToTop = (page: Page) => page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))

/** What still fades in has not its color yet. */
const restingPage = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )

const RULES: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** Not of the frame with the preview of a description, in which no script runs. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async (runOnly) =>
      (await window.axe.run({ runOnly, resultTypes: ['violations'], iframes: false })).violations,
    RULES,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Waits until a visitor's page has its scripts: only they know that nobody is signed in. */
export const scriptsRun = (page: Page) => expect(page.locator('#stored-user')).toHaveCount(0)

/** Waits until a part of a page that is loaded apart has its script. */
export const hasScript = (at: Locator) =>
  expect
    .poll(
      () => at.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))),
      { intervals: [50] },
    )
    .toBe(true)

/** Where something is once it has stopped moving. */
export async function boxAtRest(item: Locator) {
  await item.evaluate((element) =>
    Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
  )
  const box = await item.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

/** Opens a session without the log-in page, which `accounts.spec.ts` tries. The page that is opened next knows who it is. */
export async function logIn(page: Page, name: string, password = DEMO_PASSWORD): Promise<void> {
  const response = await page.request.post('/api/login', { data: { email: name, password } })
  expect(response.ok(), `${name} logs in`).toBe(true)
  const { accessToken: token, user } = await response.json()
  await page.goto('/robots.txt') // only a page of this origin can write its storage, and this one is short
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify({ ...user, token }))
}

/** Opens a page as somebody. */
export async function openAs(
  page: Page,
  name: string,
  path: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  await logIn(page, name, password)
  await page.goto(path)
}

export type OpenedOrder = { orderId: string; invoiceUrl: string }
type Good = { gameId: string; fileId?: string | null }

/** Opens an order for the logged-in user, with the call of the purchase dialog and the basket. */
export async function checkOut(page: Page, goods: readonly Good[]): Promise<OpenedOrder> {
  const { token, email } = await page.evaluate(() => JSON.parse(localStorage.user))
  const answer = await page.request.post('/api/checkout', {
    headers: { authorization: `Bearer ${token}` },
    data: { email, goods },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Has something happen on the payment network, and waits until the store has heard of it. */
export async function playNetwork(
  page: Page,
  { orderId, invoiceUrl }: OpenedOrder,
  event: string,
  status: string,
): Promise<void> {
  const played = await page.request.post(`${new URL(invoiceUrl).pathname}/simulate`, { data: { event } })
  expect(played.ok()).toBe(true)
  const seen = async () => (await (await page.request.get(`/api/order-status/${orderId}`)).json()).status
  await expect.poll(seen, { timeout: 60_000 }).toBe(status)
}

/** A signed-in caller, beside the browser. */
export async function callerOf(url: string, email: string, password: string): Promise<Person> {
  const { body } = await clientOf(url).post('/api/login', { email, password })
  const { accessToken: token, user } = body
  return { ...clientOf(url, token), ...user, token, sessionId: '' }
}

/** What the CSV button of a list saves, under that name. */
export async function savedCsv(page: Page, name: string): Promise<string> {
  const saved = await savedBy(page.getByRole('button', { name: 'CSV' }))
  expect(saved.name).toBe(name)
  return saved.bytes.toString()
}

/** The file that a click saves, and its name. */
export async function savedBy(button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const saving = button.page().waitForEvent('download')
  await button.click()
  const download = await saving
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** The tab that a click opens. */
export async function popupBy(button: Locator): Promise<Page> {
  const opening = button.page().waitForEvent('popup')
  await button.click()
  return opening
}

export const firstOf = (at: Page | Locator, role: 'button' | 'link', name: string | RegExp): Locator =>
  at.getByRole(role, { name }).first()

/** Presses one key after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Holds requests to an address back until the returned function is called. */
export async function holdBack(page: Page, address: string, times?: number): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, (route) => promise.then(() => route.continue()), { times })
  return resolve
}

let people = 0
/** Names that no other test uses. */
export function newcomer() {
  people += 1
  const username = `e2e_${process.pid}_${people}_${Date.now() % 100_000}`
  return { username, email: `${username}@example.test`, password: PASSWORD }
}
export type Newcomer = ReturnType<typeof newcomer>

/** An account that is verified already, made through the calls that the forms make. */
export async function account(page: Page, person = newcomer()): Promise<Newcomer> {
  const sent = { ...person, notifyPurchases: true, notifyUpdates: false }
  expect((await page.request.post('/api/register-start', { data: sent })).ok()).toBe(true)
  const code = await mailedCode(page, person.email)
  expect((await page.request.post('/api/verify-email', { data: { email: person.email, code } })).ok()).toBe(
    true,
  )
  return person
}

/** Logs a new account in, with a role where one is named. */
export async function newUser(page: Page, role?: 'developer' | 'admin'): Promise<Newcomer> {
  const person = await account(page)
  if (role) await giveRole(page, person.email, role)
  await logIn(page, person.email, PASSWORD)
  return person
}

/** The page of another adult in a browser of their own, which closes with it; logged in where a name is given. */
export async function otherPage(browser: Browser, name?: string, password?: string): Promise<Page> {
  const page = await browser.newPage()
  await passAgeGate(page)
  if (name) await logIn(page, name, password)
  return page
}

/** Fills and sends the form of the sign-up page. */
export async function signUpHere(page: Page, { username, email }: Newcomer): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Logs in where the store asks for it. */
export async function logInHere(page: Page, name: string): Promise<void> {
  await page.getByLabel('Email or Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Makes a developer or an admin of somebody. */
export async function giveRole(page: Page, email: string, role: 'developer' | 'admin'): Promise<void> {
  const origin = new URL((await page.request.get('/api/health')).url()).origin
  const admin = await callerOf(origin, 'admin@example.test', DEMO_PASSWORD)
  const [user] = (await admin.get(`/api/users?q=${encodeURIComponent(email)}`)).body
  await admin.patch(`/api/admin/users/${user._id}`, { role, reason: 'As agreed' })
}

/** How long a job may take to send an email, and how often the mailbox is read meanwhile. */
const MAIL_ARRIVES = { timeout: 60_000, intervals: [100, 250] }

/** The six digits of the newest email to an address, from the demo's mailbox. */
export async function mailedCode(page: Page, email: string): Promise<string> {
  let code = ''
  await expect(async () => {
    code = /\b\d{6}\b/.exec(await newestMail(page, email))?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass(MAIL_ARRIVES)
  return code
}

const newestMail = async (page: Page, email: string): Promise<string> =>
  mailTo(email, await (await page.request.get('/sandbox/mail')).text())

/** A link of the newest email to an address. */
export async function mailedLink(page: Page, email: string, path: string): Promise<string> {
  let link = ''
  await expect(async () => {
    link = new RegExp(`href="([^"]*${path}[^"]*)"`).exec(await newestMail(page, email))?.[1] ?? ''
    expect(link).not.toBe('')
  }).toPass(MAIL_ARRIVES)
  return link.replaceAll('&#38;', '&')
}
