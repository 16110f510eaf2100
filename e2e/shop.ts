import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { clientOf } from '../server/testing/client.ts'
import type { Person } from '../server/testing/people.ts'

export { expect }

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
      if (isAdult) await page.addInitScript(passAgeGate)
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) =>
          // biome-ignore lint/suspicious/noConsole: the fixture hears of it there
          console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
        )
      })
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** As if the visitor had said before that they are of age. */
export function passAgeGate(): void {
  if (location.protocol.startsWith('http')) localStorage.ageOk = '1'
}

/** The browser's own line for an answer that is not 2xx; the page's handling of it is what is tested. */
const isFailedRequest = (text: string): boolean => text.startsWith('Failed to load resource')

/** What this fixture puts into every frame, and the preview's frame lets no script run. */
const isOwnScript = (text: string): boolean => text.startsWith("Blocked script execution in 'about:srcdoc'")

/** No violation of WCAG 2.2 A and AA in either theme, and nothing to scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.bringToFront() // a tab behind another draws no frames
  const chosen = await page.evaluate(() => document.documentElement.dataset.theme)
  for (const theme of ['light', 'dark']) {
    await showTheme(page, theme)
    expect(await violationsOf(page), theme).toEqual([])
  }
  await showTheme(page, chosen)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Colours are inherited level by level, each by a transition of its own; in a closed part of a page they never end. */
const showTheme = (page: Page, theme: string | undefined) =>
  page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await nextFrame()
    const isChanging = () => document.getAnimations().some((animation) => animation instanceof CSSTransition)
    for (let frames = 0; frames < 60 && isChanging(); frames += 1) await nextFrame()
  }, theme)

async function violationsOf(page: Page): Promise<string[]> {
  // What has scrolled half under the page's header counts as too small to press.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

export async function logIn(page: Page, name: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email or Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** A signed-in caller, beside the browser. */
export async function callerOf(url: string, email: string, password: string): Promise<Person> {
  const { body } = await clientOf(url).post('/api/login', { email, password })
  const { accessToken: token, user } = body
  return { ...clientOf(url, token), ...user, token, sessionId: '' }
}

/** What the CSV button of a list saves, under that name. */
export async function savedCsv(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(name)
  return readFile(await download.path(), 'utf8')
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
export async function account(page: Page): Promise<Newcomer> {
  const person = newcomer()
  const sent = { ...person, notifyPurchases: true, notifyUpdates: false }
  expect((await page.request.post('/api/register-start', { data: sent })).ok()).toBe(true)
  const code = await mailedCode(page, person.email)
  expect((await page.request.post('/api/verify-email', { data: { email: person.email, code } })).ok()).toBe(
    true,
  )
  return person
}

/** The six digits of the newest mail to an address, from the demo's mailbox. */
export async function mailedCode(page: Page, email: string): Promise<string> {
  let code = ''
  await expect(async () => {
    code = /\b\d{6}\b/.exec(await newestMail(page, email))?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 10_000 })
  return code
}

async function newestMail(page: Page, email: string): Promise<string> {
  const mailbox = await (await page.request.get('/sandbox/mail')).text()
  return (
    mailbox
      .split('<article>')
      .find((mail) => mail.includes(`to ${email}`))
      ?.split('<pre>')[1] ?? ''
  )
}

/** A link of the newest mail to an address. */
export async function mailedLink(page: Page, email: string, path: string): Promise<string> {
  let link = ''
  await expect(async () => {
    link = new RegExp(`href="([^"]*${path}[^"]*)"`).exec(await newestMail(page, email))?.[1] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 10_000 })
  return link.replaceAll('&#38;', '&')
}
