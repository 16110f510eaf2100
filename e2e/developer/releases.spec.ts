import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleAtBothWidths, openAs, PASSWORD, test } from '../shop.ts'
import { aGame, type Game, zipFile } from './a-game.ts'

async function openGame(page: Page): Promise<Game> {
  const game = await aGame(page, 'Tidal Lock')
  await openAs(page, game.developer.email, `/dev/games/${game._id}`, PASSWORD)
  await expect(page.getByRole('heading', { name: game.title, level: 1 })).toBeVisible()
  return game
}

const row = (page: Page, label: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: label, exact: true }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByRole('group', { name: 'Message' }).getByText(text)
const button1 = (page: Page, name: string) => button(page, name).first()

test('VE2 A seller publishes two files in one release, schedules the next, goes back and withdraws @critical', async ({
  page,
}) => {
  await openGame(page)
  await expectAccessibleAtBothWidths(page)

  await page.getByRole('link', { name: 'New release' }).click()
  await expect(page.getByLabel('Label')).toHaveValue('2')
  await expect(button1(page, 'Go live')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Add at least one file.').first()).toBeVisible()
  await page.getByLabel('Label').fill('0.5')
  await page.getByLabel('Choose a file for Windows').setInputFiles(zipFile('tidal-win.zip'))
  await page.getByLabel('Add a file').setInputFiles(zipFile('tidal-linux.zip'))
  await page.getByLabel('Summary').fill('The second chapter.')
  await page.getByRole('textbox', { name: /^Notes/ }).fill('Two new rooms.')
  await page.getByLabel('Old saves work').check({ force: true })
  await expect(page.getByText('read: “Your saves work.”')).toBeVisible()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Label')).toHaveValue('0.5')
  await expect(page.getByLabel('Summary')).toHaveValue('The second chapter.')
  await expect(page.getByText('Complete', { exact: true })).toHaveCount(2)
  await expectAccessibleAtBothWidths(page)
  await button1(page, 'Go live').click()
  await expect(said(page, '0.5 is live.')).toBeVisible()
  await expect(row(page, '0.5')).toContainText('Live')
  await expect(row(page, '1')).toContainText('Earlier')

  await page.getByRole('link', { name: 'New release' }).click()
  await expect(page.getByLabel('Label')).toHaveValue('0.6')
  await page.getByLabel('Choose a file for Linux').setInputFiles(zipFile('tidal-linux-2.zip'))
  await page.getByLabel('At a time').check({ force: true })
  await expect(button1(page, 'Schedule')).not.toHaveAttribute('aria-disabled')
  await button1(page, 'Schedule').click()
  await expect(page.getByText('Choose a day and a time.')).toBeVisible()
  await expect(page.getByLabel('Day and time')).toBeFocused()
  await page.getByLabel('Day and time').fill('2035-11-28T18:00')
  await button1(page, 'Schedule').click()
  await expect(said(page, '0.6 is scheduled.')).toBeVisible()
  await expect(row(page, '0.6')).toContainText('Scheduled')

  const goBack = row(page, '1').getByRole('button', { name: 'Roll back… 1' })
  await goBack.focus()
  await page.keyboard.press('Enter')
  const opened = page.getByRole('form', { name: 'Roll back to 1' })
  await expect(opened.getByLabel('Label')).toBeFocused()
  await expectAccessible(page)
  await opened.getByRole('button', { name: 'Close' }).click()
  await expect(goBack).toBeFocused()
  await goBack.click()
  await opened.getByRole('button', { name: 'Roll back now' }).click()
  await expect(opened.getByText('Say why, in a few words.')).toBeVisible()
  await opened.getByLabel('Why, for owners').fill('It crashes at the start.')
  await opened.getByRole('button', { name: 'Roll back now' }).click()
  await expect(row(page, '1-2')).toContainText('Live')

  await button(page, 'More for 1-2').click()
  await page.getByRole('menuitem', { name: 'Withdraw…' }).click()
  await page.getByLabel('Why, for owners').fill('A mistake.')
  await page.getByRole('button', { name: 'Withdraw now' }).click()
  await expect(row(page, '1-2')).toContainText('Withdrawn')
  await expectAccessibleAtBothWidths(page)
})

test('VE9 A seller chooses who gets older builds, and deletes a draft after a question', async ({ page }) => {
  const game = await openGame(page)
  await page.getByRole('link', { name: 'Releases', exact: true }).click()
  await page.getByLabel('The newest only').check({ force: true })
  await expect(said(page, 'Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('The newest only')).toBeChecked()

  await page.goto(`/dev/games/${game._id}/releases/new`)
  await page.getByLabel('Choose a file for Windows').setInputFiles(zipFile('wrong.zip'))
  await button(page, 'Leave Windows as it is').click()
  await expect(button(page, 'Choose file for Windows')).toBeFocused()
  await page.getByLabel('Add a file').setInputFiles(zipFile('other.zip'))
  await button(page, 'Remove other.zip').click()
  await expect(button(page, 'Add a file')).toBeFocused()
  await page.getByLabel('Summary').fill('Not yet.')
  await button1(page, 'Save draft').click()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await button1(page, 'Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/releases$/)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
})
