import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, newUser, press, test } from '../shop.ts'

const cards = (page: Page) => page.locator('main ul a[href^="/game/"]')
const status = (page: Page) => page.getByText(/^Showing \d+ of \S+$/)
const total = async (page: Page) => Number(/of (\d+)/.exec((await status(page).textContent()) ?? '')?.[1])
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

/** Wide enough for the filters to stand beside the games, unless on a phone. */
async function openGames(page: Page, query = '', width: 1440 | 390 = 1440) {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`/games${query}`)
}

/** No other test publishes one of these, so that their number stays. */
const STEADY = '?category=NSFW'

/** Does something with the filters, in their dialog where there is no room for them. */
async function inFilters(page: Page, act: (filters: Locator) => Promise<void>) {
  const opener = page.getByRole('button', { name: /^Filters/ })
  if (!(await opener.isVisible())) return act(page.getByRole('complementary', { name: 'Filters' }))
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await act(dialog)
  await dialog.getByRole('button', { name: 'Show games' }).click()
  await expect(dialog).toBeHidden()
}

test('Games, tags and developers are suggested and chosen by keyboard', async ({ page }) => {
  await page.goto('/')
  const field = page.getByRole('combobox', { name: 'Search games' })
  const options = page.getByRole('option')
  await field.pressSequentially('ro', { delay: 20 })
  await expect(
    page.getByRole('group', { name: 'Tags' }).getByRole('option', { name: 'romance' }),
  ).toBeVisible()
  await expect(page.getByRole('group', { name: 'Developers' }).getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Games' }).getByRole('option').first()).toBeVisible()
  await expectAccessible(page)

  await field.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  )
  await field.press('ArrowUp')
  await field.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await field.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('ro')
  expect(new URL(page.url()).pathname).toBe('/')

  await field.fill('moth')
  await expect(options.first()).toContainText('Moth & Lantern')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/game\/moth-lantern|\/game\/moth-and-lantern/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Indie Games, No Filler' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await field.fill('moth')
  await expect(options.first()).toContainText('Moth & Lantern')
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const overhang = () => suggestions.evaluate((list) => list.getBoundingClientRect().right - innerWidth)
  expect(await overhang()).toBeLessThanOrEqual(0)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/games\?q=moth$/)
})

test('Search shows the best match first and adds one step to the history', async ({ page }) => {
  await openGames(page, STEADY)
  const all = await total(page)
  const sort = page.getByLabel('Sort by')
  await expect(sort.getByRole('option', { name: 'Best match' })).toHaveCount(0)
  await page.getByRole('link', { name: 'FAQ' }).first().focus()
  const field = page.getByRole('combobox', { name: 'Search games' })
  await field.pressSequentially('velvet', { delay: 30 })
  await expect.poll(() => parameter(page, 'q')).toBe('velvet')
  await expect(field).toHaveValue('velvet')
  await expect(cards(page).first()).toContainText('Velvet Orbit')
  await expect(sort).toHaveValue('match')
  await sort.selectOption('Newest')
  await expect.poll(() => parameter(page, 'sort')).toBe('new')
  await page.goBack()
  await expect(sort).toHaveValue('match')
  await field.press('Escape')
  await field.fill('')
  await expect.poll(() => parameter(page, 'q')).toBeNull()
  await expect.poll(() => total(page)).toBe(all)
})

