/**
 * How soon pages are there for a visitor with a slow phone on a slow line: Chromium with a processor four times slower,
 * 1.6 Mbit/s and 150 ms a request, with nothing cached, who chose to see 18+ pictures. Medians, of a demo store planted for it or of the one whose
 * address is the first argument. Then what Lighthouse's mobile preset says, which models such a phone. Last the home page of a player, with
 * lists of their own.
 */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CONTENT_COOKIE } from '@nofiller/contract/catalog/content-choice'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { args, executablePath } from '../e2e/browser.ts'
import { withHarness } from './harness.ts'
import { median } from './load.ts'
import { positionals } from './options.ts'
import { type Figure, report } from './report.ts'

const ROUNDS = 3
const SLOWER = 4
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const PLAYER = { email: 'player@example.test', password: 'NoFiller-demo-1' }
/** Nothing of a page happens later by itself. */
const REST_MS = 4_000
/** No dependency, as little else needs it: npx fetches it once. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

type Visit = {
  lcpMs: number
  shift: number
  blockedMs: number
  scriptBytes: number
  bytes: number
  largest: string
  foreign: string[]
}

const [address] = positionals
if (address) await measure(address)
else
  await withHarness(async (harness) => {
    const store = await harness.store(await harness.database('shop'), { DEMO: '1' })
    await measure(store.url)
  })

async function measure(store: string): Promise<void> {
  const game = await newestGame(store)
  const browser = await chromium.launch({ executablePath, args })
  try {
    for (const [name, path] of Object.entries({ home: '/', games: '/games', game: `/game/${game.slug}` })) {
      await fetch(store + path, { headers: { cookie: `${CONTENT_COOKIE}=show` } }) // made once, as for any visitor but the first
      const visits: Visit[] = []
      for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, store + path))
      report([
        ...figures(name, visits),
        {
          what: `${name}: reads without scripts`,
          value: Number(await isReadable(browser, store + path, game.title)),
          unit: 'of 1',
        },
        ...(await lighthouse(name, store + path)),
      ])
    }
    const player = await signedIn(browser, store)
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, `${store}/`, player))
    report(figures('home of a player', visits))
  } finally {
    await browser.close()
  }
}

/** It stands on all of the pages. */
async function newestGame(store: string): Promise<{ slug: string; title: string }> {
  const answer = await fetch(`${store}/api/games?limit=1&category=SFW`)
  const [game] = (await answer.json()) as { slug: string; title: string }[]
  if (!game) throw new Error('the store is empty')
  return game
}

/** What the browser of a player of the demo store holds, who has been on the home page before. */
async function signedIn(browser: Browser, store: string): Promise<Profile> {
  const context = await browser.newContext(PHONE)
  await context.addCookies([{ name: CONTENT_COOKIE, value: 'show', url: store }])
  const page = await context.newPage()
  const answer = await page.request.post(`${store}/api/login`, { data: PLAYER })
  const { accessToken: token, user } = await answer.json()
  await page.goto(`${store}/robots.txt`)
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify({ ...user, token }))
  await page.goto(store, { waitUntil: 'load' })
  await page.waitForTimeout(REST_MS)
  const profile = await context.storageState()
  await context.close()
  return profile
}

type Profile = Awaited<ReturnType<BrowserContext['storageState']>>

function figures(name: string, visits: readonly Visit[]): Figure[] {
  const middle = (of: (visit: Visit) => number) => median(visits.map(of))
  return [
    {
      what: `${name}: largest paint (${visits[0]?.largest})`,
      value: middle((each) => each.lcpMs),
      unit: 'ms',
    },
    { what: `${name}: layout shift`, value: middle((each) => each.shift), unit: '' },
    { what: `${name}: blocked`, value: middle((each) => each.blockedMs), unit: 'ms' },
    { what: `${name}: scripts`, value: middle((each) => each.scriptBytes) / 1_000, unit: 'kB' },
    { what: `${name}: all`, value: middle((each) => each.bytes) / 1_000, unit: 'kB' },
    { what: `${name}: of other hosts`, value: middle((each) => each.foreign.length), unit: 'requests' },
  ]
}

async function visit(browser: Browser, url: string, storageState?: Profile): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, storageState })
  await context.addCookies([{ name: CONTENT_COOKIE, value: 'show', url: new URL(url).origin }])
  const page = await context.newPage()
  await page.addInitScript(watch)
  const cdp = await context.newCDPSession(page)
  const received = await throttle(cdp)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(REST_MS) // no look at the network: a player's page keeps a stream open
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await context.close()
  return { ...seen, ...received.totals(new URL(url).origin) }
}

type Seen = { lcpMs: number; largest: string; shift: number; blockedMs: number }

/** Runs in the page, before anything of it. */
function watch(): void {
  const seen = { lcpMs: 0, largest: '', shift: 0, blockedMs: 0 }
  Object.assign(window, { seen })
  const each = (type: string, look: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true })
  each('largest-contentful-paint', (entry) => {
    const { element, url } = entry as PerformanceEntry & { element?: Element; url: string }
    seen.lcpMs = entry.startTime
    seen.largest = url
      ? url.replace(/.*\//, '')
      : `${element?.tagName.toLowerCase()} ${element?.textContent?.slice(0, 30)}`
  })
  each('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.shift += value
  })
  each('longtask', ({ duration }) => {
    seen.blockedMs += duration - 50
  })
}

/** Slows the page's processor and line down, and counts what comes over it. */
async function throttle(cdp: CDPSession) {
  const requests = new Map<string, { url: string; isScript: boolean; bytes: number }>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) =>
    requests.set(requestId, { url: request.url, isScript: type === 'Script', bytes: 0 }),
  )
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    const request = requests.get(requestId)
    if (request && type === 'Script') request.isScript = true
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const sum = (of: { bytes: number }[]) => of.reduce((total, { bytes }) => total + bytes, 0)
  return {
    totals(origin: string) {
      const all = [...requests.values()].filter(({ url }) => url.startsWith('http'))
      return {
        bytes: sum(all),
        scriptBytes: sum(all.filter(({ isScript }) => isScript)),
        foreign: all.map(({ url }) => url).filter((url) => !url.startsWith(origin)),
      }
    },
  }
}

/** The best of three audits by Lighthouse's mobile preset: what disturbs a run makes it worse, never better. */
async function lighthouse(name: string, url: string): Promise<Figure[]> {
  const audits: Audits[] = []
  for (let round = 0; round < ROUNDS; round += 1) audits.push(await audit(url))
  const [best] = audits.toSorted((one, other) => other.score - one.score)
  if (!best) return []
  return [
    { what: `${name}: Lighthouse, mobile`, value: best.score * 100, unit: 'of 100' },
    { what: `${name}: largest paint by its model`, value: best.lcpMs, unit: 'ms' },
    { what: `${name}: layout shift there`, value: best.shift, unit: '' },
  ]
}

type Audits = { score: number; lcpMs: number; shift: number }

async function audit(url: string): Promise<Audits> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance',
      `--extra-headers=${JSON.stringify({ Cookie: `${CONTENT_COOKIE}=show` })}`,
      `--chrome-flags=${args.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 64 * 1024 * 1024 },
  )
  const { categories, audits } = JSON.parse(stdout)
  return {
    score: categories.performance.score,
    lcpMs: audits['largest-contentful-paint'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
  }
}

/** Whether a visitor whose browser runs no scripts sees the games. */
async function isReadable(browser: Browser, url: string, title: string): Promise<boolean> {
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false })
  const page: Page = await context.newPage()
  await page.goto(url)
  const isShown = await page.getByText(title).first().isVisible()
  await context.close()
  return isShown
}
