import { expect, expectAccessible, openAs, otherPage, test } from '../shop.ts'

test('An admin orders the games of the home page by mouse and keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  // What an admin wants to see in the store is no limit to what they can feature.
  await page.context().addCookies([{ name: 'content', value: 'sfw', url: String(baseURL) }])
  await openAs(page, 'admin@example.test', '/admin/featured')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin')
  const list = page.getByRole('region', { name: 'On the home page' })
  const titles = () => list.getByRole('listitem').locator('b').allTextContents()
  const empty = async () => {
    for (const title of await titles()) await list.getByRole('button', { name: `Remove ${title}` }).click()
  }
  const add = async (title: string) => {
    await page.getByLabel('Find a game').fill(title)
    await page.getByRole('button', { name: `Add ${title}`, exact: true }).click()
  }
  await expect(list.getByText(/^\d of 30$/)).toBeVisible()
  const before = await titles()
  await empty()
  await expect(list.getByText('No featured games.')).toBeVisible()

  for (const title of ['Saltglass', 'Velvet Orbit', 'Tin Cathedral']) await add(title)
  expect(await titles()).toEqual(['Saltglass', 'Velvet Orbit', 'Tin Cathedral'])
  await list.getByRole('button', { name: 'Move Tin Cathedral up' }).click()
  await list.getByRole('button', { name: 'Move Tin Cathedral down' }).focus()
  await page.keyboard.press('ArrowUp')
  expect(await titles()).toEqual(['Tin Cathedral', 'Saltglass', 'Velvet Orbit'])
  await expect(page.getByText('Tin Cathedral is now 1 of 3.')).toBeAttached()
  await expect(list.getByRole('button', { name: 'Move Tin Cathedral up' })).toBeFocused()
  await list.getByRole('button', { name: 'Remove Saltglass' }).click()
  await expect(list.getByRole('button', { name: 'Remove Velvet Orbit' })).toBeFocused()
  await page.getByRole('link', { name: 'Inbox' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/admin/featured')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('1 place free: popular games stand there, others each day.')).toBeVisible()
  const [last] = await list.getByLabel('Last day of Velvet Orbit').all()
  await list.getByLabel('First day of Velvet Orbit').fill('2030-05-02')
  await last?.fill('2030-05-01')
  await expect(list.getByText('The last day is before the first.')).toBeVisible()
  await expect(list.getByRole('button', { name: 'Save' })).toBeDisabled()
  await last?.fill('')
  await expect(preview.getByRole('link', { name: /^Velvet Orbit/ })).toHaveCount(0)
  await preview.getByLabel('On the day (UTC)').fill('2030-05-02')
  await expect(preview.getByRole('link', { name: /^Velvet Orbit/ })).toBeVisible()
  await list.getByLabel('First day of Velvet Orbit').fill('')
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Featured games saved.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Audit log' }).click()
  const changes = page.locator('tbody tr').filter({ hasText: 'Changed the featured games' })
  await expect(changes.first()).toContainText(/Tin Cathedral, Velvet Orbit$/)
  await page.goto('/admin/featured')
  await expect(list.getByText('2 of 30')).toBeVisible()
  expect(await titles()).toEqual(['Tin Cathedral', 'Velvet Orbit'])

  const visitor = await otherPage(browser)
  await expect(async () => {
    await visitor.goto('/')
    const featured = visitor.getByRole('region', { name: 'Featured' })
    const shown = await featured.getByRole('link').allTextContents()
    expect(shown).toHaveLength(3) // a popular game fills the third place
    expect(shown[0]).toContain('Tin Cathedral')
    expect(shown[1]).toContain('Velvet Orbit')
  }).toPass()
  await visitor.close()
  await empty()
  for (const title of before) await add(title)
  await list.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not saved yet.')).toBeHidden()
})
