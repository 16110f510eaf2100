/** The library: finding, hiding and downloading games, permanent links, and checking whether a file is complete. */
import { randomBytes } from 'node:crypto'
import type { GameFile } from '@nofiller/contract/catalog/catalog'
import type { Page } from '@playwright/test'
import { aZip, createGame, editGame, filesJson, upload } from '../../server/testing/fixtures/game-form.ts'
import type { Person } from '../../server/testing/fixtures/people.ts'
import {
  callerOf,
  checkOut,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  newUser,
  openAs,
  PASSWORD,
  playNetwork,
  savedBy,
  test,
} from '../shop.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'All files' })
const countOf = (page: Page) => page.getByRole('main').getByRole('status').first()

test('The library is searched, sorted and filtered by its address', async ({ page }) => {
  await openAs(page, 'player@example.test', '/library')
  await expect(countOf(page)).toHaveText(/^\d+ games$/)
  const all = await cards(page).count()
  expect(all).toBeGreaterThan(4)

  const title = (await cards(page).first().getByRole('link').locator('> span').first().textContent()) ?? ''
  await page.getByLabel('Search your library').fill(title.toUpperCase())
  await expect(cards(page)).toHaveCount(1)
  await expect(countOf(page)).toHaveText(`1 of ${all} games`)
  await page.reload()
  await expect(cards(page)).toHaveCount(1)
  await page.getByLabel('Search your library').fill('nothing like it')
  await expect(page.getByText('No games match.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(cards(page)).toHaveCount(all)

  await page.getByLabel('Sort').selectOption('Title')
  await expect(page).toHaveURL(/sort=title/)
  const titles = async () => cards(page).getByRole('link').locator('> span:first-child').allTextContents()
  await expect(async () => {
    const shown = await titles()
    expect(shown).toEqual([...shown].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())))
  }).toPass()

  await page.getByLabel('Device').selectOption('Android')
  await expect(page).toHaveURL(/device=Android/)
  await expect(cards(page).first()).toContainText('Android')
  expect(await cards(page).count()).toBeLessThan(all)
  await page.getByLabel('Device').selectOption('All')
  await page.getByLabel('Developer').selectOption({ index: 1 })
  await expect(page).toHaveURL(/developer=/)
  await expect(countOf(page)).toHaveText(/ of /)
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/game\//)
  await page.goBack()
  await expect(page).toHaveURL(/developer=/)
  await expect(countOf(page)).toHaveText(/ of /)
})

test('A player hides a game, undoes it, and finds hidden games', async ({ page }) => {
  const person = await newUser(page)
  await page.goto('/library')
  await expect(page.getByText("You don't own any games yet.")).toBeVisible()
  await expectAccessible(page)

  const [one = '', two = ''] = await claimFree(page, person.email, 2)
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: `Hide ${one}` }).click()
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(2)

  for (const title of [one, two]) await page.getByRole('button', { name: `Hide ${title}` }).click()
  await expect(page.getByText('All of your games are hidden.')).toBeVisible()
  await page.getByRole('link', { name: 'Show hidden games' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hidden games')
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: `Show ${one}` }).click()
  await page.getByRole('link', { name: 'Back to the library' }).click()
  await expect(page.getByRole('button', { name: `Hide ${one}` })).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
})

test('A player who only owns extras of a game reads which ones', async ({ page }) => {
  await newUser(page)
  const game = await (await page.request.get('/api/games/the-long-dusk')).json()
  const extra = game.gameFiles.find((file: GameFile) => file.customPriceEnabled)
  await playNetwork(page, await checkOut(page, [{ gameId: game._id, fileId: extra._id }]), 'pay', 'PAID')
  await page.goto('/library')
  await expect(cards(page).getByText(`Owned: ${extra.name}`)).toBeVisible()
})

