/** The figures of the store and of a developer, and what a developer earned. */
import type { Page } from '@playwright/test'
import { expect, openAs, otherPage, savedCsv, test } from '../shop.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const term = (page: Page, name: string) => page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })
/** What stands below the name of a figure. */
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: term(page, name) })
    .getByRole('definition')
const cents = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100)
/** A cell with a comma is quoted. */
const recordsOf = (csv: string): string[][] =>
  csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      ),
    )

const CHANGE = /(% more|% less|no change|no earlier data)$/

test('The figures are read as a chart, a table, by keyboard and as CSV', async ({ page }) => {
  await openAs(page, 'admin@example.test', '/admin/orders')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL('/admin/analytics')
  for (const name of ['Total revenue', 'Orders', 'Users', 'Developers', 'Admins', 'Downloads'])
    await expect(term(page, name).first()).toBeVisible()
  for (const name of ['Today', 'This month', 'Last month'])
    await expect(rowOf(page, name)).toContainText(/\$[\d,]+\.\d\d/)
  for (const title of ['Top games', 'Downloads by game', 'Recent activity'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  for (const name of ['Revenue', 'Orders paid', 'Average order', 'Developer shares', 'Store share'])
    await expect(figure(page, name)).toHaveText(CHANGE)

  const chart = page.getByRole('figure', { name: 'Revenue per day' })
  const slider = chart.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  const first = (await slider.getAttribute('aria-valuetext')) ?? ''
  expect(first).toMatch(/^\w{3} \d+: \$[\d,]+\.\d\d$/)
  await page.keyboard.press('ArrowRight')
  await expect(slider).not.toHaveAttribute('aria-valuetext', first)
  await page.getByText('Show as table: Revenue per day').click()
  const table = page.getByRole('table', { name: 'Revenue per day' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').nth(1)).toContainText(first.split(': ')[1] ?? 'a value')
  const days = (await table.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split('\t')[1] ?? '')
  expect(cents(await figure(page, 'Revenue').innerText().then(firstLine))).toBe(sum(days.map(cents)))

  await page.getByRole('button', { name: '90 days' }).click()
  await expect(page).toHaveURL('/admin/analytics?days=90')
  await page.getByLabel('Columns').selectOption('By month')
  await expect(page).toHaveURL('/admin/analytics?days=90&by=month')
  await expect(page.getByRole('figure', { name: 'Orders per month' })).toBeVisible()
  await expect(page.getByText('Compared with the previous 90 days.')).toBeVisible()
  // Other tests sell games meanwhile: both are read again when a sale came between them.
  await expect(async () => {
    await page.reload()
    const revenue = firstLine(await figure(page, 'Revenue').innerText())
    const csv = recordsOf(await savedCsv(page, 'analytics.csv'))
    expect(csv[0]?.slice(0, 4)).toEqual(['From', 'Checkouts', 'Orders', 'Revenue'])
    expect(sum(csv.slice(1).map((record) => cents(record[3] ?? '')))).toBe(cents(revenue))
  }).toPass()
  await page.getByLabel('From (UTC)').fill('2026-02-01')
  await page.getByLabel('To (UTC)').fill('2026-01-01')
  await expect(page.getByText('The last day is before the first.')).toBeVisible()
})

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

test('A developer sees the figures of a week and a year with counted views', async ({ page }) => {
  await openAs(page, 'developer@example.test', '/dev-dashboard')
  for (const name of ['Revenue, 30 days', 'Orders, 30 days', 'Downloads, 30 days'])
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/dev/analytics')
  await page.getByRole('link', { name: 'Orders, 30 days' }).click()
  await expect(page).toHaveURL('/dev/analytics')
  await expect(page.getByRole('figure', { name: 'Page views per day' })).toBeVisible()
  await expect(page.getByText('forum.example')).toBeVisible()
  for (const name of ['Revenue', 'Your share', 'Orders', 'Page views', 'Conversion rate'])
    await expect(figure(page, name)).toHaveText(CHANGE)

  const games = page.getByRole('table', { name: 'By game' })
  const title = await games.getByRole('link').first().innerText()
  await page.getByRole('combobox', { name: 'Game' }).selectOption(title)
  await expect(games.getByRole('link')).toHaveCount(1)
  const views: number[] = []
  for (const [days, chart] of [
    [7, 'Page views per day'],
    [365, 'Page views per week'],
  ] as const) {
    await page.getByRole('button', { name: `${days} days` }).click()
    await expect(page).toHaveURL(new RegExp(`days=${days}&game=`))
    await expect(page.getByText(`Compared with the previous ${days} days.`)).toBeVisible()
    await expect(page.getByRole('figure', { name: chart })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    views.push(Number(firstLine(await figure(page, 'Page views').innerText()).replaceAll(',', '')))
    const csv = await savedCsv(page, 'game-analytics.csv')
    expect(recordsOf(csv)[0]).toContain('Views')
    expect(csv).toContain(title)
  }
  expect(views).toEqual([...views].sort((a, b) => a - b))

  const counted = page.waitForRequest((request) => /\/api\/games\/[^/]+\/view$/.test(request.url()))
  await page.goto('/games')
  await page.locator('main a[href^="/game/"]').first().click()
  expect((await counted).postDataJSON()).toEqual({ referrer: '' })
})

test('Earnings are the same to the cent everywhere', async ({ page, browser }) => {
  await openAs(page, 'developer@example.test', '/dev-dashboard')
  await page.getByRole('link', { name: 'Revenue, all time' }).click()
  await expect(page).toHaveURL('/dev/earnings')
  const { _id } = await page.evaluate(() => JSON.parse(localStorage.user))
  const admin = await otherPage(browser, 'admin@example.test')

  // Other tests sell this developer's games meanwhile: the four places are read again when a sale came between them.
  await expect(async () => {
    await page.goto('/dev/earnings')
    const share = await figure(page, 'Your share').first().innerText()
    const balance = await figure(page, 'Balance').innerText()
    const lines = await earningsIn(page)
    expect(sum(lines.map((record) => cents(record[6] ?? '')))).toBe(cents(share))
    await expect(page.getByText(`of ${lines.length.toLocaleString('en-US')}`)).toBeVisible()
    await page.goto('/dev/analytics?days=365')
    await expect(figure(page, 'Your share')).toContainText(share)
    await admin.goto(`/admin/users/${_id}`)
    await admin.getByRole('link', { name: 'Earnings' }).click()
    await expect(figure(admin, 'Balance')).toHaveText(balance)
  }).toPass()
  await admin.close()
})

test('Earnings are searched, sorted and limited to days', async ({ page }) => {
  await openAs(page, 'developer@example.test', '/dev/earnings')
  const lines = await earningsIn(page)
  const oldest = lines.at(-1) ?? []
  await page.getByLabel('Search earnings').fill(oldest[1] ?? '')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Earnings' }).locator('tbody tr').first()).toContainText(
    oldest[1] ?? 'an order',
  )
  await page.getByLabel('Search earnings').fill('')
  await expect(page).toHaveURL('/dev/earnings')
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await expect(page.getByRole('table', { name: 'Earnings' }).locator('tbody tr').first()).toContainText(
    oldest[1] ?? 'an order',
  )
  await page.getByLabel('To (UTC)').fill('2020-01-01')
  await expect(page.getByText('Try without the last day “2020-01-01”.')).toBeVisible()
  await expect(page).toHaveURL('/dev/earnings?to=2020-01-01&sort=old')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/dev/earnings')
})

/** The lines of the exported earnings, the newest first. */
async function earningsIn(page: Page): Promise<string[][]> {
  const [head, ...lines] = recordsOf(await savedCsv(page, 'earnings.csv'))
  expect(head?.[6]).toBe('Your share')
  return lines
}
