import { GAME_TEXT } from '@nofiller/contract/authoring/game-rules'
import type { Page } from '@playwright/test'
import { createGame } from '../../server/testing/fixtures/game-form.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  logIn,
  openAs,
  test,
} from '../shop.ts'
import { aTitle, callerAs, pictureFile, publishAnyway, unfold, zipFile } from './a-game.ts'

const DEVELOPER = 'developer@example.test'

const description = (page: Page) => page.getByRole('textbox', { name: /^Description/ })
const price = (page: Page) => page.getByLabel('Price (USD)')
const addFile = (page: Page) => page.getByLabel('Add file', { exact: true })
const problem = (page: Page, text: string) => page.getByText(text, { exact: true })

/** Opens the form as a developer, and waits for its editor: Playwright fills in two steps, between which it may come. */
async function openForm(page: Page) {
  await openAs(page, DEVELOPER, '/create-game')
  await expect(page.getByRole('heading', { name: 'Card Preview' })).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
}

/** Fills all that a game needs. */
async function fillForm(page: Page, title: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Project type').selectOption({ label: 'Game Asset' })
  await page.getByLabel('Stage').selectOption({ label: 'Released (No Longer Updated)' })
  await page.getByLabel('SFW', { exact: true }).check({ force: true })
  await page.getByLabel('Tags').fill('harbour,')
  await description(page).fill('A harbour of glass.')
  await page.getByLabel(/Card image/).setInputFiles(await pictureFile(500, 350))
  await page.getByLabel(/Cover image/).setInputFiles(await pictureFile(1280, 720))
  await price(page).fill('4.50')
  await addFile(page).setInputFiles(zipFile('harbour-win.zip'))
  await page.getByLabel('Device of harbour-win.zip').selectOption('Windows')
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
}

/** A draft of the developer who opens the form, and the address of its form. */
async function aDraft(page: Page) {
  await logIn(page, DEVELOPER)
  const title = aTitle('Glass Harbour')
  const made = await createGame(await callerAs(DEVELOPER, DEMO_PASSWORD), { status: 'draft', title })
  return { title, path: `/create-game/${made.body._id}` }
}