test('A game downloads for the own device, with a lasting link and a check', async ({ page, baseURL }) => {
  const developer = await callerOf(String(baseURL), 'developer@example.test', DEMO_PASSWORD)
  const title = `Lantern ${randomBytes(2).toString('hex')}`
  const name = 'Laterne für Nacht.zip'
  const bytes = aZip(60_000)
  const entries = filesJson(
    { tempKey: await upload(developer, aZip(), 'windows.zip') },
    { tempKey: await upload(developer, bytes, name), device: 'Linux' },
  )
  const made = await createGame(developer, { title, isFree: 'true', price: '0', gameFilesTempJson: entries })
  expect(made.status, made.text).toBe(200)
  const gameId: string = made.body._id

  const person = await newUser(page)
  const buyer = await callerOf(String(baseURL), person.email, PASSWORD)
  await buyer.post('/api/library/claim', { gameId })
  await page.goto('/library')
  const saved = await savedBy(page.getByRole('button', { name: `Download ${title} for Linux` }))
  expect(saved).toEqual({ name, bytes })

  await expect.poll(async () => (await filesOf(buyer, gameId))[1].sha256).not.toBeNull()
  await verifies(page, name, bytes, title)

  const [other, file] = await filesOf(buyer, gameId)
  const newer = filesJson(
    { _id: other._id },
    { _id: file._id, tempKey: await upload(developer, aZip(), name), device: 'Linux' },
  )
  const edited = await editGame(developer, gameId, {
    title,
    isFree: 'true',
    price: '0',
    gameFilesTempJson: newer,
  })
  expect(edited.status, edited.text).toBe(200)
  await page.goto('/library?updated=1')
  await page.getByRole('button', { name: 'Verify my download' }).click()
  const check = page.getByRole('dialog', { name: 'Verify my download' })
  await check.getByLabel('File to verify').setInputFiles({ name, mimeType: 'application/zip', buffer: bytes })
  await expect(check.getByText('This is an older build')).toBeVisible()
  await check.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(cards(page).getByText('UPDATED', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `All files of ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Updated', { exact: true })).toBeVisible()
  await expect(dialog.getByText('SHA-256').first()).toBeVisible()
  await dialog.getByRole('button', { name: `Permanent link to ${name}` }).click()
  const field = dialog.getByRole('textbox', { name: `Permanent link to ${name}` })
  const link = await field.inputValue()
  await expectAccessible(page)
  expect((await fetch(link)).headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Laterne%20f%C3%BCr%20Nacht.zip",
  )
  await dialog.getByRole('button', { name: 'New link' }).click()
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  await expect(field).not.toHaveValue(link)
  expect((await fetch(link)).status).toBe(404)
  const ended = await page.context().newPage()
  expect((await ended.goto(link))?.status()).toBe(404)
  await expect(ended.getByRole('heading', { level: 1 })).toHaveText('This download link no longer works.')
  await expect(ended.getByRole('link', { name: 'Open Library' })).toBeVisible()
  await ended.close()
  expect((await fetch(await field.inputValue())).status).toBe(200)

  await savedBy(dialog.getByRole('button', { name: `Download ${name}` }))
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('No games match.')).toBeVisible()
})

test('A long library keeps its place on Back and after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  // Few games of the demo are free, so pages are smaller here.
  await page.route('**/api/library?*limit=24*', (route) =>
    route.continue({ url: route.request().url().replace('limit=24', 'limit=4') }),
  )
  const person = await newUser(page)
  await claimFree(page, person.email, 8)
  await muteFirst(page, person.email)
  await page.goto('/library')
  await expect(cards(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(8)
  await expect(cards(page).nth(4).getByRole('link')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()

  const seventh = cards(page).nth(6).getByRole('link')
  await seventh.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => Math.round(scrollY))
  // At the click, which may scroll a little further by itself.
  await seventh.evaluate((link) =>
    link.addEventListener('click', () => sessionStorage.setItem('left at', String(Math.round(scrollY)))),
  )
  await seventh.click()
  await expect(page).toHaveURL(/\/game\//)
  const before = Number(await page.evaluate(() => sessionStorage.getItem('left at')))
  expect(before).toBeGreaterThan(700)
  await page.goBack()
  await expect(cards(page)).toHaveCount(8)
  await expect.poll(place).toBe(before)
  // The counts come last, and with them what stands above the games: it must not move what is read.
  await page.route('**/api/library/facets', async (route) => {
    await expect(cards(page)).toHaveCount(8)
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'All games' })).toBeAttached()
  await expect.poll(place).toBe(before)
})

test('A file of 5 GiB is hashed in pieces, and the check can be canceled', async ({ page }) => {
  await openAs(page, 'player@example.test', '/library')
  await page.getByRole('button', { name: 'Verify my download' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify my download' })
  const dropped = await page.evaluateHandle(() => {
    const piece = new Blob([new Uint8Array(16 * 1024 * 1024)]) // repeated notices take no more room
    const transfer = new DataTransfer()
    transfer.items.add(new File(new Array(320).fill(piece), 'huge.zip'))
    return transfer
  })
  await dialog.getByText('Drop a file here').dispatchEvent('drop', { dataTransfer: dropped })
  const progress = dialog.getByRole('progressbar', { name: 'Reading huge.zip' })
  await expect(dialog.getByText('of 5120.0 MB')).toBeVisible()
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toBeHidden()
  await dialog
    .getByLabel('File to verify')
    .setInputFiles({ name: 'small.zip', mimeType: 'application/zip', buffer: Buffer.from('small') })
  await expect(dialog.getByText('small.zip does not match any of your files.')).toBeVisible()
})

const filesOf = async (buyer: Person, gameId: string) =>
  (await buyer.get(`/api/library?gameId=${gameId}`)).body[0].files

/** Identifies the right bytes, and reports that one flipped byte matches nothing. */
async function verifies(page: Page, name: string, bytes: Buffer, title: string) {
  await page.getByRole('button', { name: 'Verify my download' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify my download' })
  const choose = (buffer: Buffer, as = name) =>
    dialog.getByLabel('File to verify').setInputFiles({ name: as, mimeType: 'application/zip', buffer })
  await choose(bytes, 'renamed.zip')
  await expect(dialog.getByText(`Intact: this is ${name} of ${title}.`)).toBeVisible()

  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(49_999) ^ 1, 49_999)
  await choose(flipped)
  await expect(dialog.getByText(`${name} does not match any of your files.`)).toBeVisible()
  await expect(dialog.getByText('but its contents differ')).toBeVisible()
  await choose(bytes.subarray(0, -1))
  await expect(dialog.getByText('1 byte smaller than')).toBeVisible()

  const dropped = await page.evaluateHandle((fileName) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['not a game'], fileName))
    return transfer
  }, 'holiday.jpg')
  await dialog.getByText('Drop a file here').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(dialog.getByText('holiday.jpg does not match any of your files.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
}

/** Free games of the demo, which no test changes. */
const FREE = [
  'kettle-and-rain',
  'tin-cathedral',
  'copper-garden',
  'kelp',
  'half-moon-diner',
  'afterparty-unattended',
  'letters-i-burned',
  'tape-hiss',
]

/** Puts free games into someone's library. Answers their titles. */
async function claimFree(page: Page, email: string, number: number): Promise<string[]> {
  const caller = await callerOf(new URL(page.url()).origin, email, PASSWORD)
  const titles: string[] = []
  for (const slug of FREE.slice(0, number)) {
    const { _id: gameId, title } = (await caller.get(`/api/games/${slug}`)).body
    await caller.post('/api/library/claim', { gameId })
    titles.push(title)
  }
  return titles
}

/** Mutes a game of someone's library, so that its line stands above all games. */
async function muteFirst(page: Page, email: string): Promise<void> {
  const caller = await callerOf(new URL(page.url()).origin, email, PASSWORD)
  const [{ gameId }] = (await caller.get('/api/library')).body
  await caller.put(`/api/library/${gameId}/updates`, { muted: true })
}