test('Each filter has its count, its step in the history and its address', { tag: '@critical' }, async ({
  page,
}) => {
  await openGames(page)
  const all = await total(page)
  const steps: number[] = []
  for (const [name, value] of [
    ['category', 'NSFW'],
    ['device', 'Windows'],
    ['type', 'Game'],
    ['stage', 'Released'],
    ['price', '0.01-9.99'],
  ] as const) {
    await inFilters(page, async (filters) => {
      const choice = filters.locator(`label:has(input[name=${name}][value="${value}"])`)
      await expect(choice).toContainText(/\d+ games/)
      await expect(filters.locator('form[aria-busy]')).toHaveCount(0)
      const count = Number(/(\d+) games/.exec((await choice.textContent()) ?? '')?.[1])
      await choice.click()
      await expect.poll(() => parameter(page, name)).toBe(value)
      await expect.poll(() => total(page)).toBe(count)
    })
    steps.push(await total(page))
  }
  expect(steps.at(-1)).toBeGreaterThan(0)
  expect(steps.at(-1)).toBeLessThan(all)
  await page.reload()
  expect(await total(page)).toBe(steps.at(-1))
  for (const before of steps.slice(0, -1).reverse()) {
    await page.goBack()
    await expect.poll(() => total(page)).toBe(before)
  }
})

test('Tags are included and excluded, and the account keeps excluded ones', async ({ page }) => {
  await newUser(page)
  await openGames(page, STEADY, 390)
  const all = await total(page)
  let matching = 0
  const only = (filters: Locator) => filters.getByRole('button', { name: /^Only horror\b/ })
  const without = (filters: Locator) => filters.getByRole('button', { name: 'Without horror' })

  await inFilters(page, async (filters) => {
    await filters.getByLabel('Find a tag').fill('horr')
    await expect(only(filters)).toHaveAccessibleName(/^Only horror ?, \d+ games$/)
    await expectAccessible(page)
    const count = Number(/\d+/.exec((await only(filters).textContent()) ?? '')?.[0])
    await only(filters).press('Enter')
    await expect(only(filters)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => parameter(page, 'tag')).toBe('horror')
    await expect.poll(() => total(page)).toBe(count)
    matching = count
    await without(filters).press('Enter')
    await expect(without(filters)).toHaveAttribute('aria-pressed', 'true')
    await expect(only(filters)).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => parameter(page, 'exclude')).toBe('horror')
    expect(parameter(page, 'tag')).toBeNull()
    await filters.getByRole('button', { name: 'Always exclude these tags' }).click()
    await expect(filters.getByRole('button', { name: 'Always exclude these tags' })).toBeHidden()
    await filters.getByLabel('Find a tag').fill('')
  })
  const left = await total(page)
  expect(left).toBe(all - matching)

  await page.goto(`/games${STEADY}&sort=title`)
  await expect.poll(() => parameter(page, 'exclude')).toBe('horror')
  await expect.poll(() => total(page)).toBe(left)
  await page.getByRole('link', { name: 'Remove filter without horror' }).click()
  await expect.poll(() => total(page)).toBe(all)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => total(page)).toBe(all)

  await inFilters(page, async (filters) => {
    await filters.getByRole('button', { name: 'Clear saved exclusions' }).click()
    await expect(filters.getByRole('button', { name: 'Clear saved exclusions' })).toBeHidden()
  })
  await page.goto(`/games${STEADY}`)
  expect(await total(page)).toBe(all)
  expect(parameter(page, 'exclude')).toBeNull()
})

test('More games are loaded, and Back and a reload keep the place', async ({ page }) => {
  await openGames(page)
  const seen: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/games') seen.push(request.url())
  })
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(48)
  await expect(cards(page).nth(24)).toBeFocused()
  await expect(status(page)).toHaveText(/^Showing 48 of \d+$/)
  expect(seen).toHaveLength(1)

  const card = cards(page).nth(40)
  await card.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => Math.round(scrollY))
  const before = await place()
  expect(before).toBeGreaterThan(1_000)
  await card.click()
  await expect(page).toHaveURL(/\/game\//)
  await page.goBack()
  await expect(cards(page)).toHaveCount(48)
  await expect.poll(place).toBe(before)

  await page.reload()
  await expect(cards(page)).toHaveCount(48)
  await expect.poll(place).toBe(before)
})

