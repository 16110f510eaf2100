/** What was sealed as illegal: its report to an authority, its year, and the two people who have it destroyed. */
import type { Person } from '../../server/testing/fixtures/people.ts'
import { runInStore } from '../database.ts'
import { ADMIN, theAdmin } from '../developer/a-game.ts'
import {
  account,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  giveRole,
  openAs,
  otherPage,
  PASSWORD,
  test,
} from '../shop.ts'
import { aDecidedReport } from './a-report.ts'

test('T11 A report to the authority is noted, and two people destroy sealed evidence', async ({
  page,
  browser,
}) => {
  const seal = { kind: 'seal', rule: 'age-1', assets: ['Cover'] }
  const ofCover = { part: 'cover', category: 'minor', text: 'The person on the cover looks like a child.' }
  const { game, caseId } = await aDecidedReport(page, 'Sealed Quay', seal, ofCover)
  const { _id, title } = game
  const admin = await theAdmin()

  await openAs(page, ADMIN, '/admin-dashboard')
  await page.getByRole('link', { name: 'All sealed games' }).click()
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .getByRole('link', { name: /The cover/ })
    .click()
  // The list says the same of this game, and has the same buttons.
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
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

  await page.goto('/admin/reports?state=sealed')
  const panel = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(panel.getByText('On legal hold')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await panel.getByRole('button', { name: 'End the legal hold' }).click()
  const release = page.getByRole('dialog', { name: 'End the legal hold' })
  await release.getByLabel('Reason').fill('The police have what they need')
  await release.getByRole('button', { name: 'End the hold' }).click()
  await expect(panel.getByText('Being kept')).toBeVisible()

  await sealedLongAgo(_id)
  await page.reload()
  await expect(panel.getByText('Can be destroyed')).toBeVisible()
  await panel.getByRole('button', { name: 'Propose to destroy it' }).click()
  const proposal = page.getByRole('dialog', { name: 'Propose to destroy it' })
  await proposal.getByRole('button', { name: 'Propose it' }).click()
  await expect(panel.getByText('Waiting for a second person')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Confirm and destroy' })).toHaveCount(0)

  const adminPage = await otherPage(browser)
  const second = await account(adminPage)
  await giveRole(adminPage, second.email, 'admin')
  for (const email of [ADMIN, second.email]) await giveSafety(admin, email, true)
  await openAs(adminPage, second.email, `/admin/reports/${caseId}`, PASSWORD)
  await adminPage.getByRole('button', { name: 'Confirm and destroy' }).click()
  const destroy = adminPage.getByRole('dialog', { name: 'Destroy sealed evidence' })
  await expectAccessible(adminPage)
  await destroy.getByRole('button', { name: 'Destroy it' }).click()
  await expect.poll(() => sealedState(admin, _id)).toBe('destroyed')
  await adminPage.reload()
  await expect(adminPage.getByText(/^Files and pictures destroyed/)).toBeVisible()
  await adminPage.close()
  await giveSafety(admin, second.email, false)

  await page.reload()
  await expect(panel.getByText('shopkeeper proposed to destroy it')).toBeVisible()
  await expect(panel.getByText(`${second.username} confirmed it`)).toBeVisible()
  await panel.getByRole('link', { name: /The cover/ }).click()
  await expect(page).toHaveURL(`/admin/reports/${caseId}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Show what was reported' }).click()
  await expect(page.getByRole('img', { name: /^Reported/ })).toHaveCount(0)
})

/** A test cannot wait for a year. */
const sealedLongAgo = (gameId: string) =>
  runInStore(`update games set suspended_at = now() - interval '400 days' where id = $1`, [gameId])

async function sealedState(admin: Person, id: string): Promise<string> {
  const { body } = await admin.get('/api/admin/sealed')
  return body.find(({ gameId }: { gameId: string }) => gameId === id)?.state
}

async function giveSafety(admin: Person, email: string, safety: boolean): Promise<void> {
  const users: { _id: string; email: string }[] = (
    await admin.get(`/api/users?q=${encodeURIComponent(email)}`)
  ).body
  const id = users.find((user) => user.email === email)?._id
  const answer = await admin.put(`/api/admin/users/${id}/safety`, { safety, reason: 'Runs the safety queue' })
  expect(answer.status, answer.text).toBe(200)
}
