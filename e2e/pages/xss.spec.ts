import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import fc from 'fast-check'
import { build } from 'vite'
import { cleanHtml } from '../../server/platform/html.ts'
import { allowedHtml, spliced, tagSoup } from '../../server/testing/fixtures/description-html.ts'
import { XSS_VECTORS } from '../../server/testing/fixtures/xss-vectors.ts'

declare global {
  interface Window {
    cleaner: { cleanDescription: (html: string) => string }
    ran: Set<number>
  }
}

const SEED = 20_260_301
const ORIGIN = 'https://store.test'
const HOSTILE = [...XSS_VECTORS, ...fc.sample(spliced(XSS_VECTORS), { seed: SEED, numRuns: 200 })]
/** Frames at once, each with a text of its own. */
const BATCH = 160

type Way = 'innerHTML' | 'page'
const WAYS: readonly Way[] = ['innerHTML', 'page']

let cleanerScript = ''
test.beforeAll(async () => {
  cleanerScript = await bundled('../../web/app/features/catalogue/game/clean-description.ts')
})

test('E5 no vector runs once the server or the browser has cleaned it, and most run as they are', async ({
  context,
}) => {
  const raw = {
    innerHTML: await ran(context, 'innerHTML', XSS_VECTORS),
    page: await ran(context, 'page', XSS_VECTORS),
  }
  const either = new Set([...raw.innerHTML, ...raw.page])
  expect(raw.innerHTML.length).toBeGreaterThan(40)
  expect(raw.page.length).toBeGreaterThan(40)
  expect(either.size).toBeGreaterThan(200)

  const byServer = HOSTILE.map(cleaned)
  const byBrowser = await cleanedInBrowser(context, HOSTILE)
  for (const way of WAYS) {
    expect(await ran(context, way, unique(byServer)), `cleaned by the server, as ${way}`).toEqual([])
    expect(await ran(context, way, unique(byBrowser)), `cleaned by the browser, as ${way}`).toEqual([])
  }
})

test('E4 a browser reads what the server keeps as what is written, all of it inside its box', async ({
  context,
}) => {
  const soups = fc.sample(tagSoup, { seed: SEED, numRuns: 4_000 })
  const texts = [...soups, ...HOSTILE].map(cleaned)
  const page = await blankPage(context)
  const misread = await page.evaluate(
    (texts) =>
      texts.filter((html) => {
        const whole = `<!doctype html><div id="before"></div><div id="box">${html}</div><p id="after"></p>`
        const { body } = new DOMParser().parseFromString(whole, 'text/html')
        const box = body.children[1]
        return body.children.length !== 3 || box?.id !== 'box' || box.innerHTML !== html
      }),
    texts,
  )
  expect(misread).toEqual([])
})

test('E4 allowed elements survive the cleaning of server and browser unchanged', async ({ context }) => {
  const texts = fc.sample(allowedHtml, { seed: SEED, numRuns: 1_000 })
  expect(texts.map(cleaned)).toEqual(texts)
  const inBrowser = await cleanedInBrowser(context, texts)
  expect(inBrowser.filter((html, at) => html !== texts[at])).toEqual([])
})

const cleaned = (html: string): string => cleanHtml(html) ?? ''

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** A script that gives a page our module as `cleaner`. */
async function bundled(path: string): Promise<string> {
  const [output] = [
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        lib: { entry: fileURLToPath(new URL(path, import.meta.url)), formats: ['iife'], name: 'cleaner' },
      },
    }),
  ].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('nothing was bundled')
  return `${chunk.code}\nwindow.cleaner = cleaner`
}

async function cleanedInBrowser(context: BrowserContext, texts: readonly string[]): Promise<string[]> {
  const page = await blankPage(context)
  await page.addScriptTag({ content: cleanerScript })
  const cleaned = await page.evaluate(
    (all) => all.map((html) => window.cleaner.cleanDescription(html)),
    texts,
  )
  await page.close()
  return cleaned
}

/** A page of a site of its own, without any policy that would help; nothing else is to be had from the network. */
async function blankPage(context: BrowserContext, bodies: readonly string[] = []): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(giveXss)
  await page.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url())
    const [, folder, index] = pathname.split('/')
    if (origin !== ORIGIN || (folder !== '' && folder !== 'page')) return route.fulfill({ status: 404 })
    const body = folder === 'page' ? bodies[Number(index)] : ''
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>x</title><main>${body}</main>`,
    })
  })
  await page.goto(`${ORIGIN}/`)
  return page
}

/** The texts that ran `xss()`: shown each in a frame of its own, and then pressed, focused and pointed at. */
async function ran(context: BrowserContext, way: Way, texts: readonly string[]): Promise<string[]> {
  const escaped: string[] = []
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH)
    const page = await blankPage(context, batch)
    await page.evaluate(listenForRuns)
    await page.evaluate(showAll, { texts: batch, way })
    await page.evaluate(pokeAll)
    await page.waitForTimeout(1_000)
    const indexes = await page.evaluate(() => [...window.ran])
    escaped.push(...indexes.map((index) => batch[index] ?? ''))
    await page.close()
  }
  return escaped
}

/** Every frame has `xss()`, however deep it lies and whatever its origin; the page hears from which of its frames it came. */
const giveXss = () => {
  Object.assign(window, { xss: () => window.top?.postMessage('ran', '*') })
}

function listenForRuns() {
  window.ran = new Set()
  addEventListener('message', ({ data, source }) => {
    let frame = source as Window | null // the vectors open no ports and no workers
    while (frame && frame.parent !== window && frame.parent !== frame) frame = frame.parent
    const index = [...document.querySelectorAll('iframe')].findIndex(
      ({ contentWindow }) => contentWindow === frame,
    )
    if (data === 'ran' && index >= 0) window.ran.add(index)
  })
}

async function showAll({ texts, way }: { texts: readonly string[]; way: Way }) {
  const shown = texts.map((html, index) => {
    const frame = document.createElement('iframe')
    if (way === 'page') frame.src = `/page/${index}`
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    document.body.append(frame)
    return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 3_000))]).then(() => {
      const body = way === 'innerHTML' ? frame.contentDocument?.body : null
      if (body) body.innerHTML = html
    })
  })
  await Promise.all(shown)
}

function pokeAll() {
  for (const { contentDocument } of document.querySelectorAll('iframe'))
    for (const element of contentDocument?.querySelectorAll<HTMLElement>('*') ?? []) {
      element.focus?.()
      for (const type of ['mouseover', 'mouseenter', 'pointerenter'])
        element.dispatchEvent(new MouseEvent(type, { bubbles: true }))
      const leadsAway = element.matches('a[href^="http"], a[href^="mailto:"]')
      if (!leadsAway) element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
}
