import { CONTENT_COOKIE } from '@nofiller/contract/catalog/content-choice'
import type { Page } from '@playwright/test'
import { expect, newUser, openAs, test } from '../shop.ts'

type Card = { slug: string; title: string }

/** The NSFW games, as somebody finds them who does not hide them. */
const nsfwGames = async (page: Page): Promise<Card[]> =>
  (await page.request.get('/api/games?category=NSFW&limit=100', { headers: { cookie: '' } })).json()

/** The page's own switch, above the one in its foot. */
const choose = (page: Page, choice: 'Hide' | 'Blur' | 'Show') =>
  page.getByRole('group', { name: '18+ games' }).first().getByRole('button', { name: choice }).click()

const pressed = (page: Page) =>
  page.getByRole('group', { name: '18+ games' }).first().locator('[aria-pressed=true]')

/** How the cards of the page's NSFW games are drawn. */
const drawn = async (page: Page, games: Card[]) => {
  const cards = await page.locator('main a[href^="/game/"]').evaluateAll((links) =>
    links.map((link) => ({
      slug: link.getAttribute('href')?.slice('/game/'.length),
      src: link.querySelector('img')?.getAttribute('src') ?? '',
    })),
  )
  const slugs = new Set(games.map(({ slug }) => slug))
  const looks = cards.filter(({ slug }) => slugs.has(slug ?? '')).map(({ src }) => lookOf(src))
  return looks.length === 0 ? 'not there' : [...new Set(looks)].join(' and ')
}

const lookOf = (src: string) => {
  if (src.startsWith('data:')) return 'placeholder'
  return src.endsWith('-blurred.webp') ? 'blurred' : 'shown'
}

test('18+ games are hidden, blurred or shown at once in every tab', async ({ page, context }) => {
  const games = await nsfwGames(page)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/games')
  for (const tab of [page, other]) {
    await expect(pressed(tab)).toHaveText('Blur')
    await expect.poll(() => drawn(tab, games)).toBe('blurred')
  }

  await choose(page, 'Show')
  for (const tab of [page, other]) await expect.poll(() => drawn(tab, games)).toBe('shown')

  await choose(other, 'Hide')
  for (const tab of [page, other]) {
    await expect(pressed(tab)).toHaveText('Hide')
    await expect.poll(() => drawn(tab, games)).toBe('not there')
  }

  await page.reload()
  await expect(pressed(page)).toHaveText('Hide')
  expect(await drawn(page, games)).toBe('not there')
})

test('A tab follows a choice before the browser has stored it', async ({ page, context }) => {
  const games = await nsfwGames(page)
  await page.goto('/games')
  await expect.poll(() => drawn(page, games)).toBe('blurred')
  const other = await context.newPage()
  await other.goto('/robots.txt')
  await expect(async () => {
    await other.evaluate((name) => new BroadcastChannel(name).postMessage('show'), CONTENT_COOKIE)
    await expect(pressed(page)).toHaveText('Show', { timeout: 500 })
  }).toPass() // the page may not listen yet
  await expect.poll(() => drawn(page, games)).toBe('shown')
})

test('The bytes of blurred or hidden pictures are never requested', async ({ page }) => {
  const [game] = await nsfwGames(page)
  if (!game) throw new Error('the demo has no NSFW game')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const ofGame = () => asked.filter((path) => path.startsWith('/uploads/') && path.includes(`/${game.slug}/`))
  await page.goto('/terms')
  await choose(page, 'Hide')
  await page.goto(`/game/${game.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: game.title })).toBeVisible()
  await expect(page.getByRole('img', { name: `Cover of ${game.title}` })).toHaveCount(0)
  expect(ofGame()).toEqual([])

  // By keys alone, in the foot, which every page has.
  const blur = page.getByRole('contentinfo').getByRole('button', { name: 'Blur' })
  await blur.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('img', { name: `Cover of ${game.title}, blurred` })).toBeVisible()
  await expect.poll(ofGame).not.toEqual([])
  expect(ofGame().filter((path) => lookOf(path) !== 'blurred')).toEqual([])

  await page.getByRole('button', { name: 'Show 18+ pictures' }).click()
  await expect(page.getByRole('img', { name: `Cover of ${game.title}`, exact: true })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByRole('img', { name: `Cover of ${game.title}` })).toHaveCount(0)
})

test.describe('a browser that has not chosen', () => {
  test.use({ isAdult: false })

  test('A new browser takes the choice of the account that logs in', async ({ page, browser, baseURL }) => {
    const elsewhere = await browser.newContext({ baseURL: String(baseURL) })
    const first = await elsewhere.newPage()
    await elsewhere.addCookies([{ name: 'content', value: 'blur', url: String(baseURL) }])
    const person = await newUser(first)
    await first.goto('/settings')
    const saved = first.waitForResponse(
      (response) => response.url().endsWith('/api/settings') && response.request().method() !== 'GET',
    )
    await first.getByRole('radio', { name: /^Hide/ }).check()
    await saved
    await elsewhere.close()

    await openAs(page, person.username, '/', person.password)
    await expect(pressed(page)).toHaveText('Hide')
    const games = await nsfwGames(page)
    await expect.poll(() => drawn(page, games)).toBe('not there')
  })
})
