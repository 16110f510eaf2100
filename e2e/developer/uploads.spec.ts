import { writeFile } from 'node:fs/promises'
import type { Page, Request, TestInfo } from '@playwright/test'
import { zipSync } from 'fflate'
import { aZip, createGame, filesJson, upload } from '../../server/testing/fixtures/game-form.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openAs,
  test,
} from '../shop.ts'
import { aTitle, callerAs, pictureFile, unfold, zipFile } from './a-game.ts'

const DEVELOPER = 'developer@example.test'

const MB = 1_048_576
/** A real archive of 72 MB on disk: above 64 MB uploads can go on. */
async function largeFile(info: TestInfo, name: string): Promise<string> {
  const path = info.outputPath(name)
  await writeFile(path, aZip(72 * MB))
  return path
}

async function openForm(page: Page): Promise<void> {
  await openAs(page, DEVELOPER, '/create-game')
  await expect(page.getByText('0 of 25 files')).toBeVisible()
}

const addFile = (page: Page) => page.getByLabel('Add file', { exact: true })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Lets no more than this go up in a second, until it is called again. */
async function slowDown(page: Page): Promise<(megabytes: number) => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  const set = (megabytes: number) =>
    browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: megabytes * MB,
    })
  await set(6) // so slow that a test has time to cut it
  return async (megabytes) => void (await set(megabytes))
}

/** From where in the file each part was sent. */
function watchParts(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request: Request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

/** Percent of a file that has gone. */
async function percent(page: Page, name: string): Promise<number> {
  const bar = page.getByRole('progressbar', { name: `Uploading ${name}` })
  return Number(await bar.getAttribute('aria-valuenow'))
}

test('Many files are dropped at once, and those that do not fit are named', async ({ page }) => {
  await openForm(page)
  const held = await page.evaluateHandle(
    (bytes) => {
      const files = new DataTransfer()
      const names = ['orbit-win.zip', 'orbit-macos.zip', 'orbit.linux.zip', 'orbit.apk', 'notes.txt']
      for (const name of names) files.items.add(new File([new Uint8Array(bytes)], name))
      return files
    },
    [...aZip(500)],
  )
  const area = page.getByText('0 of 25 files')
  await area.dispatchEvent('dragover', { dataTransfer: held })
  await area.dispatchEvent('drop', { dataTransfer: held })

  await expect(page.getByText('Complete', { exact: true })).toHaveCount(4)
  await expect(
    page.getByText(/notes.txt cannot be uploaded. Only .zip, .apk, .rar and image files are allowed/),
  ).toBeVisible()
  for (const [name, device] of [
    ['orbit-win.zip', 'Windows'],
    ['orbit-macos.zip', 'Mac'],
    ['orbit.linux.zip', 'Linux'],
    ['orbit.apk', 'Android'],
  ] as const)
    await expect(page.getByLabel(`Device of ${name}`)).toHaveValue(device)
  await expectAccessibleAtBothWidths(page)
})

test('A game takes 25 files and says which others are left out', async ({ page }) => {
  await openForm(page)
  const names = Array.from({ length: 27 }, (_, at) => `part-${at + 1}.zip`)
  await addFile(page).setInputFiles(names.map((name) => zipFile(name)))
  await expect(page.getByText('25 of 25 files')).toBeVisible()
  await expect(
    page.getByText('You can only add up to 25 files. Left out: part-26.zip, part-27.zip.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add file' })).toHaveCount(0)
  await expect(page.getByText('Complete', { exact: true })).toHaveCount(25)

  await page.getByRole('button', { name: 'Remove part-25.zip' }).click()
  await expect(page.getByRole('button', { name: 'Add file' })).toBeVisible()
  await addFile(page).setInputFiles(zipFile('Part-1.zip'))
  await expect(page.getByText('Another file has the same name.')).toHaveCount(2)
})

