import { randomBytes } from 'node:crypto'
import { createGame, editGame, filesJson } from '../../server/testing/fixtures/game-form.ts'
import { account, callerOf, expect, expectAccessible, logIn, PASSWORD, passAgeGate, test } from '../shop.ts'

const FAULT = 'The cover is explicit but is marked SFW. Mark the game NSFW, or take another cover.'

test('the first game of a developer goes from sending to changes to the store, M16 by the keys of the queue', {
  tag: '@phone',
}, async ({ page, browser, baseURL }) => {
  const url = String(baseURL)
  const title = `Moth and Lantern ${randomBytes(3).toString('hex')}`
  const person = await account(page)
  const admin = await callerOf(url, 'admin@example.test', 'NoFiller-demo-1')
  const [{ _id: id }] = (await admin.get(`/api/users?q=${person.username}`)).body
  await admin.send('PATCH', `/api/admin/users/${id}`, {
    body: JSON.stringify({ role: 'developer', reason: 'A finished game' }),
    headers: { 'content-type': 'application/json' },
  })
  const developer = await callerOf(url, person.email, PASSWORD)
  const { body: game } = await createGame(developer, { title })

  await logIn(page, person.email, PASSWORD)
  await page.goto('/dev-dashboard')
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Published · in review')
  await expect(row).toContainText('We’ll respond by')
  await expectAccessible(page)
  const stranger = await browser.newPage()
  await passAgeGate(stranger)
  expect((await stranger.request.get(`/game/${game.slug}`)).status()).toBe(404)

  const desk = await browser.newPage()
  await passAgeGate(desk)
  await logIn(desk, 'admin@example.test')
  await desk.goto('/admin/reviews')
  const waiting = desk.getByRole('link', { name: title })
  await expect(waiting).toBeVisible()
  await expectAccessible(desk)
  while (!(await waiting.evaluate((link) => link === document.activeElement))) await desk.keyboard.press('j')
  await desk.keyboard.press('c')
  await expect(desk.getByText('Yours until')).toBeVisible()
  await expect(desk.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible(desk)

  const cover = desk.getByRole('figure').filter({ hasText: 'Cover' })
  await expect(cover.locator('img')).toHaveAttribute('src', /^data:/)
  await desk.getByRole('button', { name: 'Show Cover' }).click()
  await expect(cover.getByRole('img', { name: 'Cover' })).toHaveAttribute('src', /^(?!data:)/)

  await desk.keyboard.press('2')
  await expect(desk.getByRole('radio', { name: /Ask for changes/ })).toBeChecked()
  await desk.getByLabel('Rule').selectOption('label-2')
  await expect(desk.getByRole('button', { name: 'Go to summary' })).toHaveAttribute('aria-disabled', 'true')
  await desk.getByRole('checkbox', { name: 'Cover' }).check()
  await desk.getByLabel('To the developer').fill('Too short')
  await desk.getByRole('button', { name: 'Go to summary' }).click()
  await expect(desk.getByText(/in at least 40 characters/)).toBeVisible()
  await desk.getByLabel('To the developer').fill(FAULT)
  await desk.getByRole('button', { name: 'Go to summary' }).click()
  const summary = desk.getByRole('dialog', { name: `Ask for changes: ${title}` })
  await expect(summary).toContainText(FAULT)
  await expectAccessible(desk)
  await summary.getByRole('button', { name: 'Send decision' }).click()
  await expect(desk).toHaveURL('/admin/reviews')
  await expect(waiting).toBeHidden()

  await page.reload()
  await expect(row).toContainText('Changes requested')
  await row.getByRole('link', { name: 'What to change' }).click()
  await expect(page.getByText(FAULT)).toBeVisible()
  await expect(page.getByText('Explicit art stays behind the blur')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Read the rule' }).click()
  await expect(page).toHaveURL('/rules#label-2')
  await expectAccessible(page)

  // Not its category: other tests count on NSFW games being steady.
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]._id })
  const saved = await editGame(developer, game._id, { gameFilesTempJson, title, stage: 'In Development' })
  expect(saved.status, saved.text).toBe(200)
  await desk.reload()
  await waiting.click()
  await expect(desk.getByText('Fix sent back')).toBeVisible()
  const changed = desk.getByRole('table', { name: 'What changed' })
  await expect(changed.getByRole('row').filter({ hasText: 'Kind' })).toContainText('In Development')
  await expectAccessible(desk)
  await desk.keyboard.press('1')
  await desk.getByRole('button', { name: 'Go to summary' }).click()
  await desk.getByRole('button', { name: 'Send decision' }).click()
  await expect(desk).toHaveURL('/admin/reviews')

  await expect.poll(async () => (await stranger.request.get(`/game/${game.slug}`)).status()).toBe(200)
  await page.goto('/dev-dashboard')
  await expect(row).toContainText('Public')
  await expect(row).not.toContainText('in review')
})

