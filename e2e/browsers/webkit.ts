/** Debian's WebKitGTK, by WebDriver, on a display that nobody sees. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Builder, Capabilities, Key as Keys, type WebDriver, type WebElement } from 'selenium-webdriver'
import { eventually, freePort } from '../../server/testing/store.ts'
import type { Browser, Cookies, Engine, Key, Tab } from './browser.ts'

const PROGRAMS = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb', gjs: 'gjs gir1.2-webkit2-4.1' }
const WINDOW = new URL('webkit-window.js', import.meta.url).pathname
/**
 * What WebKit writes of a page's console that is an error, but for answers that are not 2xx, and for calls of the store
 * that end with their page: it says that access was refused, which it never is at home.
 * The frame of the preview lets no script run, not even one of the driver's.
 */
const FAULT =
  /CONSOLE (?:\w+ )?ERROR (?!Failed to load resource|Fetch API cannot load http:\/\/localhost|Blocked script execution in 'about:srcdoc')/

export const webkit: Engine = { name: 'WebKit', open: openWebkit }

async function openWebkit(cookies: Cookies): Promise<Browser> {
  for (const [program, packages] of Object.entries(PROGRAMS))
    if (!existsSync(`/usr/bin/${program}`)) throw new Error(`This needs the packages ${packages}.`)
  const home = await mkdtemp(join(tmpdir(), 'nofiller-webkit-'))
  const downloads = join(home, 'downloads')
  await mkdir(downloads)
  const screen = await openScreen()
  const port = await freePort()
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen.display,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DOWNLOADS: downloads,
      COOKIES: cookies,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const faults = faultsIn(server)
  const driver = await connectTo(port)
  return {
    downloads,
    tab: tabsOf(driver)(await driver.getWindowHandle()),
    close: async () => {
      await driver.quit()
      await end(server)
      await end(screen.process)
      await rm(home, { recursive: true, force: true, maxRetries: 10 }) // its processes write to the last
      return faults
    },
  }
}

/** Xvfb, on the first display that is free. */
async function openScreen(): Promise<{ process: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3] as Readable, 'data') // piped above
  return { process: screen, display: `:${String(display).trim()}` }
}

function faultsIn(server: ChildProcess): string[] {
  const faults: string[] = []
  for (const output of [server.stdout, server.stderr]) {
    let rest = ''
    output?.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      faults.push(...lines.filter((line) => FAULT.test(line)))
    })
  }
  return faults
}

/** Tries until the driver listens. */
async function connectTo(port: number): Promise<WebDriver> {
  const url = `http://127.0.0.1:${port}`
  await eventually(() =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const capabilities = new Capabilities({
    browserName: 'WebKit',
    'webkitgtk:browserOptions': { binary: '/usr/bin/gjs', args: ['-m', WINDOW] },
  })
  return new Builder().usingServer(url).withCapabilities(capabilities).build()
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

const KEYS: Record<Key, string> = {
  Tab: Keys.TAB,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Space: Keys.SPACE,
  ArrowDown: Keys.ARROW_DOWN,
  ArrowRight: Keys.ARROW_RIGHT,
  End: Keys.END,
  Backspace: Keys.BACK_SPACE,
}

/** One session has all windows and looks at one of them, so each command first goes to its own. */
function tabsOf(driver: WebDriver) {
  const known = new Set<string>()
  const tab = (handle: string): Tab => {
    known.add(handle)
    const inTab = async () => {
      await driver.switchTo().window(handle)
      return driver
    }
    const find = async (expression: string) =>
      (await inTab()).executeScript<WebElement>(`return (${expression})`)
    const keys = async (text: string) => (await inTab()).actions().sendKeys(text).perform()
    return {
      goTo: async (url) => (await inTab()).get(url),
      goBack: async () => (await inTab()).navigate().back(),
      reload: async () => (await inTab()).navigate().refresh(),
      close: async () => (await inTab()).close(),
      evaluate: async (expression) => (await inTab()).executeScript(`return (${expression})`),
      click: async (element) => (await find(element)).click(),
      chooseFiles: async (element, paths) => (await find(element)).sendKeys(paths.join('\n')),
      press: (key) => keys(KEYS[key]),
      type: keys,
      resize: async (width, height) =>
        void (await (await inTab()).manage().window().setRect({ x: 0, y: 0, width, height })),
      screenshot: async () => Buffer.from(await (await inTab()).takeScreenshot(), 'base64'),
      opened: async () =>
        tab(
          await eventually(async () =>
            (await driver.getAllWindowHandles()).find((other) => !known.has(other)),
          ),
        ),
    }
  }
  return tab
}
