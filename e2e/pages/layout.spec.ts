/** The page's grid (requirements 4.8): which edges things share, by the width of the window. */
import type { Locator, Page } from '@playwright/test'
import { boxAtRest, expect, logIn, test } from '../shop.ts'

type Edges = { left: number; right: number }

/** The edges of the page, and the cards in a row with and without a rail of filters beside them. */
const GRIDS: Record<number, Edges & { gap: number; alone: number; besideRail: number | null }> = {
  1024: { left: 97, right: 927, gap: 40, alone: 3, besideRail: null },
  1100: { left: 135, right: 965, gap: 40, alone: 3, besideRail: null },
  1199: { left: 184.5, right: 1014.5, gap: 40, alone: 3, besideRail: null },
  1200: { left: 52, right: 1148, gap: 32, alone: 4, besideRail: 3 },
  1280: { left: 92, right: 1188, gap: 32, alone: 4, besideRail: 3 },
  1359: { left: 131.5, right: 1227.5, gap: 32, alone: 4, besideRail: 3 },
  1360: { left: 32, right: 1328, gap: 24, alone: 4, besideRail: 4 },
  1440: { left: 72, right: 1368, gap: 24, alone: 4, besideRail: 4 },
  1920: { left: 312, right: 1608, gap: 24, alone: 4, besideRail: 4 },
}
const PHONES = [360, 390]

async function edgesOf(item: Locator): Promise<Edges> {
  const { x, width } = await boxAtRest(item)
  return { left: x, right: x + width }
}

/** The edges of the first row of cards. */
async function firstRow(list: Locator): Promise<Edges[]> {
  const boxes = await list
    .locator('li:visible a[href^="/game/"]')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()))
  return boxes.filter(({ top }) => top === boxes[0]?.top).map(({ left, right }) => ({ left, right }))
}

/** A card's picture is as wide as the card, and 10:7. */
async function expectPicture(card: Locator, width: number): Promise<void> {
  const box = await card.locator('span:has(> picture, > img)').boundingBox()
  expect(box?.width).toBeCloseTo(width, 0)
  expect(box?.height).toBeCloseTo((width * 7) / 10, 0)
}

const gapsOf = (row: readonly Edges[]): number[] =>
  row.slice(1).map(({ left }, at) => left - (row[at]?.right ?? 0))

/** The page has a new layout once a frame has come. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('Cards are 250 px wide and aligned with everything around them', async ({ page }) => {
  await page.goto('/games?tag=romance')
  for (const [width, { left, right, gap, alone, besideRail }] of Object.entries(GRIDS)) {
    await resize(page, Number(width))
    const cards = await firstRow(page.locator('main ul:has(> li > div > a[href^="/game/"])'))
    expect(cards, width).toHaveLength(besideRail ?? alone)
    expect(cards.map((card) => card.right - card.left)).toEqual(cards.map(() => 250))
    await expectPicture(page.locator('main li > div > a[href^="/game/"]').first(), 250)
    expect(gapsOf(cards)).toEqual(cards.slice(1).map(() => gap))
    const filters = page.getByRole('complementary', { name: 'Filters' })
    const atLeft = besideRail === null ? cards[0] : await edgesOf(filters)
    expect(atLeft?.left, width).toBe(left)
    expect(cards.at(-1)?.right, width).toBe(right)
    expect((await edgesOf(page.getByRole('heading', { level: 1 }))).left).toBe(left)
    expect((await edgesOf(page.getByLabel('Sort by'))).right).toBe(right)
    expect((await edgesOf(page.locator('main').getByRole('group', { name: '18+ games' }))).right).toBe(right)
    expect((await edgesOf(page.getByRole('banner').getByRole('link', { name: /home$/ }))).left).toBe(left)
    const foot = page.getByRole('contentinfo')
    expect((await edgesOf(foot.getByText('Indie Games, No Filler'))).left).toBe(left)
    expect(await scrollsSideways(page), width).toBe(false)
  }

  await page.goto('/')
  for (const [width, { left, right, alone }] of Object.entries(GRIDS)) {
    await resize(page, Number(width))
    for (const name of ['New and noteworthy', 'Visual Novel']) {
      const section = page.getByRole('region', { name })
      const row = await firstRow(section)
      expect(row, `${name} at ${width}`).toHaveLength(alone)
      expect(row.at(-1)?.right).toBe(right)
      expect((await edgesOf(section.getByRole('heading', { level: 2 }))).left).toBe(left)
      if (Number(width) < 1360) expect(row[0]?.left).toBe(left)
    }
    expect((await edgesOf(page.getByRole('combobox', { name: 'Search games' }))).right).toBe(right)
    expect(await scrollsSideways(page), width).toBe(false)
  }
})

test('Two cards fill a row on phones from edge to edge', { tag: '@critical' }, async ({ page }) => {
  for (const width of PHONES) {
    await resize(page, width)
    for (const address of ['/games?tag=romance', '/']) {
      await page.goto(address)
      const row = await firstRow(page.locator('main ul:has(> li > div > a[href^="/game/"]):visible').last())
      const half = (width - 2 * 16 - 12) / 2
      expect(row, address).toEqual([
        { left: 16, right: 16 + half },
        { left: width - 16 - half, right: width - 16 },
      ])
      const card = page.locator('main li > div > a[href^="/game/"]').first()
      await expectPicture(card, half)
      await expect(card.getByText('romance', { exact: true })).toBeHidden()
      expect(await scrollsSideways(page), address).toBe(false)
    }
  }
})

test('A row of tabs on a phone shows the current one, and Back keeps the place', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await logIn(page, 'developer@example.test')
  for (const [address, nav, name] of [
    ['/dev/sales', 'Developer', 'Sales and codes'],
    ['/settings/data', 'Settings', 'Your data'],
  ] as const) {
    await page.goto(address)
    const current = page.getByRole('navigation', { name: nav }).locator('[aria-current=page]')
    await expect(current).toHaveText(name)
    await expect(current).toBeInViewport({ ratio: 1 })
  }

  await page.goto('/dev-dashboard')
  await expect(page.getByRole('heading', { name: 'Your games' })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const faq = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
  await faq.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(1_000)
  await faq.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQ')
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})