test('an appeal is answered by another admin, and a decision taken back lets the game into the store', async ({
  page,
  browser,
  baseURL,
}) => {
  const url = String(baseURL)
  const title = `Ley Lines ${randomBytes(3).toString('hex')}`
  const person = await account(page)
  const helperPage = await browser.newPage()
  const helper = await account(helperPage)
  const chief = await callerOf(url, 'admin@example.test', 'NoFiller-demo-1')
  const give = async (username: string, role: string) => {
    const [{ _id: id }] = (await chief.get(`/api/users?q=${username}`)).body
    await chief.send('PATCH', `/api/admin/users/${id}`, {
      body: JSON.stringify({ role, reason: 'As agreed' }),
      headers: { 'content-type': 'application/json' },
    })
  }
  await give(person.username, 'developer')
  await give(helper.username, 'admin')
  const { body: game } = await createGame(await callerOf(url, person.email, PASSWORD), { title })
  const { body: waiting } = await chief.get('/api/admin/reviews?limit=100')
  const review = waiting.find((each: { gameId: string }) => each.gameId === game._id)
  await chief.post(`/api/admin/reviews/${review._id}/decision`, {
    kind: 'reject',
    rule: 'rights-1',
    assets: ['Cover'],
    text: 'The cover is on the page of another artist since 2024. Show us that it is yours.',
    note: '',
    revision: 1,
  })

  await logIn(page, person.email, PASSWORD)
  await page.goto('/dev-dashboard')
  await page.getByRole('link', { name: 'Why it was rejected' }).click()
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Say what we got wrong')).toBeVisible()
  await page
    .getByLabel('What did we get wrong?')
    .fill('I drew this picture myself; the layers are in my folder.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Being looked at')).toBeVisible()

  await passAgeGate(helperPage)
  await logIn(helperPage, helper.email, PASSWORD)
  await helperPage.goto('/admin/reviews?state=appeals')
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
  await expectAccessible(page)
  expect((await page.request.get(`/game/${game.slug}`)).status()).toBe(200)
})

test('a review that another admin holds is taken over only when asked twice', async ({
  page,
  browser,
  baseURL,
}) => {
  const url = String(baseURL)
  const chief = await callerOf(url, 'admin@example.test', 'NoFiller-demo-1')
  const person = await account(page)
  const [{ _id: id }] = (await chief.get(`/api/users?q=${person.username}`)).body
  const patch = (role: string) =>
    chief.send('PATCH', `/api/admin/users/${id}`, {
      body: JSON.stringify({ role, reason: 'Helps with reviews' }),
      headers: { 'content-type': 'application/json' },
    })
  await patch('developer')
  const title = `Hollow Signal ${randomBytes(3).toString('hex')}`
  await createGame(await callerOf(url, person.email, PASSWORD), { title })
  const helperPage = await browser.newPage()
  const helper = await account(helperPage)
  const [{ _id: helperId }] = (await chief.get(`/api/users?q=${helper.username}`)).body
  await chief.send('PATCH', `/api/admin/users/${helperId}`, {
    body: JSON.stringify({ role: 'admin', reason: 'Helps with reviews' }),
    headers: { 'content-type': 'application/json' },
  })
  const review = (await chief.get('/api/admin/reviews?limit=100')).body.find(
    (each: { title: string }) => each.title === title,
  )
  await chief.post(`/api/admin/reviews/${review._id}/claim`, { takeOver: false })

  await passAgeGate(helperPage)
  await logIn(helperPage, helper.email, PASSWORD)
  await helperPage.goto(`/admin/reviews/${review._id}`)
  await expect(helperPage.getByText('is looking at this game.')).toBeVisible()
  await helperPage.getByRole('button', { name: 'Take over…' }).click()
  const dialog = helperPage.getByRole('dialog', { name: 'Take over this review?' })
  await expectAccessible(helperPage)
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(helperPage.getByText('Yours until')).toBeVisible()
})
