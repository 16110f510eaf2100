import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import fc from 'fast-check'
import { build } from 'vite'
import { cleanHtml } from '../../server/platform/html.ts'
import { allowedHtml, tagSoup } from '../../server/testing/fixtures/description-html.ts'
import { XSS_VECTORS } from '../../server/testing/fixtures/xss-vectors.ts'

declare global {
  interface Window {
    cleaner: { cleanDescription: (html: string) => string }
    ran: Set<number>
  }
}

const SEED = 20_260_301
const ORIGIN = 'https://store.test'
/** One of each technique; `xss.test.ts` has them all. Each runs as it is, both as a page and as `innerHTML`. */
const VECTORS = [
  '<img src=x onerror=xss()>',
  '<svg><animate onbegin=xss() attributeName=x dur=1s>',
  '<details open ontoggle=xss()><summary>x</summary></details>',
  '<input onfocus=xss() tabindex=0>',
  '<h1/onclick=xss()>x</h1>',
  '<a href="\u0001javascript:xss()">x</a>',
  '<iframe src="javascript:parent.xss()"></iframe>',
  '<title><a title="</title><img src=x onerror=xss()>"></title>',
  '<svg><textarea><img src=x onerror=xss()></textarea></svg>',
  '<p <onclick=1 onclick=xss()>x</p>',
]
const WAYS = ['innerHTML', 'page'] as const
type Frame = { html: string; way: (typeof WAYS)[number] }

let cleanerScript = ''
test.beforeAll(async () => {
  cleanerScript = await bundled('../../web/app/features/catalog/game/clean-description.ts')
})

test('E5 Every attack runs unless the server or the browser cleaned it', async ({ context }) => {
  expect(VECTORS.filter((vector) => !XSS_VECTORS.includes(vector))).toEqual([])
  const clean = [...VECTORS.map(cleaned), ...(await cleanedInBrowser(context, VECTORS))]
  const framesOf = (texts: readonly string[]): Frame[] =>
    texts.flatMap((html) => WAYS.map((way) => ({ html, way })))
  const frames = [...framesOf(clean), ...framesOf(VECTORS)]
  const page = await blankPage(context, frames)
  await page.evaluate(listenForRuns)
  await page.evaluate(showAll, frames)
  // What would run of the clean ones has run by the time that all of the others have, which come after them.
  await expect(async () => {
    await page.evaluate(pokeAll)
    const ran = await page.evaluate(() => [...window.ran])
    expect(ran.filter((index) => index < 2 * clean.length).map((index) => frames[index])).toEqual([])
    expect(ran).toHaveLength(2 * VECTORS.length)
  }).toPass({ timeout: 60_000 })
})

test('E4 A browser reads cleaned HTML as it is written, all inside its box', async ({ context }) => {
  const soups = fc.sample(tagSoup, { seed: SEED, numRuns: 1_000 })
  const texts = [...soups, ...XSS_VECTORS].map(cleaned)
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

test('E4 Allowed elements survive the cleaning of server and browser unchanged', async ({ context }) => {
  const texts = fc.sample(allowedHtml, { seed: SEED, numRuns: 300 })
  expect(texts.map(cleaned)).toEqual(texts)
  const inBrowser = await cleanedInBrowser(context, texts)
  expect(inBrowser.filter((html, at) => html !== texts[at])).toEqual([])
})

const cleaned = (html: string): string => cleanHtml(html) ?? ''

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
async function blankPage(context: BrowserContext, frames: readonly Frame[] = []): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(giveXss)
  await page.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url())
    const [, folder, index] = pathname.split('/')
    if (origin !== ORIGIN || (folder !== '' && folder !== 'page')) return route.fulfill({ status: 404 })
    const body = folder === 'page' ? frames[Number(index)]?.html : ''
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>x</title><main>${body}</main>`,
    })
  })
  await page.goto(`${ORIGIN}/`)
  return page
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

async function showAll(frames: readonly Frame[]) {
  for (const [index, { html, way }] of frames.entries()) {
    const frame = document.createElement('iframe')
    if (way === 'page') frame.src = `/page/${index}`
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    document.body.append(frame)
    await loaded
    const body = way === 'innerHTML' ? frame.contentDocument?.body : null
    if (body) body.innerHTML = html
  }
}

/** Focuses, hovers and clicks everything that the frames show. */
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
