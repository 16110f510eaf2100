/** How much work a first game is. */
import { aZip } from '../../server/testing/fixtures/game-form.ts'
import { countPresses } from '../presses.ts'
import { expect, newUser, test } from '../shop.ts'
import { aTitle, pictureFile, zipFile } from './a-game.ts'

const PRESSES_MAX = 25
/** Of five letters a second. */
const LETTER_MS = 200

test('A new developer publishes a game of one file and one picture in 25 presses', async ({ page }) => {
  await newUser(page, 'developer')
  const pressed = await countPresses(page)
  const type = async (label: string | RegExp, text: string) => {
    await page.getByLabel(label).first().click()
    await page.keyboard.type(text, { delay: LETTER_MS })
  }
  /** One press opens the list, the other chooses. */
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label).selectOption(option)
    pressed.also(2)
  }
  /** One press opens the window of the system, which has one more. */
  const pick = async (label: string | RegExp, file: ReturnType<typeof zipFile>) => {
    await page.getByLabel(label).setInputFiles(file)
    pressed.also(2)
  }
  await page.goto('/dev-dashboard')
  await pressed.start()
  const startedAt = performance.now()
  await page.getByRole('link', { name: 'Create a game' }).click()
  const title = aTitle('Lantern')
  await type('Title', title)
  await choose('Project type', 'Game')
  await choose('Stage', 'Released')
  await page.getByText('SFW', { exact: true }).click()
  await type('Tags', 'cozy,')
  await type(/^Description/, 'A walk home in the rain.')
  await pick(/Card image/, { ...(await pictureFile(1_000, 700)), name: 'card.png' })
  await page.getByRole('button', { name: 'Use the card image, cut like this' }).click()
  await type('Price (USD)', '5')
  await pick('Add file', zipFile('lantern-windows.zip', aZip(1_000_000)))
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Device of lantern-windows.zip')).toHaveValue('Windows')
  await expect(page.getByText('Still missing:')).toBeHidden()
  await page.getByRole('button', { name: 'None of these in my game' }).click()
  await page.getByRole('button', { name: 'Create Game & Publish' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  test
    .info()
    .annotations.push({ type: 'a first game', description: `${await pressed.all()} presses, ${seconds} s` })
  expect(await pressed.all()).toBeLessThanOrEqual(PRESSES_MAX)
  await page.goto(`/dev-dashboard?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row', { name: title })).toContainText('Published · in review')
})

test('What is missing is named beside the button, with a way to it, and open questions are named once', async ({
  page,
}) => {
  await newUser(page, 'developer')
  await page.goto('/create-game')
  const missing = page.getByText('Still missing:')
  await expect(missing).toHaveText('Still missing:TitleProject typeStageand 7 more')
  await missing.getByRole('button', { name: 'Stage' }).press('Enter')
  await expect(page.getByLabel('Stage')).toBeFocused()
  await page.getByLabel('Title').fill('Lantern')
  await page.getByLabel('Project type').selectOption('Game')
  await page.getByLabel('Stage').selectOption('Released')
  await expect(missing).toHaveText('Still missing:CategoryTagsDescriptionand 4 more')
  await page.getByText('SFW', { exact: true }).click()
  await page.getByLabel('Tags').fill('cozy,')
  await page
    .getByLabel(/^Description/)
    .first()
    .fill('A walk home.')
  await page.getByLabel(/Cover image/).setInputFiles(await pictureFile(1_280, 720))
  await page.getByRole('button', { name: 'Use the cover image, cut like this' }).press('Enter')
  await page.getByLabel('This game is free').check()
  await page.getByLabel('Add file', { exact: true }).setInputFiles(zipFile('lantern-linux.zip'))
  await expect(missing).toBeHidden()
  await page.getByRole('button', { name: 'Create Game & Publish' }).click()
  const asked = page.getByRole('dialog', { name: 'Publish with open questions?' })
  await expect(asked).toContainText('Non-consent · Doubtful consent')
  await asked.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByText('20 of 20 questions are unanswered.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Game & Publish' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
