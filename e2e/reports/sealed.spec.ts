/** What was sealed as illegal: its report to an authority, its year, and the two people who have it destroyed. */
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onConnection } from '../../server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { createGame } from '../../server/testing/fixtures/game-form.ts'
import type { Person } from '../../server/testing/fixtures/people.ts'
import { decideReport } from '../../server/testing/fixtures/reports.ts'
import { port } from '../plant.ts'
import {
  account,
  callerOf,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  giveRole,
  logIn,
  PASSWORD,
  passAgeGate,
  test,
} from '../shop.ts'

test('T11 a safety admin notes the report to the authority, and two people have sealed evidence destroyed', async ({
  page,
  browser,
  baseURL,
}) => {
  const url = String(baseURL)
  const title = `Sealed Quay ${randomBytes(3).toString('hex')}`
  const seller = await account(page) // whom the strike hurts nowhere else
  await giveRole(page, seller.email, 'developer')
  const developer = await callerOf(url, seller.email, PASSWORD)
  const { body: game } = await createGame(developer, { title, price: '', isFree: 'true' })
  const report = {
    subject: 'game',
    id: game._id,
    part: 'cover',
    category: 'minor',
    text: 'The person on the cover looks like a child.',
  }
  const reporter = await callerOf(url, 'player@example.test', DEMO_PASSWORD)
  expect((await reporter.post('/api/reports', report)).status).toBe(200)
  const admin = await callerOf(url, 'admin@example.test', DEMO_PASSWORD)
  const cases: { _id: string; title: string }[] = (await admin.get('/api/admin/reports')).body
  const caseId = String(cases.find((each) => each.title === title)?._id)
  const decided = await decideReport(admin, caseId, { kind: 'seal', rule: 'age-1', assets: ['Cover'] })
  expect(decided.status, decided.text).toBe(200)

  await passAgeGate(page)
  await logIn(page, 'admin@example.test')
  await page.goto('/admin-dashboard')
  await page.getByRole('link', { name: 'All sealed games' }).click()
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .getByRole('link', { name: /The cover/ })
    .click()
  await expect(page.getByText('Not reported yet')).toBeVisible()
  await page.getByRole('button', { name: 'Record the report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report to the authority' })
  await expect(dialog.getByLabel('Reported to')).toHaveValue('NCMEC CyberTipline')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter the number that the authority gave the report.')).toBeVisible()
  await dialog.getByLabel('Report number').fill('CT-118822')
  await dialog.getByLabel('Reported on').fill('2024-03-01')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Reported to NCMEC CyberTipline on Mar 1, 2024: CT-118822')).toBeVisible()
  await expect(page.getByText('Being kept')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Propose to destroy it' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Keep it longer' }).click()
  const hold = page.getByRole('dialog', { name: 'Keep it longer' })
  await hold.getByLabel('Reason').fill('Police of Oregon, case 26-118')
  await hold.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('Kept longer: Police of Oregon, case 26-118')).toBeVisible()

  await page.goto('/admin/reports')
  await page.getByRole('button', { name: 'Sealed', exact: true }).click()
  const panel = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(panel.getByText('On legal hold')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await panel.getByRole('button', { name: 'End the legal hold' }).click()
  const release = page.getByRole('dialog', { name: 'End the legal hold' })
  await release.getByLabel('Reason').fill('The police have what they need')
  await release.getByRole('button', { name: 'End the hold' }).click()
  await expect(panel.getByText('Being kept')).toBeVisible()

  await sealedLongAgo(game._id)
  await page.reload()
  await expect(panel.getByText('Can be destroyed')).toBeVisible()
  await panel.getByRole('button', { name: 'Propose to destroy it' }).click()
  const proposal = page.getByRole('dialog', { name: 'Propose to destroy it' })
  await proposal.getByRole('button', { name: 'Propose it' }).click()
  await expect(panel.getByText('Waiting for a second person')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Confirm and destroy' })).toHaveCount(0)

  const desk = await browser.newPage({ baseURL, viewport: page.viewportSize() })
  await passAgeGate(desk)
  const second = await account(desk)
  await giveRole(desk, second.email, 'admin')
  for (const email of ['admin@example.test', second.email]) await giveSafety(admin, email, true)
  await logIn(desk, second.email, PASSWORD)
  await desk.goto(`/admin/reports/${caseId}`)
  await desk.getByRole('button', { name: 'Confirm and destroy' }).click()
  const destroy = desk.getByRole('dialog', { name: 'Destroy sealed evidence' })
  await expectAccessible(desk)
  await destroy.getByRole('button', { name: 'Destroy it' }).click()
  await expect(async () => {
    await desk.reload()
    await expect(desk.getByText(/^Files and pictures destroyed/)).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await desk.close()
  await giveSafety(admin, second.email, false)

  await page.reload()
  await expect(panel.getByText('shopkeeper proposed to destroy it')).toBeVisible()
  await expect(panel.getByText(`${second.username} confirmed it`)).toBeVisible()
  await panel.getByRole('link', { name: /The cover/ }).click()
  await expect(page).toHaveURL(`/admin/reports/${caseId}`)
  await page.getByRole('button', { name: 'Show what was reported' }).click()
  await expect(page.getByRole('img', { name: /^Reported/ })).toHaveCount(0)
})

/** A test cannot wait for a year. */
async function sealedLongAgo(gameId: string): Promise<void> {
  const { url } = await startEmbeddedPostgres(join(tmpdir(), `nofiller-e2e-${port}`, 'db'))
  await onConnection({ connectionString: url }, (client) =>
    client.query(`update games set suspended_at = now() - interval '400 days' where id = $1`, [gameId]),
  )
}

async function giveSafety(admin: Person, email: string, safety: boolean): Promise<void> {
  const users: { _id: string; email: string }[] = (
    await admin.get(`/api/users?q=${encodeURIComponent(email)}`)
  ).body
  const id = users.find((user) => user.email === email)?._id
  const answer = await admin.send('PUT', `/api/admin/users/${id}/safety`, {
    body: JSON.stringify({ safety, reason: 'Runs the safety queue' }),
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status, answer.text).toBe(200)
}
