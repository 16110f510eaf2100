import { createHash, randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, firstOf, logIn, newUser, otherPage, popupBy, savedBy, test } from '../shop.ts'
import { aTitle } from './a-game.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
    .png()
    .toBuffer()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('A developer publishes a game, and a buyer gets the same bytes', {
  tag: '@critical',
}, async ({ page, browser }) => {
  const title = aTitle('Paper Moon')
  const archive = Buffer.from(zipSync({ 'game.bin': [randomBytes(3_000_000), { level: 0 }] }))

  // The home page shows one new game per developer in a row, and other tests publish as the demo's developer meanwhile.
  await logIn(page, 'odile_marsh@studio.example.test')
  await page.goto('/dev-dashboard')
  await firstOf(page, 'link', /Create New Game/).click()
  await page.getByLabel('Title').fill(title)
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible() // fills come in two steps, and the editor may come between
  await page.getByLabel(/^Description/).fill('<p>A moon, cut from paper.</p>')
  await page
    .getByLabel(/Add a tag|Tags/)
    .first()
    .fill('puzzle')
  await page.keyboard.press('Enter')
  await page.getByLabel('Project type').selectOption('Game')
  await page.getByLabel('Stage').selectOption('Released')
  await page.getByLabel('SFW', { exact: true }).check({ force: true })
  await page
    .getByLabel(/^Price/)
    .first()
    .fill('4.50')
  await page
    .getByLabel(/Card image/i)
    .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: await picture(500, 350) })
  await page
    .getByLabel(/Cover image/i)
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await picture(1280, 720) })
  await page
    .getByLabel('Add file', { exact: true })
    .setInputFiles({ name: 'paper-moon.zip', mimeType: 'application/zip', buffer: archive })
  await expect(page.getByText(/Complete|Uploaded/).first()).toBeVisible()
  await page.getByLabel('Device of paper-moon.zip').selectOption('Windows')
  await page.getByRole('button', { name: 'Create Game & Publish' }).click()
  await expect(page).not.toHaveURL(/create-game/)

  const buyer = await otherPage(browser)
  const home = async () => (await buyer.request.get('/')).text()
  await expect.poll(home).toContain(title)
  await newUser(buyer)
  await buyer.goto('/')
  await firstOf(buyer, 'link', new RegExp(title)).click()
  await buyer.getByRole('button', { name: 'Buy for $4.50' }).first().click()
  const invoice = await popupBy(buyer.getByRole('button', { name: 'Pay $4.50' }))
  await invoice.getByRole('button', { name: 'Payment confirmed' }).click()
  await invoice.getByRole('link', { name: 'Get your download' }).click()
  const { bytes } = await savedBy(invoice.getByRole('link', { name: 'Download', exact: true }))
  expect(sha256(bytes)).toBe(sha256(archive))
  await buyer.close()
})
