/** From somebody with a game to a developer with a shop, and what a developer does with a finished game. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveRole, newUser, openAs, PASSWORD, test } from '../shop.ts'
import { aGame, theAdmin } from './a-game.ts'

const ask = async (page: Page) => {
  await page.getByLabel('Who are you?').fill('Night Stall, two people from Lisbon.')
  await page.getByLabel('Where can we see your work?').fill('nightstall.example')
  await page.getByLabel('What will you publish?').fill('A visual novel about a night market.')
  await page.getByLabel('I have read').check()
  await page.getByRole('button', { name: 'Ask to sell' }).click()
}

test('A user asks to sell, is refused, asks again and finds a checklist', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Community' })
    .getByRole('link', { name: 'Sell your game' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sell your game')
  const request = page.getByRole('region', { name: 'Ask to sell' })
  await expect(request.getByText('Sign up or log in to ask.')).toBeVisible()
  await expect(request.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fsell')

  const person = await newUser(page)
  await page.goto('/sell')
  await page.getByRole('button', { name: 'Ask to sell' }).click()
  await expect(page.getByLabel('Who are you?')).toBeFocused()
  await expect(page.getByText('Please read the rules and agree to them.')).toBeVisible()
  await expectAccessible(page)
  await ask(page)
  await expect(page.getByText(/^You asked to sell on/)).toBeVisible()

  const admin = await theAdmin()
  const [{ _id: id }] = (await admin.get(`/api/users?q=${person.username}`)).body
  await admin.post(`/api/admin/users/${id}/decline-developer`, { reason: 'The link does not open.' })
  await page.reload()
  await expect(page.getByText('The link does not open.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByLabel('Where can we see your work?')).toHaveValue('https://nightstall.example')
  await ask(page)
  await expect(page.getByText(/^You asked to sell on/)).toBeVisible()

  await giveRole(page, person.email, 'developer')
  await page.goto('/sell')
  await expect(page.getByText('You can already sell.')).toBeVisible()
  await page.getByRole('link', { name: 'Open your dashboard' }).click()
  const checklist = page.getByRole('region', { name: 'Set up your shop' })
  await expect(checklist.getByText('0 of 3 done')).toBeVisible()
  await expect(checklist.getByRole('link', { name: 'Create a game' })).toHaveAttribute('href', '/create-game')
})

test('A developer archives a game, restores it, and finds it by filter', async ({ page }) => {
  const { title, developer } = await aGame(page, 'Old Ferry')
  await openAs(page, developer.email, '/dev-dashboard', PASSWORD)
  const archive = page.getByRole('button', { name: `Archive ${title}` })
  await archive.click()
  await expect(archive).toBeHidden()
  const toast = page.getByRole('group', { name: 'Message' })
  await expect(toast).toContainText('Owners keep it.')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(archive).toBeVisible()

  await archive.click()
  await expect(archive).toBeHidden()
  await page.getByRole('button', { name: /^Archived 1$/ }).click()
  await expect(page).toHaveURL('/dev-dashboard?show=archived')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Restore ${title}` }).click()
  await expect(page.getByText('You have no archived games.')).toBeVisible()
  await page.getByRole('button', { name: /^Published/ }).click()
  await expect(archive).toBeVisible()
})
