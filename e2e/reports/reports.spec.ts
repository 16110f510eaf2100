/** Reporting a game or its developer, as nobody and as a player, and what a report hides. */
import { aPicture } from '../../server/testing/fixtures/game-form.ts'
import { EMAIL } from '../addresses.ts'
import { ADMIN, aGame, callerAs, theAdmin } from '../developer/a-game.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  mailedLink,
  newcomer,
  newUser,
  openAs,
  press,
  test,
} from '../shop.ts'
import { openReport } from './a-report.ts'

const WORDS = 'The second file starts a program that we do not know.'
/** A game that no other test changes; the first of the list may be one that another test takes down. */
const GAME = '/game/saltglass'

test('A visitor reports a game and confirms it by email', async ({ page }) => {
  const { email } = newcomer()
  await page.goto(GAME)
  const dialog = await openReport(page)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Choose what is wrong.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Intimate picture of a real person').check()
  await expect(dialog.getByText('We look at this first: within 4 hours')).toBeVisible()
  await expect(dialog.getByLabel('Signature')).toBeVisible()
  await dialog.getByLabel('Malware or a harmful file').check()
  await expect(dialog.getByLabel('Signature')).toHaveCount(0)
  await dialog.getByLabel('Where is it?').selectOption('The text')
  await dialog.getByLabel('What should we know?').fill(WORDS)
  await dialog.getByLabel('Email').fill(email)
  await expectAccessibleAtBothWidths(page)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText(`We sent a link to ${email}.`)).toBeVisible()
  await page.goto(await mailedLink(page, email, '/confirm-report#'))
  await page.getByRole('button', { name: 'Confirm report' }).click()
  await expect(page.getByText(/We have your report R-\d+ and will email you/)).toBeVisible()
})

test('A player reports a game by keyboard, follows it, and reports the developer', async ({ page }) => {
  await newUser(page)
  await page.goto(GAME)
  const dialog = await openReport(page, 'Report this game', (link) => link.press('Enter'))
  await dialog.getByLabel('Sexual content').focus()
  await page.keyboard.press('Space')
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown')
  await expect(dialog.getByLabel('Malware or a harmful file')).toBeChecked()
  await press(page, 'Tab', 'Tab')
  await page.keyboard.type(WORDS)
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Add pictures')).toBeFocused()
  await press(page, 'Tab', 'Tab', 'Enter')
  await expect(dialog.getByText(/Your report number is R-\d+/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'My reports' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.goto('/reports')
  await expect(page.getByText(WORDS)).toBeVisible()
  await expect(page.getByText('Received')).toBeVisible()

  await page.goto(GAME)
  await page.getByRole('main').locator('a[href^="/dev/"]').first().click()
  await openReport(page, 'Report this developer')
  await expect(dialog.getByLabel('Email')).toHaveCount(0) // the account has one
  await dialog.getByLabel('Harassment').check()
  await dialog.getByLabel('What should we know?').fill('The profile names the street where I live.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText(/Your report number is R-\d+/)).toBeVisible()
})

test('A game reported by several accounts is hidden until an admin decides', async ({ page }) => {
  const email = newcomer().email
  const { slug, title } = await aGame(page, 'Tall Ship')
  const address = `/game/${slug}`
  const status = async () => (await page.request.get(address)).status()
  await page.goto(address)
  const dialog = await openReport(page)
  await dialog.getByLabel('Intimate picture of a real person').check()
  await dialog
    .getByLabel('What should we know?')
    .fill('The face in this picture is mine. I never agreed to it.')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Signature').fill('Maya Okafor')
  const proof = { name: 'proof.png', mimeType: 'image/png', buffer: await aPicture() }
  const letter = { ...proof, name: 'letter.png', buffer: Buffer.from('Dear store,') }
  const five = Array.from({ length: 5 }, () => letter)
  await dialog.getByLabel('Add pictures').setInputFiles([proof, ...five])
  await expect(dialog.getByText('You can add up to 5 pictures.')).toBeVisible()
  for (const _ of five.slice(1))
    await dialog.getByRole('button', { name: 'Remove letter.png' }).last().click()
  await expect(dialog.getByText('You can add up to 5 pictures.')).toHaveCount(0)
  await expect(dialog.getByRole('list', { name: 'Your pictures' })).toContainText('letter.png')
  await dialog.getByLabel('Sexual content').check()
  await expect(dialog.getByText('so you can’t add any here.')).toBeVisible()
  await expect(dialog.getByLabel('Add pictures')).toHaveCount(0)
  await dialog.getByLabel('Intimate picture of a real person').check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Only image files are allowed.')).toBeVisible()
  await expect(dialog.getByLabel('Signature')).toHaveValue('Maya Okafor')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove letter.png' }).click()
  await expect(dialog.getByLabel('Add pictures')).toBeFocused()
  await expect(dialog.getByRole('list', { name: 'Your pictures' })).not.toContainText('letter.png')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText(`We sent a link to ${email}.`)).toBeVisible()
  expect(await status()).toBe(200)
  await page.goto(await mailedLink(page, email, '/confirm-report#'))
  await page.getByRole('button', { name: 'Confirm report' }).click()
  await expect(page.getByText(/We have your report R-\d+ and will email you/)).toBeVisible()
  expect(await status()).toBe(200) // a mailbox hides nothing that a person approved
  await reportAsKnown(title)
  await expect.poll(status).toBe(404)

  await openAs(page, ADMIN, '/admin/reports')
  await page.getByRole('link', { name: `Open the report of ${title}: Intimate` }).click()
  await expect(page.getByText('signed Maya Okafor')).toBeVisible()
  await page.getByRole('button', { name: /^Show picture 1 of R-/ }).click()
  await expect(page.getByRole('img', { name: /^Sent as picture 1 of R-/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show what was reported' }).click()
  await expect(page.getByRole('img', { name: /small and gray/ }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('Choose what to do.')).toBeVisible()
  await page.getByLabel('Leave it as it is').check()
  await page.getByLabel('What we write').fill('The picture is a drawing from before the date that you named.')
  await page.getByRole('button', { name: 'Leave it as it is' }).click()
  await expect(page.getByRole('heading', { name: 'Left as it was' })).toBeVisible()
  expect(await status()).toBe(200)
})

/** Two people of the demo report the same of a game: both have been here for months, and one has bought games. */
async function reportAsKnown(title: string): Promise<void> {
  const { body: cases } = await (await theAdmin()).get('/api/admin/reports')
  const { subjectId, part, category } = cases.find((one: { title: string }) => one.title === title)
  const text = 'I know who this is, and she never agreed to it.'
  const report = { subject: 'game', id: subjectId, part, category, text, signature: 'Ada Winter' }
  for (const email of [EMAIL.player, EMAIL['other developer']]) {
    const sent = await (await callerAs(email, DEMO_PASSWORD)).post('/api/reports', report)
    expect(sent.status, sent.text).toBe(200)
  }
}
