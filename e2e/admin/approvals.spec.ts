import type { Browser, Page } from '@playwright/test'
import { editGame, filesJson } from '../../server/testing/fixtures/game-form.ts'
import { ADMIN, aGameInReview, decideApproval, reviewOf, theAdmin } from '../developer/a-game.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  newUser,
  openAs,
  otherPage,
  PASSWORD,
  test,
} from '../shop.ts'

const FAULT = 'The cover is explicit but is marked SFW. Mark the game NSFW, or take another cover.'

test('The first game of a developer goes from review to the store, M16 by keyboard', async ({
  page,
  browser,
}) => {
  const game = await aGameInReview(page, 'Moth and Lantern')
  const { title, developer } = game
  await openAs(page, developer.email, '/dev-dashboard', PASSWORD)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Published · in review')
  await expect(row).toContainText('We’ll respond by')
  const status = async () => (await page.request.get(`/game/${game.slug}`)).status()
  expect(await status()).toBe(404)

  const adminPage = await otherPage(browser, ADMIN)
  await adminPage.goto('/admin/approvals')
  const waiting = adminPage.getByRole('link', { name: title })
  await expect(waiting).toBeVisible()
  while (!(await waiting.evaluate((link) => link === document.activeElement)))
    await adminPage.keyboard.press('j')
  await adminPage.keyboard.press('c')
  await expect(adminPage.getByText('Yours until')).toBeVisible()
  await expect(adminPage.getByRole('heading', { name: title, level: 1 })).toBeVisible()

  const cover = adminPage.getByRole('figure').filter({ hasText: 'Cover' })
  await expect(cover.locator('img')).toHaveAttribute('src', /^data:/)
  await adminPage.getByRole('button', { name: 'Show Cover' }).click()
  await expect(cover.getByRole('img', { name: 'Cover' })).toHaveAttribute('src', /^(?!data:)/)

  await adminPage.keyboard.press('2')
  await expect(adminPage.getByRole('radio', { name: /Ask for changes/ })).toBeChecked()
  await adminPage.getByLabel('Rule', { exact: true }).selectOption('label-2')
  await expect(adminPage.getByRole('button', { name: 'Go to summary' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await adminPage.getByRole('checkbox', { name: 'Cover' }).check()
  await adminPage.getByLabel('To the developer').fill('Too short')
  await adminPage.getByRole('button', { name: 'Go to summary' }).click()
  await expect(adminPage.getByText(/in at least 40 characters/)).toBeVisible()
  await adminPage.getByLabel('To the developer').fill(FAULT)
  await adminPage.getByRole('button', { name: 'Go to summary' }).click()
  const summary = adminPage.getByRole('dialog', { name: `Ask for changes: ${title}` })
  await expect(summary).toContainText(FAULT)
  await expectAccessibleAtBothWidths(adminPage)
  await summary.getByRole('button', { name: 'Send decision' }).click()
  await expect(adminPage).toHaveURL('/admin/approvals')
  await expect(waiting).toBeHidden()

  await page.reload()
  await expect(row).toContainText('Changes requested')
  await row.getByRole('link', { name: 'What to change' }).click()
  await expect(page.getByText(FAULT)).toBeVisible()
  await expect(page.getByText('Explicit art stays behind the blur')).toBeVisible()
  await page.getByRole('link', { name: 'Read the rule' }).click()
  await expect(page).toHaveURL('/rules#label-2')

  // Not its category: other tests count on NSFW games being steady.
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]?._id })
  const saved = await editGame(developer.caller, game._id, {
    gameFilesTempJson,
    title,
    stage: 'In Development',
  })
  expect(saved.status, saved.text).toBe(200)
  await adminPage.reload()
  await waiting.click()
  await expect(adminPage.getByText('Fix sent back')).toBeVisible()
  const changed = adminPage.getByRole('table', { name: 'What changed' })
  await expect(changed.getByRole('row').filter({ hasText: 'Kind' })).toContainText('In Development')
  await expectAccessible(adminPage)
  await adminPage.keyboard.press('1')
  await adminPage.getByRole('button', { name: 'Go to summary' }).click()
  await adminPage.getByRole('button', { name: 'Send decision' }).click()
  await expect(adminPage).toHaveURL('/admin/approvals')

  await expect.poll(status).toBe(200)
  await page.goto('/dev-dashboard')
  await expect(row).toContainText('Public')
  await expect(row).not.toContainText('in review')
})

test('Another admin decides an appeal, and a reversed decision publishes the game', async ({
  page,
  browser,
}) => {
  const game = await aGameInReview(page, 'Ley Lines')
  const { title, developer } = game
  await decideApproval(await reviewOf(game), {
    kind: 'reject',
    rule: 'rights-1',
    assets: ['Cover'],
    text: 'The cover is on the page of another artist since 2024. Show us that it is yours.',
  })

  await openAs(page, developer.email, '/dev-dashboard', PASSWORD)
  await page.getByRole('link', { name: 'Why it was rejected' }).click()
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Say what we got wrong')).toBeVisible()
  await page
    .getByLabel('What did we get wrong?')
    .fill('I drew this picture myself; the layers are in my folder.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Being looked at')).toBeVisible()

  const helperPage = await anotherAdmin(browser)
  await helperPage.goto('/admin/approvals?state=appeals')
  await helperPage.getByRole('button', { name: `Answer the appeal about ${title}` }).click()
  const dialog = helperPage.getByRole('dialog', { name: `Appeal about ${title}` })
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog.getByText('Choose one.')).toBeVisible()
  await dialog.getByText('Take it back').click()
  await dialog.getByLabel('Your reasons').fill('We have seen the layers, and the picture is yours. Sorry.')
  await expectAccessible(helperPage)
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog).toBeHidden()

  await page.reload()
  await expect(page.getByText('Decision taken back')).toBeVisible()
  expect((await page.request.get(`/game/${game.slug}`)).status()).toBe(200)
})

test('A review held by another admin is only taken over after a confirmation', async ({ page, browser }) => {
  const review = await reviewOf(await aGameInReview(page, 'Hollow Signal'))
  await (await theAdmin()).post(`/api/admin/approvals/${review}/claim`, { takeOver: false })
  const helperPage = await anotherAdmin(browser)
  await helperPage.goto(`/admin/approvals/${review}`)
  await expect(helperPage.getByText('is looking at this game.')).toBeVisible()
  await helperPage.getByRole('button', { name: 'Take over…' }).click()
  const dialog = helperPage.getByRole('dialog', { name: 'Take over this review?' })
  await expectAccessible(helperPage)
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(helperPage.getByText('Yours until')).toBeVisible()
})

async function anotherAdmin(browser: Browser): Promise<Page> {
  const page = await otherPage(browser)
  await newUser(page, 'admin')
  return page
}
