/** What an owner does about a new version: from the library, the game's page and its releases. */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aZip, createGame, filesJson, upload } from '../../server/testing/fixtures/game-form.ts'
import type { Person } from '../../server/testing/fixtures/people.ts'
import {
  callerOf,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectFitsNarrowest,
  newUser,
  otherPage,
  PASSWORD,
  press,
  savedBy,
  test,
} from '../shop.ts'

const updatesIn = (page: Page) => page.getByRole('region', { name: 'Updates' })

type Made = { developer: Person; title: string; slug: string; gameId: string; fileId: string }

async function makeGame(baseURL: string | undefined): Promise<Made> {
  const developer = await callerOf(String(baseURL), 'developer@example.test', DEMO_PASSWORD)
  const title = `Saltmarsh ${randomBytes(2).toString('hex')}`
  const files = filesJson({ tempKey: await upload(developer, aZip(), 'saltmarsh.zip') })
  const { body } = await createGame(developer, {
    title,
    isFree: 'true',
    price: '0',
    gameFilesTempJson: files,
  })
  return { developer, title, slug: body.slug, gameId: body._id, fileId: body.gameFiles[0]._id }
}

/** Publishes another version. @returns its id */
async function publish({ developer, gameId, fileId }: Made, label: string, more: object): Promise<string> {
  const tempKey = await upload(developer, aZip(3_000), `saltmarsh-${label}.zip`)
  const files = [{ _id: fileId, tempKey }]
  const { body, text } = await developer.post(`/api/games/${gameId}/releases`, { label, files, ...more })
  expect(body.id, text).toBeTruthy()
  await expect(async () => {
    expect((await developer.post(`/api/releases/${body.id}/live`, {})).status).toBe(200)
  }).toPass()
  return body.id
}

test('An owner finds what is new, goes the way for their saves, and silences the rest', async ({
  page,
  browser,
  baseURL,
}) => {
  const game = await makeGame(baseURL)
  const three = await publish(game, '0.3', { summary: 'Chapter one.' })
  const person = await newUser(page)
  const owner = await callerOf(String(baseURL), person.email, PASSWORD)
  await owner.post('/api/library/claim', { gameId: game.gameId })
  await owner.post(`/api/library/${game.gameId}/download`, { fileId: game.fileId })
  const from = (savesFrom: string) => ({ saves: 'from', savesFrom })
  const four = await publish(game, '0.4', { summary: 'Chapter two and a new map.', ...from(three) })
  await publish(game, '0.5', {
    summary: 'Chapter three, and text size.',
    notes: '<p>Eleven scenes.</p>',
    knownProblems: 'The window may open behind others.',
    ...from(four),
  })

  await page.goto(`/game/${game.slug}`)
  await expect(page.getByRole('heading', { name: 'Since your 0.3' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your version' })).toContainText('You have 0.3. 0.5 is out.')
  await expect(page.getByRole('button', { name: 'Download 0.4 for your saves' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download 0.5' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All 4 releases' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Releases')
  await expect(page.getByRole('article').nth(2)).toContainText('You have this')
  await expect(page.getByRole('article').first()).toContainText('Loads saves from 0.4.')
  await page.getByRole('article').first().getByText('All notes').click()
  await expect(page.getByText('Eleven scenes.')).toBeVisible()
  await expectAccessible(page)
  await expectFitsNarrowest(page)

  await page.goto('/library')
  const other = await otherPage(browser, person.email, PASSWORD)
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto('/library')
  for (const library of [page, other]) {
    const row = updatesIn(library).getByRole('article')
    await expect(row).toContainText('You have 0.3 · 0.5 is out')
    await expect(row).toContainText('Open your save in 0.4, save there, then in 0.5.')
    await expect(row.getByRole('definition')).toHaveText([/^Chapter three/, /^Chapter two/])
    const way = row.getByRole('list', { name: 'Way for your saves' }).getByRole('listitem')
    await expect(way).toHaveText([/^0\.3/, /^0\.4/, /^0\.5/])
    await expectAccessible(library)
    await expectFitsNarrowest(library)
  }
  const row = updatesIn(page).getByRole('article')
  expect((await savedBy(row.getByRole('button', { name: /^Download 0\.4/ }))).name).toBe('saltmarsh-0.4.zip')
  await expect(row).toContainText('You have 0.4 · 0.5 is out')
  await expect(row).toContainText('Your saves work.')
  const newest = row.getByRole('button', { name: new RegExp(`^Download ${game.title} 0\\.5`) })
  expect((await savedBy(newest)).name).toBe('saltmarsh-0.5.zip')
  await expect(row).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('button', { name: `All files of ${game.title}` })).toBeVisible()
  await expect(updatesIn(other)).toHaveCount(0)

  await publish(game, '0.6', { saves: 'none', savesNote: 'A new city.' })
  await page.reload()
  await expect(row).toContainText('Old saves don’t work. “A new city.” 0.5 stays downloadable.')
  await row.getByRole('button', { name: `More for ${game.title}` }).focus()
  await press(page, 'Enter')
  await row.getByRole('button', { name: 'Skip 0.6' }).focus()
  await press(page, 'Enter')
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('button', { name: `More for ${game.title}` }).click()
  await row.getByRole('button', { name: 'Mute' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByLabel('Muted (1)')).toBeVisible()
  await page.getByRole('button', { name: 'Show its updates' }).click()
  await row.getByRole('button', { name: `More for ${game.title}` }).click()
  await row.getByRole('button', { name: 'I have this already' }).click()
  await expect(row).toHaveCount(0)
  await publish(game, '0.7', { saves: 'all' })
  await page.reload()
  await expect(row).toContainText('You said you have 0.6 · 0.7 is out')
  await page.getByRole('button', { name: 'Skip all' }).click()
  await expect(row).toHaveCount(0)
})
