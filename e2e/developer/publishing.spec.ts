import { createHash } from 'node:crypto'
import { aZip } from '../../server/testing/fixtures/game-form.ts'
import { expect, firstOf, newUser, openAs, otherPage, popupBy, savedBy, test } from '../shop.ts'
import { aTitle, pictureFile, publishAnyway, zipFile } from './a-game.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('A developer publishes a game, and a buyer gets the same bytes', { tag: '@critical' }, async ({
  page,
  browser,
}) => {
  const title = aTitle('Paper Moon')
  const archive = aZip(3_000_000)

  // The home page shows one new game per developer in a row, and other tests publish as the demo's developer meanwhile.
  await openAs(page, 'odile_marsh@studio.example.test', '/dev-dashboard')
  await firstOf(page, 'link', /Create New Game/).click()
  await page.getByLabel('Title').fill(title)
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible() // fills come in two steps, and the editor may come between
  await page.getByLabel(/^Description/).fill('<p>A moon, cut from paper.</p>')
  await page.getByLabel('Tags').fill('puzzle')
  await page.keyboard.press('Enter')
  await page.getByLabel('Project type').selectOption('Game')
  await page.getByLabel('Stage').selectOption('Released')
  await page.getByLabel('SFW', { exact: true }).check({ force: true })
  await page.getByLabel('Price (USD)').fill('4.50')
  await page.getByLabel(/Card image/).setInputFiles(await pictureFile(500, 350))
  await page.getByLabel(/Cover image/).setInputFiles(await pictureFile(1280, 720))
  await page.getByLabel('Add file', { exact: true }).setInputFiles(zipFile('paper-moon.zip', archive))
  await expect(page.getByText(/Complete|Uploaded/).first()).toBeVisible()
  await page.getByLabel('Device of paper-moon.zip').selectOption('Windows')
  await publishAnyway(page, 'Create Game & Publish')
  await expect(page).not.toHaveURL(/create-game/)

  const buyer = await otherPage(browser)
  const newest = async () => (await buyer.request.get('/games')).text()
  await expect.poll(newest).toContain(title)
  await newUser(buyer)
  await buyer.goto('/games')
  await firstOf(buyer, 'link', new RegExp(title)).click()
  await buyer.getByRole('button', { name: 'Buy for $4.50' }).first().click()
  const invoice = await popupBy(buyer.getByRole('button', { name: 'Pay $4.50' }))
  await invoice.getByRole('button', { name: 'Payment confirmed' }).click()
  await invoice.getByRole('link', { name: 'Get your download' }).click()
  const { bytes } = await savedBy(invoice.getByRole('link', { name: 'Download', exact: true }))
  expect(sha256(bytes)).toBe(sha256(archive))
  await buyer.close()
})
