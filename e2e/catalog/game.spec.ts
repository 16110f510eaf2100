import { randomBytes } from 'node:crypto'
import type { CDPSession, Locator } from '@playwright/test'
import { createGame } from '../../server/testing/fixtures/game-form.ts'
import {
  callerOf,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  firstOf,
  logIn,
  openAs,
  otherPage,
  passAgeGate,
  press,
  scriptsRun,
  test,
} from '../shop.ts'

/** SFW, with screenshots, extras and a demo. */
const GAME = '/game/tin-cathedral'
const NSFW = '/game/velvet-orbit'

/** A finger that moves to the left over the middle of an element. */
async function swipeLeft(cdp: CDPSession, over: Locator): Promise<void> {
  const box = await over.boundingBox()
  if (!box) throw new Error('nothing to swipe over')
  const [from, y] = [box.x + box.width * 0.8, box.y + box.height / 2]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] })
  for (let moved = 0; moved < 0.6; moved += 0.05)
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: from - moved * box.width, y }],
    })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Swipes once more where a busy browser took the finger for one that only rests. */
async function swipeOn(cdp: CDPSession, over: Locator, seen: () => Promise<unknown>): Promise<void> {
  const before = await seen()
  await expect(async () => {
    if ((await seen()) === before) await swipeLeft(cdp, over)
    await expect.poll(seen, { timeout: 3_000 }).not.toBe(before)
  }).toPass()
}

/** Two fingers go apart from one distance to another, in CSS pixels. */
async function pinchOn(cdp: CDPSession, over: Locator, from: number, to: number): Promise<void> {
  const box = await over.boundingBox()
  if (!box) throw new Error('there is nothing to pinch')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const fingers = (distance: number) => [
    { id: 0, x: x - distance / 2, y },
    { id: 1, x: x + distance / 2, y },
  ]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', fingers(from))
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', fingers(from + ((to - from) * step) / 10))
  await touch('touchEnd', [])
}

/** Waits until a row has not scrolled for a while. */
const settled = (row: Locator) =>
  row.evaluate(async (element) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let [still, before] = [0, -1]; still < 30; still += 1) {
      if (element.scrollLeft !== before) still = 0
      before = element.scrollLeft
      await nextFrame()
    }
  })

test('Pictures are viewed by keyboard and swipes, small and large', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 }) // where fingers swipe
  await page.goto(GAME)
  const cdp = await page.context().newCDPSession(page)
  const stage = page.getByRole('region', { name: /^Pictures of/ }).getByRole('list')
  const seen = () => stage.evaluate((row) => Math.round(row.scrollLeft / row.clientWidth))
  await stage.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(seen).toBe(1)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(seen).toBe(0)
  await swipeOn(cdp, stage, seen)
  await expect.poll(seen).toBe(1)

  const second = page.getByRole('button', { name: /^Screenshot 2 of/ })
  await second.focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: /^Screenshots of/ })
  const place = lightbox.getByRole('status')
  await expect(place).toHaveText('2 of 5')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveText('3 of 5')
  await page.keyboard.press('End')
  await expect(place).toHaveText('5 of 5')
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveText('1 of 5')
  await swipeOn(cdp, lightbox.getByRole('list'), () => place.textContent())
  await expect(place).toHaveText('2 of 5')
  // While the row still glides to the picture that was swiped to.
  await lightbox.getByRole('button', { name: 'Next screenshot' }).click()
  await expect(place).toHaveText('3 of 5')
  const third = lightbox.getByRole('listitem', { includeHidden: true }).nth(2)
  const offset = () => third.evaluate((item) => Math.round(item.getBoundingClientRect().left))
  await expect
    .poll(offset)
    .toBe(await lightbox.getByRole('list').evaluate((row) => Math.round(row.getBoundingClientRect().left)))
  await settled(lightbox.getByRole('list'))
  await expect(place).toHaveText('3 of 5')
  await swipeOn(cdp, lightbox.getByRole('list'), () => place.textContent())
  await expect(place).toHaveText('4 of 5')

  const magnified = () => page.evaluate(() => window.visualViewport?.scale ?? 1)
  await pinchOn(cdp, lightbox.getByRole('list'), 60, 240)
  await expect.poll(magnified).toBeGreaterThan(1.5)
  await expect(place).toHaveText('4 of 5')
  await pinchOn(cdp, lightbox.getByRole('list'), 300, 40)
  await expect.poll(magnified).toBe(1)

  await page.reload()
  await expect(place).toHaveText('4 of 5')
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(page).toHaveURL(GAME)
  await page.goForward()
  await expect(place).toHaveText('4 of 5')
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.mouse.click(width / 2, height / 2) // on the picture itself
  await expect(lightbox).toBeVisible()
  await page.mouse.click(width / 2, 40) // above it
  await expect(lightbox).toBeHidden()
  await expect(page).toHaveURL(GAME)
})

