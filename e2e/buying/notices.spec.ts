/** Notices: the bell, the list, what people choose, and the email about several releases. */
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { Page } from '@playwright/test'
import { aZip, upload } from '../../server/testing/fixtures/game-form.ts'
import type { Person } from '../../server/testing/fixtures/people.ts'
import { aGame, callerAs, type Game } from '../developer/a-game.ts'
import { mailTo } from '../mailbox.ts'
import { expect, expectAccessible, newUser, test } from '../shop.ts'

/** A user who owns a free game, downloaded it, and wants an email about each release. */
async function anOwner(page: Page, { _id, gameFiles }: Game): Promise<{ email: string; caller: Person }> {
  const { email } = await newUser(page)
  const caller = await callerAs(email)
  await caller.post('/api/library/claim', { gameId: _id })
  const { status } = await caller.post(`/api/library/${_id}/download`, { fileId: gameFiles[0]?._id })
  expect(status).toBe(200)
  await caller.put('/api/settings', { notifyUpdates: true })
  await caller.put('/api/notice-preferences', {
    topics: [{ topic: 'owned-release', site: true, mail: 'each' }],
  })
  return { email, caller }
}

async function draft({ _id, gameFiles, developer: { caller } }: Game, label: string): Promise<string> {
  const file = { _id: gameFiles[0]?._id, device: 'Windows', tempKey: await upload(caller, aZip()) }
  const release = { label, summary: `What ${label} brings.`, saves: 'all', notify: 'mail', files: [file] }
  const { id } = (await caller.post(`/api/games/${_id}/releases`, release)).body
  const isChecked = async () => {
    const { files }: OwnRelease = (await caller.get(`/api/releases/${id}`)).body
    return files.every((one) => one.isChecked)
  }
  await expect.poll(isChecked, { timeout: 60_000 }).toBe(true)
  return id
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notices/ })
const panel = (page: Page) => page.getByRole('banner').getByRole('region', { name: 'Notices' })

test('VE8 N8 An owner reads of five releases of a day under the bell, in the list, and in one email', async ({
  page,
}) => {
  const game = await aGame(page, 'Velvet Orbit', { isFree: 'true', price: '0' })
  const { email, caller } = await anOwner(page, game)
  const labels = ['0.5', '0.5.1', '0.5.2', '0.5.3', '0.5.4']
  const drafts = []
  for (const label of labels) drafts.push(await draft(game, label))
  for (const id of drafts) await game.developer.caller.post(`/api/releases/${id}/live`, {})
  const labelsTold = async () => (await caller.get('/api/notices')).body[0]?.labels.length
  await expect.poll(labelsTold, { timeout: 60_000 }).toBe(labels.length)

  await page.goto('/')
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 new')
  await bell(page).press('Enter')
  await expect(panel(page).getByRole('heading', { name: 'Notices' })).toBeFocused()
  const updates = panel(page).getByRole('link', { name: `${game.title}: 5 updates` })
  await expect(updates).toContainText('0.5.4, 0.5.3, 0.5.2, 0.5.1 and 0.5. You have 1.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()

  const told = async () => {
    const mailbox = await (await page.request.get('/sandbox/mail')).text()
    return mailbox.split('<article>').filter((mail) => mail.includes(`to ${email}`) && mail.includes('0.5.4'))
  }
  await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBe(1)
  expect((await told())[0]).toContain('It follows 0.5.3, 0.5.2, 0.5.1 and 0.5.')
  await page.setViewportSize({ width: 390, height: 844 })
  await bell(page).click()
  await expect(updates).toBeVisible()
  await expectAccessible(page)
  await panel(page).getByRole('link', { name: 'All notices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeFocused()
  const row = page.getByRole('region', { name: 'New' }).getByRole('listitem')
  await expect(row).toContainText('Your saves work.')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notices')
  await expect(page.getByRole('region', { name: 'Earlier' }).getByRole('listitem')).toHaveCount(1)
})

test('N1 A user chooses how they are told of new versions', async ({ page }) => {
  const { email } = await newUser(page)
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Notices' }).click()
  const news = page.getByRole('group', { name: 'Send me news by email' })
  await expect(news.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true')
  await news.getByRole('button', { name: 'On' }).press('Enter')
  await expect(news.getByRole('button', { name: 'On' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByLabel('Email, Games you own: New versions').selectOption('Never')
  await page.getByRole('checkbox', { name: 'On the site, Games you own: New versions' }).press('Space')
  const caller = await callerAs(email)
  await expect
    .poll(async () => (await caller.get('/api/notice-preferences')).body.topics)
    .toContainEqual({ topic: 'owned-release', site: false, mail: 'never' })
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await caller.get('/api/whoami')).body.notifyUpdates).toBe(true)
})

test('N10 One click in the weekly email ends it, and one button all news', async ({ page }) => {
  const game = await aGame(page, 'Low Tide', { isFree: 'true', price: '0' })
  const { email, caller } = await anOwner(page, game)
  await game.developer.caller.post(`/api/releases/${await draft(game, '0.5')}/live`, {})
  let link = ''
  await expect
    .poll(
      async () => {
        const mail = mailTo(email, await (await page.request.get('/sandbox/mail')).text())
        link = /\/u\/\w+(?=\?topic)/.exec(mail)?.[0] ?? ''
        return link
      },
      { timeout: 60_000 },
    )
    .not.toBe('')
  const topics = [{ topic: 'owned-release', site: true, mail: 'weekly' }]
  await caller.put('/api/notice-preferences', { topics })
  await page.goto('/notices/preferences')
  const news = page.getByRole('group', { name: 'Send me news by email' })
  await expect(news.getByRole('button', { name: 'On' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Day of the weekly email').selectOption('Tuesday')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  await expect(page.getByText(`Times are in ${zone.replaceAll('_', ' ')}.`)).toBeVisible()

  await page.goto(`${link}?topic=weekly`)
  await expect(page.getByText('Click once to stop getting the weekly email.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop these emails' }).press('Enter')
  await expect(page.getByText('You won’t get the weekly email anymore.')).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Email settings' }).click()
  await expect(page.getByLabel('Email, Games you own: New versions')).toHaveValue('never')
  await page.getByRole('button', { name: 'Stop all news' }).press('Enter')
  await expect(page.getByText('No news come by email.')).toBeVisible()
  await expect(news.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  expect((await caller.get('/api/whoami')).body.notifyUpdates).toBe(false)
})
