/** What becomes of a report: an owner reports a file, an admin decides by a rule, both sides read why. */
import { randomBytes } from 'node:crypto'
import { createGame } from '../../server/testing/fixtures/game-form.ts'
import { decideReport } from '../../server/testing/fixtures/reports.ts'
import {
  account,
  callerOf,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  logIn,
  PASSWORD,
  passAgeGate,
  test,
} from '../shop.ts'

const WORDS = 'The file of this game starts a program that sends mails.'
const ANSWER = 'The file starts a program that sends mails. Upload one without it, and write to us.'
/** Whom no other test knows: after a decision their next games are looked at first. */
const STUDIO = 'rook_and_daughter'
const APPEAL = 'The same program is in the other game of this developer.'

test('an owner reports a file, reads what was decided by which rule, and appeals', async ({
  page,
  browser,
  baseURL,
}) => {
  const url = String(baseURL)
  const title = `Slow Harbor ${randomBytes(3).toString('hex')}`
  const developer = await callerOf(url, STUDIO, DEMO_PASSWORD)
  const { body: game } = await createGame(developer, { title, price: '', isFree: 'true' })
  const [file] = game.gameFiles
  const person = await account(page)
  const owner = await callerOf(url, person.email, PASSWORD)
  expect((await owner.post('/api/library/claim', { gameId: game._id })).status).toBe(200)

  await logIn(page, person.email, PASSWORD)
  await page.goto(`/game/${game.slug}`)
  const link = page.getByRole('link', { name: 'Report this game' })
  await expect
    .poll(() =>
      link.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true)
  await link.click()
  const dialog = page.getByRole('dialog', { name: /^Report / })
  await dialog.getByLabel('Malware or a harmful file').check()
  await dialog.getByLabel('Where is it?').selectOption({ label: file.name })
  await dialog.getByLabel('What should we know?').fill(WORDS)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText(/Your report number is R-\d+/)).toBeVisible()

  const desk = await browser.newPage({ baseURL, viewport: page.viewportSize() })
  await passAgeGate(desk)
  await logIn(desk, 'admin@example.test')
  await desk.goto('/admin/reports')
  await desk.getByRole('link', { name: `Open the report of ${title}: Malware or a harmful file` }).click()
  await desk.getByLabel('Take the game down').check()
  await expect(desk.getByText('Unpaid balance')).toBeVisible()
  await desk.getByRole('button', { name: 'Take the game down' }).click()
  await expect(desk.getByText('Choose the rule that this is about.')).toBeVisible()
  await desk.getByLabel('Rule').selectOption('file-1')
  await expect(desk.getByRole('checkbox', { name: `File ${file.name}` })).toBeChecked()
  await desk.getByLabel('What we write').fill(ANSWER)
  await expectAccessibleAtBothWidths(desk)
  await desk.getByRole('button', { name: 'Take the game down' }).click()
  const asked = desk.getByRole('dialog', { name: 'Take the game down?' })
  await expect(asked.getByText('and the 1 owner get an email')).toBeVisible()
  await expectAccessible(desk)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await desk.getByRole('button', { name: 'Take the game down' }).click()
  await asked.getByRole('button', { name: 'Take the game down' }).click()
  await expect(desk.getByRole('heading', { name: 'We acted' })).toBeVisible()
  await desk.getByRole('link', { name: 'What the developer was told' }).click()
  await expect(desk.getByText('The rule: No malware')).toBeVisible()
  await expect(desk.getByText(`What it is about: File ${file.name}`)).toBeVisible()
  await desk.close()

  await page.goto('/reports')
  await expect(page.getByText('Decided: action taken')).toBeVisible()
  await expect(page.getByText(ANSWER)).toBeVisible()
  await page.getByRole('button', { name: /^Appeal the decision/ }).click()
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText(/in at least 20 characters/)).toBeVisible()
  await page.getByLabel('What did we get wrong?').fill(APPEAL)
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText(`“${APPEAL}”`)).toBeVisible()
  await expect(page.getByText('Being looked at')).toBeVisible()
})

test('an admin marks a dismissed report as unfounded, and its sender reads why', async ({
  page,
  browser,
  baseURL,
}) => {
  const url = String(baseURL)
  const title = `Still Harbor ${randomBytes(3).toString('hex')}`
  const developer = await callerOf(url, STUDIO, DEMO_PASSWORD)
  const { body: game } = await createGame(developer, { title, price: '', isFree: 'true' })
  const person = await account(page)
  const reporter = await callerOf(url, person.email, PASSWORD)
  const report = { subject: 'game', id: game._id, part: 'page', category: 'fraud', text: WORDS }
  const { number } = (await reporter.post('/api/reports', report)).body
  const admin = await callerOf(url, 'admin@example.test', DEMO_PASSWORD)
  const cases: { _id: string; title: string }[] = (await admin.get('/api/admin/reports')).body
  const caseId = String(cases.find((each) => each.title === title)?._id)
  expect((await decideReport(admin, caseId, { kind: 'leave' })).status).toBe(200)

  const desk = await browser.newPage({ baseURL, viewport: page.viewportSize() })
  await passAgeGate(desk)
  await logIn(desk, 'admin@example.test')
  await desk.goto(`/admin/reports/${caseId}`)
  await desk.getByRole('button', { name: `Mark ${number} as unfounded`, exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: 'Mark as unfounded', exact: true })
  await dialog.getByLabel('Reason').fill('There is no such program in the file.')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Mark as unfounded', exact: true }).click()
  await expect(
    desk.getByText('Unfounded: There is no such program in the file.', { exact: true }),
  ).toBeVisible()
  await desk.close()

  await logIn(page, person.email, PASSWORD)
  await page.goto('/reports')
  await expect(
    page.getByText('Unfounded: There is no such program in the file.', { exact: true }),
  ).toBeVisible()
})