test('Filters can be used by keyboard, and 18+ games shown or hidden', async ({ page }) => {
  await openGames(page)
  const all = await total(page)
  await inFilters(page, async (filters) => {
    const chosen = (name: string) => filters.getByRole('radio', { name })
    await chosen('Any price').focus()
    await page.keyboard.press('ArrowDown')
    await expect(chosen('Free Game')).toBeFocused()
    await expect.poll(() => parameter(page, 'price')).toBe('free')
    await expect.poll(() => total(page)).toBeLessThan(all)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => parameter(page, 'price')).toBe('0.01-9.99')
    await page.keyboard.press('Tab')
    await expect(filters.getByLabel('From, in dollars')).toBeFocused()

    await filters.getByLabel('Find a tag').focus()
    await page.keyboard.type('horr')
    await press(page, 'Tab', 'Space')
    await expect.poll(() => parameter(page, 'tag')).toBe('horror')
  })
  await page.reload()
  const matching = await total(page)
  expect(matching).toBeGreaterThan(0)
  expect(matching).toBeLessThan(all)
  expect([parameter(page, 'price'), parameter(page, 'tag')]).toEqual(['0.01-9.99', 'horror'])

  await page.getByRole('link', { name: 'Remove filter horror' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => total(page)).toBeGreaterThan(matching)
  expect(parameter(page, 'tag')).toBeNull()

  const choice = page.getByRole('group', { name: '18+ games' }).first()
  await choice.getByRole('button', { name: 'Hide' }).focus()
  await page.keyboard.press('Enter')
  await expect(choice.getByRole('button', { name: 'Hide' })).toHaveAttribute('aria-pressed', 'true')
  await press(page, 'Tab', 'Tab', 'Space')
  await expect(choice.getByRole('button', { name: 'Show' })).toHaveAttribute('aria-pressed', 'true')
  expect(parameter(page, 'price')).toBe('0.01-9.99')
})

test('An empty result says which filter to remove', async ({ page }) => {
  await openGames(page, '?q=moth+lantern&price=free&sort=title')
  await expect(page.getByText('No games match these filters.')).toBeVisible()
  const drop = page.getByRole('button', { name: /^Remove/ })
  await expect(drop).toBeVisible()
  await drop.click()
  await expect(cards(page).first()).toBeVisible()
  expect(parameter(page, 'sort')).toBe('title')
  await openGames(page, '?q=zzzzqqqq')
  await expect(page.getByText('No games match ‘zzzzqqqq’.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Tags' }).getByRole('link')).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Popular games' }).getByRole('link')).toHaveCount(4)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Clear all' }).last().click()
  await expect(cards(page)).toHaveCount(24)
})

test('A list has its heading and says which corrected words it shows', async ({ page }) => {
  await openGames(page, '?price=free&device=Linux')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free games for Linux')
  await expect(page).toHaveTitle('Free games for Linux · No Filler')
  await openGames(page, '?q=satlglass')
  await expect(page.getByText('No results for ‘satlglass’. Showing results for ‘saltglass’.')).toBeVisible()
  await expect(cards(page).first()).toContainText('Saltglass')
})

test('Games are found by a price range in the address', async ({ page }) => {
  await openGames(page)
  await inFilters(page, async (filters) => {
    const from = filters.getByLabel('From, in dollars')
    await from.fill('12')
    await filters.getByLabel('To, in dollars').fill('4.50')
    await filters.getByRole('button', { name: /^Go\b/ }).click()
    await expect.poll(() => parameter(page, 'price')).toBe('4.50-12')
    for (const dollars of ['5', '4.50']) {
      await from.fill(dollars)
      await from.press('Enter')
      await expect(page.getByRole('link', { name: /^Remove filter \$/ })).toContainText(`$${dollars}`)
      await expect(from).toBeFocused()
      await expect(from).toHaveValue(dollars)
    }
    expect(parameter(page, 'price')).toBe('4.50-12')
  })
  await expect(page.getByRole('link', { name: 'Remove filter $4.50 to $12' })).toBeVisible()
  const prices = await cards(page).getByText(/^\$/).and(page.locator(':not(s, s *)')).allTextContents()
  expect(prices.length).toBeGreaterThan(0)
  for (const price of prices) {
    expect(Number(price.slice(1))).toBeGreaterThanOrEqual(4.5)
    expect(Number(price.slice(1))).toBeLessThanOrEqual(12)
  }
  await page.reload()
  await expect(page.getByRole('link', { name: 'Remove filter $4.50 to $12' })).toBeVisible()
})

