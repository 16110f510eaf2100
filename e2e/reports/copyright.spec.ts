/** A copyright notice: from the report of a game to what it switches off, the answer to it, and its end. */
import { ACCURATE, CONSENT, GOOD_FAITH, MISTAKE } from '@nofiller/contract/copyright/copyright-rules'
import { ADMIN, aGame } from '../developer/a-game.ts'
import { expect, expectAccessible, mailedLink, newcomer, openAs, PASSWORD, savedBy, test } from '../shop.ts'
import { openReport } from './a-report.ts'

const WORDS = 'Words that somebody else wrote.'

test('T16 A copyright notice hides a text, is disputed, goes to court and is withdrawn', async ({ page }) => {
  const { email } = newcomer()
  const { slug, title, developer } = await aGame(page, 'Salt Lantern', { description: `<p>${WORDS}</p>` })
  const words = page.getByText(WORDS, { exact: true })

  await page.goto(`/game/${slug}`)
  await expect(words).toBeVisible()
  const dialog = await openReport(page)
  await dialog.getByLabel('My copyright is infringed', { exact: true }).check()
  await dialog.getByRole('link', { name: 'Write a notice', exact: true }).click()
  await page.getByRole('button', { name: 'Send notice', exact: true }).click()
  await expect(page.getByText('Choose at least one thing.', { exact: true })).toBeVisible()
  await expect(page.getByText('We need this statement.', { exact: true })).toHaveCount(2)
  await expectAccessible(page)
  await page.getByLabel('The text', { exact: true }).check()
  await page.getByLabel('Your work', { exact: true }).fill('My story Lantern of 2021')
  await page.getByLabel('What is copied, and where is it?', { exact: true }).fill('The first paragraph.')
  await page.getByLabel('Postal address', { exact: true }).fill('12 Harbor Road, Portland, OR 97201')
  await page.getByLabel('Phone', { exact: true }).fill('+1 503 555 0147')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel(GOOD_FAITH, { exact: true }).check()
  await page.getByLabel(ACCURATE, { exact: true }).check()
  await page.getByLabel('Signature', { exact: true }).fill('Ada Winter')
  await page.getByRole('button', { name: 'Send notice', exact: true }).click()
  const sent = page.getByText(/^Your notice number is C-\d+\.$/)
  await expect(sent).toBeVisible()
  const number = /C-\d+/.exec(await sent.innerText())?.[0] ?? ''
  await page.goto(await mailedLink(page, email, '/confirm-report#'))
  await expect(page.getByText(`${number} · Copyright notice about ${title}`)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(`We have your copyright notice ${number}`)).toBeVisible()

  await openAs(page, ADMIN, '/admin/reports?state=notices')
  await page.getByRole('link', { name: `Open the notice ${number} about ${title}`, exact: true }).click()
  await expect(page.getByText('My story Lantern of 2021', { exact: true })).toBeVisible()
  await page.getByRole('radio', { name: /^Accept it/ }).check()
  await page.getByRole('button', { name: 'Accept the notice', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What the developer was told', exact: true })).toBeVisible()

  await openAs(page, developer.email, `/game/${slug}`, PASSWORD)
  await expect(words).toHaveCount(0)
  await page.goto(`/decision/${number}`)
  await page.getByLabel('Full name', { exact: true }).fill('Noor Haddad')
  await page.getByLabel('Postal address', { exact: true }).fill('4 Mill Lane, Austin, TX 78701')
  await page.getByLabel('Phone', { exact: true }).fill('+1 512 555 0110')
  await page.getByLabel(MISTAKE, { exact: true }).check()
  await page.getByLabel(CONSENT, { exact: true }).check()
  await page.getByLabel('Signature', { exact: true }).fill('Noor Haddad')
  await page.getByLabel(/^I know who gets this: Ada Winter/).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send counter-notice', exact: true }).click()
  await expect(page.getByText(`${number} · We’re reviewing your counter-notice`)).toBeVisible()

  await openAs(page, ADMIN, `/admin/reports/${number}`)
  await page.getByRole('radio', { name: /^Forward the counter-notice/ }).check()
  await page.getByRole('button', { name: 'Forward it to the claimant', exact: true }).click()
  await page.getByRole('radio', { name: /^A court action was filed/ }).check()
  await page.getByLabel('Court and number', { exact: true }).fill('D. Or. 3:26-cv-1042')
  await page.getByLabel('Filed on', { exact: true }).fill(new Date().toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Record the court action', exact: true }).click()
  await expect(page.getByText(/^Add the document/)).toBeVisible()
  await expectAccessible(page)
  const complaint = { name: 'complaint.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await page.getByLabel('Document', { exact: true }).setInputFiles(complaint)
  await page.getByRole('button', { name: 'Record the court action', exact: true }).click()
  await expect(page.getByText('D. Or. 3:26-cv-1042', { exact: true })).toBeVisible()
  expect((await savedBy(page.getByRole('button', { name: 'Download the document', exact: true }))).name).toBe(
    `${number} court papers.pdf`,
  )

  await page.goto(await mailedLink(page, email, '/copyright#'))
  await page.getByRole('button', { name: 'Withdraw notice', exact: true }).click()
  await expect(page.getByText(`The notice ${number} is withdrawn.`)).toBeVisible()
  await page.goto(`/game/${slug}`)
  await expect(words).toBeVisible()
})
