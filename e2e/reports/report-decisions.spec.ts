/** What becomes of a report: an owner reports a file, an admin decides by a rule, both sides read why. */
import { ADMIN, aGame, callerAs } from '../developer/a-game.ts'
import {
  account,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openAs,
  otherPage,
  PASSWORD,
  test,
} from '../shop.ts'
import { aDecidedReport, openReport } from './a-report.ts'

const WORDS = 'The file of this game starts a program that sends emails.'
const ANSWER = 'The file starts a program that sends emails. Upload one without it, and write to us.'
const APPEAL = 'The same program is in the other game of this developer.'

test('A reported game is taken down, and its owner reads why and appeals', { tag: '@critical' }, async ({
  page,
  browser,
}) => {
  const { _id, slug, title, gameFiles } = await aGame(page, 'Slow Harbor', { price: '', isFree: 'true' })
  const fileName = String(gameFiles[0]?.name)
  const person = await account(page)
  const owner = await callerAs(person.email)
  expect((await owner.post('/api/library/claim', { gameId: _id })).status).toBe(200)

  await openAs(page, person.email, `/game/${slug}`, PASSWORD)
  const dialog = await openReport(page)
  await dialog.getByLabel('Malware or a harmful file').check()
  await dialog.getByLabel('Where is it?').selectOption({ label: fileName })
  await dialog.getByLabel('What should we know?').fill(WORDS)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText(/Your report number is R-\d+/)).toBeVisible()

  const adminPage = await otherPage(browser, ADMIN)
  await adminPage.goto('/admin/reports')
  await adminPage
    .getByRole('link', { name: `Open the report of ${title}: Malware or a harmful file` })
    .click()
  await expect(adminPage.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await adminPage.getByLabel('Take the game down').check()
  await expect(adminPage.getByText('Unpaid balance')).toBeVisible()
  await adminPage.getByRole('button', { name: 'Take the game down' }).click()
  await expect(adminPage.getByText('Choose the rule that this is about.')).toBeVisible()
  await adminPage.getByLabel('Rule', { exact: true }).selectOption('file-1')
  await expect(adminPage.getByRole('checkbox', { name: `File ${fileName}` })).toBeChecked()
  await adminPage.getByLabel('What we write').fill(ANSWER)
  await adminPage.getByRole('button', { name: 'Take the game down' }).click()
  const asked = adminPage.getByRole('dialog', { name: 'Take the game down?' })
  await expect(asked.getByText('and the 1 owner get an email')).toBeVisible()
  await expectAccessibleAtBothWidths(adminPage)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  await adminPage.getByRole('button', { name: 'Take the game down' }).click()
  await asked.getByRole('button', { name: 'Take the game down' }).click()
  await expect(adminPage.getByRole('heading', { name: 'We acted' })).toBeVisible()
  expect((await adminPage.request.get(`/game/${slug}`)).status()).toBe(404)
  await adminPage.getByRole('link', { name: 'What the developer was told' }).click()
  await expect(adminPage.getByText('The rule: No malware')).toBeVisible()
  await expect(adminPage.getByText(`What it is about: File ${fileName}`)).toBeVisible()
  await adminPage.close()

  await page.goto('/reports')
  await expect(page.getByText('Decided: action taken')).toBeVisible()
  await expect(page.getByText(ANSWER)).toBeVisible()
  await page.getByRole('button', { name: /^Appeal the decision/ }).click()
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText(/in at least 20 characters/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('What did we get wrong?').fill(APPEAL)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText(`“${APPEAL}”`)).toBeVisible()
  await expect(page.getByText('Being looked at')).toBeVisible()
})

test('An unfounded report is marked, and its sender reads why', async ({ page }) => {
  const { caseId, number, reporter } = await aDecidedReport(page, 'Still Harbor', { kind: 'leave' })
  await openAs(page, ADMIN, `/admin/reports/${caseId}`)
  await page.getByRole('button', { name: `Mark ${number} as unfounded`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as unfounded', exact: true })
  await dialog.getByLabel('Reason').fill('There is no such program in the file.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark as unfounded', exact: true }).click()
  const why = page.getByText('Unfounded: There is no such program in the file.', { exact: true })
  await expect(why).toBeVisible()
  await openAs(page, reporter.email, '/reports', PASSWORD)
  await expect(why).toBeVisible()
})