test('The newest games of one developer are not next to each other', async ({ page }) => {
  await openGames(page)
  const lines = await cards(page).evaluateAll((links) => links.map((link) => link.children[1]?.textContent))
  expect(lines).toHaveLength(24)
  const together = lines.filter((line, at) => at > 0 && line === lines[at - 1])
  // Other tests publish games of one developer: when there are too few others to stand between them, some meet.
  const most = Math.max(
    ...Map.groupBy(lines, String)
      .values()
      .map((of) => of.length),
  )
  expect(together.length).toBeLessThanOrEqual(Math.max(0, most - (lines.length - most) - 1))
})

test('The home page has categories that lead to all their games, and closed ones open in their place', async ({
  page,
}) => {
  await page.goto('/')
  const bin = page.getByRole('region', { name: 'More categories' }).locator('details').first()
  await expect(bin.locator('a[href^="/game/"]').first()).toBeHidden()
  await bin.locator('summary').press('Enter')
  await expect(bin.locator('a[href^="/game/"]').first()).toBeVisible()
  const section = page.getByRole('region', { name: 'Visual Novel' })
  await expect(section.locator('a[href^="/game/"]')).toHaveCount(4)
  const width = () =>
    section
      .locator('a[href^="/game/"]')
      .first()
      .evaluate((card) => card.getBoundingClientRect().width)
  expect(await width()).toBe(250)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(width).toBe(173) // two columns
  const count = /\d+/.exec((await section.getByText(/\d+ games/).textContent()) ?? '')?.[0]
  await section.getByRole('link', { name: 'See all: Visual Novel' }).click()
  await expect(status(page)).toHaveText(new RegExp(`of ${count}$`))
  await expect(page.getByRole('link', { name: 'Remove filter visual novel' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('The catalog can be read, searched and filtered without scripts', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Indie Games, No Filler')
    await page.getByLabel('Search games').fill('moth')
    await page.getByLabel('Search games').press('Enter')
    await expect(page).toHaveURL(/\/games\?q=moth$/)
    await expect(cards(page).first()).toContainText('Moth & Lantern')

    await page.goto('/games?exclude=horror&sort=title')
    const first = await cards(page).first().textContent()
    const next = page.getByRole('link', { name: 'Next page' })
    await next.click()
    await expect(cards(page).first()).not.toHaveText(first ?? '')
    await expect(page.getByRole('link', { name: 'Remove filter without horror' })).toBeVisible()

    await page.getByRole('link', { name: 'Filters', exact: true }).click()
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.getByRole('radio', { name: 'Windows' }).check()
    await filters.getByLabel('Find a tag').fill('romance')
    await filters.getByRole('button', { name: 'Show games' }).click()
    const chosen = () => ['tag', 'exclude', 'device', 'sort'].map((name) => parameter(page, name))
    await expect.poll(chosen).toEqual(['romance', 'horror', 'Windows', 'title'])
    expect(await total(page)).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Remove filter romance' }).click()
    await expect.poll(() => parameter(page, 'tag')).toBeNull()
    await page.getByLabel('Search games').fill('night')
    await page.getByLabel('Search games').press('Enter')
    const left = () => ['q', 'tag', 'exclude', 'device'].map((name) => parameter(page, name))
    await expect.poll(left).toEqual(['night', null, 'horror', 'Windows'])
    await page.getByRole('link', { name: 'Clear all' }).first().click()
    await expect(page).toHaveURL(/\/games\?sort=title$/)
    await page.waitForLoadState() // a page that has just started to load has no document to measure
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  })
})