async function openDashboard(page: Page, title: string) {
  await page.goto(`/dev-dashboard?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: `Edit Game ${title}` })).toBeVisible()
}

test('A developer fills every field and finds all of it in the store', async ({ page }) => {
  const title = aTitle('Glass Harbour')
  await openForm(page)
  await expect(page.getByRole('heading', { name: 'Upload a New Game', level: 1 })).toBeVisible()
  for (const name of ['Card Preview', 'Game Page Preview', 'Theme'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await fillForm(page, title)
  await page
    .getByLabel('Add screenshot')
    .setInputFiles([await pictureFile(640, 360), await pictureFile(640, 360)])
  await unfold(page, 'theme')
  await page.getByLabel('Page background image').setInputFiles(await pictureFile(1600, 900))
  await page.getByLabel('Upload demo').setInputFiles(zipFile('harbour-demo.zip'))
  await addFile(page).setInputFiles(zipFile('artbook.zip'))
  await page.getByLabel('Device of artbook.zip').selectOption('Other')
  await page.getByLabel('Custom price').check()
  await page.getByLabel('Price of artbook.zip in dollars').fill('2.50')
  await expect(page.getByText('Complete', { exact: true })).toHaveCount(3)

  await page.getByRole('button', { name: 'Full size' }).click()
  const preview = page.getByRole('dialog').frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: title })).toBeVisible()
  await expect(preview.getByText('A harbour of glass.')).toBeVisible()
  await expect(preview.getByText('Additional Purchases')).toBeVisible()
  await page.keyboard.press('Escape')

  await publishAnyway(page, 'Create Game & Publish')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  await openDashboard(page, title)
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('link', { name: 'View page' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByText('A harbour of glass.')).toBeVisible()
  await expect(page.getByText('Game Asset · Released (No Longer Updated) · SFW')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download demo' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download artbook.zip' })).toBeVisible() // it is their own game
})

test('A draft is edited, published, and unpublished after a question', async ({ page }) => {
  const { title, path } = await aDraft(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Edit Game', level: 1 })).toBeVisible()
  await unfold(page, 'basics')
  await page.getByLabel('Title').fill(`${title} II`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await openDashboard(page, `${title} II`)
  await expect(page.getByRole('row', { name: title })).toContainText('Draft')

  await page.goto(path)
  await publishAnyway(page, 'Save & Publish')
  await expect(page).toHaveURL(/\/dashboard$/)
  await openDashboard(page, title)
  await expect(page.getByRole('row', { name: title })).toContainText('Published')

  await page.goto(path)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('People who own it keep their files.')
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await openDashboard(page, title)
  await expect(page.getByRole('row', { name: title })).toContainText('Draft')
})

test('Each rule has a message, and the first wrong field gets the focus', async ({ page }) => {
  await openForm(page)
  await page.getByRole('button', { name: 'Create Game', exact: true }).click()
  const { title, projectType, stage, category, tags, card, cover, priceZero, files } = GAME_TEXT
  const required = [title, projectType, stage, category, tags, GAME_TEXT.description, card, cover, priceZero]
  for (const text of [...required, files]) await expect(problem(page, text)).toBeVisible()
  await expect(page.getByText('10 fields need your attention.')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expectAccessibleAtBothWidths(page)

  await page.getByLabel('Title').fill('Glass Harbour')
  await expect(problem(page, title)).toBeHidden()
  await price(page).fill('1000.01')
  await expect(problem(page, GAME_TEXT.priceMax)).toBeVisible()
  await expect(price(page)).toHaveValue('1000')
  await price(page).fill('9.999')
  await page.getByLabel('Tags').fill('a,b,c,d,e,f,g,h,i,j,k,')
  await expect(problem(page, GAME_TEXT.tagsMax)).toBeVisible()
  await page.getByLabel(/Card image/).setInputFiles({ ...zipFile('card.png'), mimeType: 'image/png' })
  await expect(problem(page, GAME_TEXT.picture)).toBeVisible()
  await addFile(page).setInputFiles(zipFile('harbour.zip'))
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create Game', exact: true }).click()
  await expect(problem(page, GAME_TEXT.device)).toBeVisible()
  await expect(problem(page, GAME_TEXT.priceDecimals)).toBeVisible()

  await page.getByLabel('This game is free').check()
  await expect(page.getByText(GAME_TEXT.freeWarning)).toBeVisible()
  await expect(price(page)).toBeDisabled()
  await expect(price(page)).toHaveValue('0')
  await expect(page.getByLabel('Upload demo')).toHaveCount(0)
})

test('Unsaved changes are restored after a reload with their uploads', async ({ page }) => {
  const title = aTitle('Glass Harbour')
  await openForm(page)
  await fillForm(page, title)
  await page.reload()
  await expect(page.getByText(/^You have unsaved changes from /)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create Game', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/create-game')
  await expect(page.getByRole('heading', { name: 'Card Preview' })).toBeVisible()
  await expect(page.getByText(/^You have unsaved changes/)).toBeHidden()
})

test('Unsaved changes are offered to nobody else and can be discarded', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('Title').fill('A secret title')
  await addFile(page).setInputFiles(zipFile('harbour-win.zip'))
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  await expect(page.getByText('Unsaved changes are kept in this browser.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^You have unsaved changes/)).toBeVisible()

  await page.evaluate(() => localStorage.removeItem('user'))
  await openAs(page, 'admin@example.test', '/create-game')
  await expect(page.getByRole('heading', { name: 'Card Preview' })).toBeVisible()
  await expect(page.getByText(/^You have unsaved changes/)).toBeHidden()

  await page.evaluate(() => localStorage.removeItem('user'))
  await openForm(page)
  const givenUp = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Discard' }).click()
  expect((await givenUp).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Card Preview' })).toBeVisible()
  await expect(page.getByText(/^You have unsaved changes/)).toBeHidden()
})

test('Two tabs with a new game each keep both drafts', async ({ page, context }) => {
  await openForm(page)
  await page.getByLabel('Title').fill('The first game')
  await expect(page.getByText('Unsaved changes are kept in this browser.')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/create-game')
  await expect(other.getByRole('heading', { name: 'Card Preview' })).toBeVisible()
  await other.getByLabel('Title').fill('The second game')
  await expect(other.getByText('Unsaved changes are kept in this browser.')).toBeVisible()
  await expect(other.getByText(/^You have unsaved changes/)).toBeHidden()

  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('The first game')

  await other.close()
  const third = await context.newPage()
  await third.goto('/create-game')
  await third.getByRole('button', { name: 'Restore' }).click()
  await expect(third.getByLabel('Title')).toHaveValue('The second game')
})

test('The second of two tabs does not overwrite the first without asking', async ({ page, context }) => {
  const { title, path } = await aDraft(page)
  await page.goto(path)
  await unfold(page, 'basics')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  const other = await context.newPage()
  await other.goto(path)
  await unfold(other, 'basics')
  await other.getByLabel('Title').fill(`${title} other`)
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other).toHaveURL(/\/dashboard$/)

  await page.bringToFront()
  await page.getByLabel('Title').fill(`${title} mine`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load the newer version' }).click()
  await unfold(page, 'basics')
  await expect(page.getByLabel('Title')).toHaveValue(`${title} other`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(`${title} mine`)

  await other.goto(path)
  await unfold(other, 'basics')
  await other.getByLabel('Title').fill(`${title} third`)
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other).toHaveURL(/\/dashboard$/)
  await page.bringToFront()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Save mine anyway' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await openDashboard(page, `${title} mine`)
})

test('A price that no coin can pay has a warning, and a failed save keeps everything', async ({ page }) => {
  await page.route('**/api/checkout/minimum', (route) => route.fulfill({ json: { minimum: 5 } }))
  const title = aTitle('Glass Harbour')
  await openForm(page)
  await fillForm(page, title)
  await expect(price(page)).toHaveAccessibleDescription('Payments below $5.00 cannot be made at the moment.')
  await page.route('**/api/games', (route) => route.abort())
  await publishAnyway(page, 'Create Game & Publish')
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.unroute('**/api/games')
  await page.getByRole('button', { name: 'Create Game & Publish' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('The preview has the widths of a phone and of a desktop', async ({ page }) => {
  await openForm(page)
  await page.getByRole('button', { name: 'Full size' }).click()
  const dialog = page.getByRole('dialog')
  const columns = () =>
    dialog
      .frameLocator('iframe')
      .locator('article')
      .evaluate((article) => getComputedStyle(article).gridTemplateColumns.split(' ').length)
  await dialog.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(columns).toBe(1)
  await dialog.getByRole('button', { name: 'Desktop' }).click()
  await expect.poll(columns).toBe(2)
  await expectAccessibleAtBothWidths(page)
})

test('The metadata tab logs its data and sends nothing', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('Title').fill('Glass Harbour')
  await page.getByRole('tab', { name: 'Game Info / Appearance' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/tab=metadata/)
  await expect(page.getByText('These fields have no effect yet.')).toBeVisible()
  await page.getByLabel('Game URL slug').fill('glass-harbour')
  await page.getByLabel('Game ID').fill('42')
  await page.getByLabel('Visibility').selectOption('unlisted')
  await page.getByLabel('Permissions').selectOption('beta-testers')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Metadata'))
  await page.getByRole('button', { name: 'Save metadata' }).click()
  await logged
  await expect(page.getByText('Metadata saved (placeholder)')).toBeVisible()
  expect(sent).toEqual([])
  await page.getByRole('tab', { name: 'Game Info / Appearance' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Glass Harbour')
})

test('A game is created by keyboard alone on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const title = aTitle('Glass Harbour')
  await openForm(page)
  const picked = async (name: string | RegExp, file: Awaited<ReturnType<typeof pictureFile>>) => {
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, name)
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(file)
  }
  await tabTo(page, 'Title')
  await page.keyboard.type(title)
  await tabTo(page, 'Project type')
  await page.keyboard.type('Game')
  await tabTo(page, 'Stage')
  await page.keyboard.type('Unreleased')
  await tabTo(page, 'SFW')
  await page.keyboard.press('Space')
  await tabTo(page, 'Tags')
  await page.keyboard.type('harbour')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Description/)
  await page.keyboard.type('A harbour of glass.')
  await picked(/^Card image/, await pictureFile(500, 350))
  await picked(/^Cover image/, await pictureFile(1280, 720))
  await tabTo(page, 'Price (USD)')
  await page.keyboard.type('3')
  await picked(/^Add file/, zipFile('harbour-win.zip'))
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  await tabTo(page, 'Device of harbour-win.zip')
  await page.keyboard.type('Windows')
  await tabTo(page, 'Create Game & Publish')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Publish anyway')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string | RegExp) {
  const focused = page.locator(':focus')
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) > 0 && (await hasName(page, name))) return
  }
  throw new Error(`Tab never reached ${name}`)
}

/** Whether what has the focus is called so, by its label, its `aria-label` or its text. */
const hasName = (page: Page, name: string | RegExp) =>
  page.evaluate(
    ({ source, isPattern }) => {
      const element = document.activeElement
      if (!element) return false
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      const names = [
        element.getAttribute('aria-label'),
        ...labels.map((label) => label.textContent),
        element.textContent,
        document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent,
      ].map((each) => each?.trim() ?? '')
      return names.some((each) => (isPattern ? new RegExp(source).test(each) : each === source))
    },
    { source: typeof name === 'string' ? name : name.source, isPattern: typeof name !== 'string' },
  )
