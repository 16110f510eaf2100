/** Debian's Firefox ESR, by WebDriver BiDi. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElementHandle, type KeyInput, launch, type Page } from 'puppeteer-core'
import { eventually } from '../../server/testing/store.ts'
import type { Browser, Cookies, Engine, Tab } from './browser.ts'

const PROGRAM = '/usr/bin/firefox-esr'
/** `network.cookie.cookieBehavior`. Refused cookies take the storage of pages along. */
const COOKIES = { accepted: 5, refused: 2 }
/** Only for what hangs, on a busy machine. */
const LOADED_WITHIN_MS = 240_000
/** A mouse, which the headless Firefox does without. */
const FINE_AND_HOVERS = 6

export const firefox: Engine = { name: 'Firefox', open: openFirefox }

async function openFirefox(cookies: Cookies): Promise<Browser> {
  if (!existsSync(PROGRAM)) throw new Error('This needs the package firefox-esr.')
  const downloads = await mkdtemp(join(tmpdir(), 'nofiller-firefox-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: PROGRAM,
    defaultViewport: { width: 1280, height: 900 },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'network.cookie.cookieBehavior': COOKIES[cookies],
      'ui.prefersReducedMotion': 1,
      'ui.primaryPointerCapabilities': FINE_AND_HOVERS,
      'ui.allPointerCapabilities': FINE_AND_HOVERS,
    },
  })
  const faults: string[] = []
  browser.on('targetcreated', async (target) => {
    const page = await target.page()
    if (page) await watch(page, faults)
  })
  const known = new Set(await browser.pages())
  const tabOf = (page: Page): Tab => {
    known.add(page)
    return firefoxTab(page, async () =>
      tabOf(await eventually(async () => (await browser.pages()).find((other) => !known.has(other)))),
    )
  }
  return {
    downloads,
    tab: tabOf(await browser.newPage()),
    close: async () => {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
      return faults
    },
  }
}

async function watch(page: Page, faults: string[]): Promise<void> {
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`)
  })
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', (event) =>
      // biome-ignore lint/suspicious/noConsole: that is listened to
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
}

function firefoxTab(page: Page, opened: Tab['opened']): Tab {
  page.setDefaultTimeout(LOADED_WITHIN_MS)
  const find = async (expression: string) => {
    const element = (await page.evaluateHandle(expression)).asElement()
    if (!element) throw new Error(`This is no element: ${expression}`)
    return element as ElementHandle<Element> // of a page's document, which holds no other nodes that are asked for
  }
  return {
    opened,
    goTo: async (url) => void (await page.goto(url)),
    // Within a page nothing is loaded that "goBack" of the library could wait for.
    goBack: () => page.evaluate(() => void setTimeout(() => history.back())),
    reload: async () => void (await page.reload()),
    close: () => page.close(),
    evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>, // whose type the caller knows
    click: async (element) => (await find(element)).click(),
    chooseFiles: async (element, paths) =>
      ((await find(element)) as ElementHandle<HTMLInputElement>).uploadFile(...paths),
    press: (key) => page.keyboard.press(key as KeyInput),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
  }
}