test('An upload is canceled, and a failed one is tried again', async ({ page }, info) => {
  await openForm(page)
  const setSpeed = await slowDown(page)
  await setSpeed(2)
  await addFile(page).setInputFiles(await largeFile(info, 'long.zip'))
  await expect(row(page, 'long.zip').getByText(/MB\/s, .* left/)).toBeVisible()
  await expect(page.getByText('1 upload in progress.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Game & Publish' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  const givenUp = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancel long.zip' }).click()
  await expect(row(page, 'long.zip')).toHaveCount(0)
  expect((await givenUp).status()).toBe(200)

  await setSpeed(-1)
  await page.route('**/files/**', (route) => route.abort(), { times: 1 })
  await addFile(page).setInputFiles(zipFile('short.zip'))
  await expect(row(page, 'short.zip').getByText('Complete', { exact: true })).toBeVisible()
})

test(
  'A large upload resumes by itself after a lost connection',
  { tag: '@critical' },
  async ({ page, context }, info) => {
    await openForm(page)
    const parts = watchParts(page)
    const setSpeed = await slowDown(page)
    await addFile(page).setInputFiles(await largeFile(info, 'orbit.zip'))
    await expect.poll(() => percent(page, 'orbit.zip')).toBeGreaterThan(20)
    await context.setOffline(true)
    await expect(row(page, 'orbit.zip').getByText('Connection lost. Resuming…')).toBeVisible()
    await page.getByLabel('Title').fill('Typed meanwhile')
    await context.setOffline(false)
    await setSpeed(-1)
    await expect(row(page, 'orbit.zip').getByText('Complete', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Typed meanwhile')
    expect(parts[0]).toBe(0)
    expect(parts.at(-1)).toBeGreaterThan(5 * MB)
  },
)

test('A large upload resumes after a reload when its file is chosen again', async ({ page }, info) => {
  await openForm(page)
  page.on('dialog', (dialog) => void dialog.accept())
  const setSpeed = await slowDown(page)
  const path = await largeFile(info, 'orbit.zip')
  await page.getByLabel('Title').fill('Before the reload')
  await addFile(page).setInputFiles(path)
  await expect.poll(() => percent(page, 'orbit.zip')).toBeGreaterThan(20)
  await page.reload()

  await setSpeed(-1)
  const parts = watchParts(page)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Before the reload')
  await expect(row(page, 'orbit.zip').getByText('Paused. Choose the same file to continue.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Continue orbit.zip').setInputFiles(await largeFile(info, 'another.zip'))
  await expect(page.getByText(/^Choose the same file again: orbit\.zip, 72\.0 MB\.$/)).toBeVisible()
  expect(parts).toEqual([])
  await page.getByLabel('Continue orbit.zip').setInputFiles(path)
  await expect(row(page, 'orbit.zip').getByText('Complete', { exact: true })).toBeVisible()
  expect(parts[0]).toBeGreaterThan(5 * MB)
})

test('An archive with a password is refused with the reason', async ({ page }) => {
  await openForm(page)
  const locked = Buffer.from(zipSync({ 'game.bin': Buffer.from('a game') }))
  // The first bit of an entry's flags says that it is encrypted; they lie in the entry and in the directory.
  locked[6] = (locked[6] ?? 0) | 1
  const directory = locked.indexOf(Buffer.from('504b0102', 'hex'))
  locked[directory + 8] = (locked[directory + 8] ?? 0) | 1
  await addFile(page).setInputFiles(zipFile('locked.zip', locked))
  await expect(row(page, 'locked.zip').getByRole('alert')).toContainText(/password/i)
  const failure = page.getByText('locked.zip could not be uploaded. Retry it or remove it.')
  await expect(failure).toBeInViewport()
  await page.getByRole('button', { name: 'Remove locked.zip' }).click()
  await expect(failure).toHaveCount(0)
})

test('A new build replaces a file and keeps its identity', async ({ page }) => {
  const developer = await callerAs(DEVELOPER, DEMO_PASSWORD)
  const tempKey = await upload(developer, aZip(2_000), 'first.zip')
  const gameFilesTempJson = filesJson({ tempKey, filename: 'first.zip' })
  const made = await createGame(developer, { title: aTitle('Replaced'), gameFilesTempJson })
  const { _id: id, gameFiles } = made.body
  const filesNow = async () => (await developer.get(`/api/games/${id}`)).body.gameFiles
  await openAs(page, DEVELOPER, `/create-game/${id}`)
  await unfold(page, 'game files')
  await expect(row(page, 'first.zip').getByText(/saved/)).toBeVisible()
  await page.getByLabel('Replace first.zip').setInputFiles(zipFile('second.zip', aZip(5_000)))
  const line = row(page, 'first.zip')
  await expect(line.getByText('The old build stays live until you save')).toBeVisible()
  await expect(line.getByText('Complete', { exact: true })).toBeVisible()
  expect(await filesNow()).toEqual([expect.objectContaining({ name: 'first.zip' })])

  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).not.toHaveURL(/create-game/)
  await expect
    .poll(filesNow)
    .toEqual([expect.objectContaining({ _id: gameFiles[0]._id, name: 'second.zip' })])
})

test('Screenshots are sorted by keyboard and buttons and have descriptions', async ({ page }) => {
  await openForm(page)
  const pictures = await Promise.all([1, 2, 3].map(() => pictureFile()))
  await page.getByLabel('Add screenshot').setInputFiles(pictures)
  for (const [at, text] of ['Red', 'Green', 'Blue'].entries())
    await page.getByLabel(`What screenshot ${at + 1} shows`).fill(text)
  const order = () =>
    page
      .getByLabel(/What screenshot \d shows/)
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

  await page.getByRole('button', { name: 'Move screenshot 1 right' }).click()
  await expect.poll(order).toEqual(['Green', 'Red', 'Blue'])

  await page.getByRole('button', { name: 'Move screenshot 2 of 3' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Over its own position, 2 of 3.')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Over position 1 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(order).toEqual(['Red', 'Green', 'Blue'])
})

test('One press corrects a color that is hard to read, and a reset can be undone', async ({ page }) => {
  await openForm(page)
  await unfold(page, 'theme')
  await page.getByLabel('Text', { exact: true }).fill('#eeeeee')
  await expect(page.getByText('1.1 : 1, too hard to read')).toBeVisible()
  await page.getByRole('button', { name: 'Fix text' }).click()
  await expect(page.getByText('1.1 : 1, too hard to read')).toHaveCount(0)
  const mended = await page.getByLabel('Text', { exact: true }).inputValue()
  expect(mended).toMatch(/^#[0-9a-f]{6}$/)

  await page.getByRole('button', { name: 'Reset colors' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('#111827')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(mended)

  await page.getByLabel('Text', { exact: true }).fill('red')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Use a color like #1a2b3c')).toBeVisible()
})
