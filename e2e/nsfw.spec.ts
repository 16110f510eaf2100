import type { Page } from '@playwright/test'
import { account, expect, expectAccessible, logIn, passAgeGate, test } from './shop.ts'

type Card = { slug: string; title: string; cardImageUrl: string }

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
  const shown = cards.filter(({ slug }) => slugs.has(slug ?? ''))
  if (shown.length === 0) return 'not there'
  return shown.every(({ src }) => src.startsWith('data:')) ? 'blurred' : 'shown'
}

test('hides, blurs or shows 18+ games at once and in every tab, and remembers', async ({ page, context }) => {
  const games = await nsfwGames(page)
  await page.goto('/')
  const other = await context.newPage()
  await other.addInitScript(passAgeGate)
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
    await expectAccessible(tab)
  }
  const answered = await (await page.request.get('/')).text()
  expect(games.filter(({ cardImageUrl }) => answered.includes(cardImageUrl))).toEqual([])

  await page.reload()
  await expect(pressed(page)).toHaveText('Hide')
  expect(await drawn(page, games)).toBe('not there')
})

test('keeps the pictures of an 18+ game from who hides them, until they choose otherwise', async ({
  page,
}) => {
  const [game] = await nsfwGames(page)
  if (!game) throw new Error('the demo has no NSFW game')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/terms')
  await choose(page, 'Hide')
  await page.goto(`/game/${game.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: game.title })).toBeVisible()
  await expect(page.getByRole('img', { name: `Cover of ${game.title}` })).toHaveCount(0)
  await expectAccessible(page)

  // By keys alone, in the foot, which every page has.
  const blur = page.getByRole('contentinfo').getByRole('button', { name: 'Blur' })
  await blur.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('img', { name: `Cover of ${game.title}, blurred` })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/uploads/'))).toEqual([])

  await page.getByRole('button', { name: 'Show 18+ pictures' }).click()
  await expect(page.getByRole('img', { name: `Cover of ${game.title}`, exact: true })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByRole('img', { name: `Cover of ${game.title}` })).toHaveCount(0)
})

test('takes the choice along with the account, to a browser that has none', async ({ page, browser }) => {
  const person = await account(page)
  await logIn(page, person.username, person.password)
  await page.goto('/settings')
  const hide = page.getByRole('radio', { name: /^Hide/ })
  await expect(page.getByRole('radio', { name: /^Blur/ })).toBeChecked()
  const saved = page.waitForResponse('**/api/settings')
  await hide.check()
  await saved
  await expectAccessible(page)

  const elsewhere = await browser.newContext()
  const second = await elsewhere.newPage()
  await second.addInitScript(passAgeGate)
  await logIn(second, person.username, person.password)
  await second.goto('/')
  await expect(pressed(second)).toHaveText('Hide')
  expect(await drawn(second, await nsfwGames(page))).toBe('not there')
  await elsewhere.close()
})