test('On a phone price and button are in sight, and a long description and the files are folded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(GAME)
  const buy = firstOf(page, 'button', /^(?:Buy for|Get for free)/)
  const bar = page.locator('[data-phone-bar]')
  await scriptsRun(page)
  await expect(buy).toBeInViewport({ ratio: 1 })
  await expect(bar).toBeHidden()
  await page.setViewportSize({ width: 390, height: 664 })
  await expect(buy.or(bar).filter({ visible: true }).last()).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })

  const top = async (at: Locator) => (await at.boundingBox())?.y ?? Number.NaN
  const more = page.getByRole('button', { name: 'Read more' })
  const files = page.getByRole('button', { name: /^Project Files/ })
  const tops = await Promise.all([buy, page.getByRole('heading', { name: 'Contains' }), more, files].map(top))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  const height = () => page.locator('.game-text').evaluate((text) => text.parentElement?.clientHeight ?? 0)
  expect(await height()).toBe(216)
  await more.press('Enter')
  expect(await height()).toBeGreaterThan(216)
  await page.getByRole('button', { name: 'Read less' }).press('Enter')
  expect(await height()).toBe(216)

  const [file] = (await (await page.request.get('/api/games/tin-cathedral')).json()).gameFiles
  await expect(page.getByText(file.name, { exact: true })).toBeHidden()
  await files.press('Enter')
  await expect(page.getByText(file.name, { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('A game page has its files, tags, developer and similar games', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(GAME)
  const game = await (await page.request.get('/api/games/tin-cathedral')).json()
  const [file] = game.gameFiles
  const row = page.getByRole('listitem').filter({ hasText: file.name })
  await expect(row.locator('time')).toHaveAttribute('datetime', file.updatedAt)
  await row.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(row.getByText(file.sha256)).toBeVisible()
  await press(page, 'Tab', 'Enter')
  await expect(page.getByText('Copied').first()).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(file.sha256)

  const related = page.getByRole('region', { name: 'Similar games' }).getByRole('link')
  await expect(related).toHaveCount(Math.min(game.related.length, 4))
  await page.getByRole('main').getByRole('link', { name: game.tags[0], exact: true }).first().click()
  await expect(page).toHaveURL(`/games?tag=${encodeURIComponent(game.tags[0])}`)
  await page.goBack()
  await related.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(game.related[0].title)
})

test('An owner sees a download instead of buying', async ({ page }) => {
  await logIn(page, 'player@example.test')
  const token = await page.evaluate(() => JSON.parse(localStorage.user).token)
  const headers = { authorization: `Bearer ${token}` }
  const [entry] = await (await page.request.get('/api/library', { headers })).json()
  await page.goto(`/game/${entry.game.slug}`)
  await expect(page.getByText(/^Owned/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Buy for|Get for free)/ })).toHaveCount(0)
  await page
    .getByText(/^Owned/)
    .locator('xpath=../..')
    .getByRole('link', { name: 'Library' })
    .click()
  await expect(page).toHaveURL('/library')
})

test('A developer sees Edit and Download on their own game', async ({ page }) => {
  await logIn(page, 'developer@example.test')
  const game = await (await page.request.get('/api/games/static-bloom')).json()
  await page.goto(`/game/${game.slug}`)
  await expect(page.getByText('Your own game')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  const download = page.context().waitForEvent('page')
  await firstOf(dialog, 'button', /^Download /).click()
  await download
  await dialog.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`/create-game/${game._id}`)
})

test('A game page works without scripts, and a draft is not found', async ({ browser, page }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await passAgeGate(plain)
  await plain.goto(GAME)
  const main = plain.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Tin Cathedral')
  await expect(main.getByText(/\$\d+\.\d\d/).first()).toBeAttached()
  await main.locator('summary').first().click()
  await expect(main.locator('code').first()).toHaveText(/^[0-9a-f]{64}$/)
  await expect(main.getByRole('heading', { name: 'Reviews', exact: true })).toBeVisible()
  await context.close()
  expect((await page.request.get('/game/no-such-game')).status()).toBe(404)
})

test('Only its developer sees a draft, also after a reload', async ({ page, browser, baseURL }) => {
  const developer = await callerOf(String(baseURL), 'developer@example.test', DEMO_PASSWORD)
  const title = `Unfinished ${randomBytes(3).toString('hex')}`
  const { body: draft } = await createGame(developer, { title, status: 'draft' })
  const address = `/game/${draft.slug}`
  const heading = page.getByRole('heading', { level: 1 })

  expect((await page.goto(address))?.status()).toBe(404)
  await expect(heading).toHaveText('This game isn’t available')
  for (const path of [`/api/games/${draft.slug}`, `/api/games/${draft._id}`])
    expect((await page.request.get(path)).status()).toBe(404)

  await openAs(page, 'developer@example.test', address)
  await expect(heading).toHaveText(title)
  await expect(page.getByText('This game is not public.')).toBeVisible()
  await page.reload()
  await expect(heading).toHaveText(title)

  const other = await otherPage(browser, 'player@example.test')
  await other.goto(address)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('This game isn’t available')
  await other.close()
})

test('An NSFW game is hidden from an SFW visitor until they choose otherwise', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'content', value: 'sfw', url: baseURL ?? '' }])
  const page = await context.newPage()
  await page.goto(NSFW)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Velvet Orbit')
  await expect(page.getByText(/You chose to hide 18\+ games/)).toBeVisible()
  await expect(page.getByRole('main').locator('img[src*="velvet-orbit"]')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show it, pictures blurred' }).click()
  await expect(page.getByRole('button', { name: /^Buy for/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show 18+ pictures' })).toBeVisible()
  await context.close()
})
