import type { Page } from '@playwright/test'
import { aZip, createGame, filesJson, upload } from '../../server/testing/fixtures/game-form.ts'
import type { Person } from '../../server/testing/fixtures/people.ts'
import { aDeveloper, aTitle, decideApproval, reviewOf, zipFile } from '../developer/a-game.ts'
import {
  callerOf,
  checkOut,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectFitsNarrowest,
  newUser,
  openAs,
  otherPage,
  PASSWORD,
  playNetwork,
  savedBy,
  test,
} from '../shop.ts'

type Made = {
  developer: Person
  email: string
  title: string
  slug: string
  gameId: string
  fileId: string
  extraId: string
}

/** A public game with an extra, of a developer of its own. */
async function makeGame(page: Page): Promise<Made> {
  const { caller: developer, email } = await aDeveloper(page)
  const title = aTitle('Lamplighter')
  const entries = [
    { tempKey: await upload(developer, aZip(), 'lamplighter.zip') },
    {
      tempKey: await upload(developer, aZip(2_000), 'Captain’s edition.zip'),
      device: 'Other',
      customPriceEnabled: true,
      customPrice: 6,
    },
  ]
  const { body, text } = await createGame(developer, { title, gameFilesTempJson: filesJson(...entries) })
  expect(body.gameFiles, text).toHaveLength(2)
  const [fileId, extraId] = body.gameFiles.map(({ _id }: { _id: string }) => _id)
  await decideApproval(await reviewOf(body), { kind: 'approve' })
  return { developer, email, title, slug: body.slug, gameId: body._id, fileId, extraId }
}

/** Somebody who bought the game, and some of its extras, and has its first version. */
async function buys(page: Page, { gameId, fileId }: Made, ...extras: string[]): Promise<string> {
  const { email } = await newUser(page)
  const goods = [{ gameId }, ...extras.map((extra) => ({ gameId, fileId: extra }))]
  await playNetwork(page, await checkOut(page, goods), 'pay', 'PAID')
  const owner = await callerOf(test.info().project.use.baseURL ?? '', email, PASSWORD)
  await owner.post(`/api/library/${gameId}/download`, { fileId })
  return email
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const said = (page: Page, text: string) => page.getByRole('group', { name: 'Message' }).getByText(text)

test('EA1 EA3 A seller names supporters, opens a release in steps, and shortens them with a reason', async ({
  page,
}) => {
  const game = await makeGame(page)
  await openAs(page, game.email, `/dev/games/${game.gameId}/releases`, PASSWORD)
  await page.getByLabel('Supporters first').check({ force: true })
  await expect(page.getByLabel('The extra of supporters')).toHaveValue(game.extraId)
  await page.getByLabel('Days before owners').fill('0')
  await button(page, 'Save').click()
  await expect(page.getByText('Enter whole days, from 1 to 90.')).toBeVisible()
  await page.getByLabel('Days before owners').fill('7')
  await button(page, 'Save').click()
  await expect(said(page, 'Saved.')).toBeVisible()

  await page.getByRole('link', { name: 'New release' }).click()
  await page.getByLabel('Label').fill('0.6')
  await page.getByLabel('Choose a file for Windows').setInputFiles(zipFile('lamplighter-6.zip'))
  await page.getByLabel('In steps').check({ force: true })
  await expect(page.getByText('Supporters were promised 7 days before owners')).toBeVisible()
  await expect(button(page, 'Go live')).not.toHaveAttribute('aria-disabled')
  const ownersAt = page.getByLabel('Day and time: Owners')
  const proposed = await ownersAt.inputValue()
  await ownersAt.fill('')
  await button(page, 'Go live').click()
  await expect(page.getByText('Choose a day and a time.')).toBeVisible()
  await expect(ownersAt).toBeFocused()
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)
  await ownersAt.fill(`2035${proposed.slice(4)}`)
  await button(page, 'Go live').click()
  await expect(page.getByText('All steps have to be within 90 days of the first.')).toBeVisible()
  await ownersAt.fill(proposed)
  await button(page, 'Go live').click()
  const asked = page.getByRole('dialog', { name: 'Publish with open warnings?' })
  await asked.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(said(page, '0.6 is opening.')).toBeVisible()
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: '0.6', exact: true }) })
  await expect(row).toContainText('Opening')
  await expect(row).toContainText(/Supporters now, owners from/)

  await row.getByRole('button', { name: 'Change the steps… 0.6' }).focus()
  await page.keyboard.press('Enter')
  const steps = page.getByRole('form', { name: 'Change the steps of 0.6' })
  await expect(steps.getByLabel('Day and time: Owners')).toBeFocused()
  const sooner = new Date(Date.parse(`${proposed}Z`) - 2 * 86_400_000).toISOString().slice(0, 16)
  await steps.getByLabel('Day and time: Owners').fill(sooner)
  await expect(steps.getByText('Supporters are told, with your reason.')).toBeVisible()
  await steps.getByRole('button', { name: 'Save the steps' }).click()
  await expect(steps.getByLabel('Why, for supporters')).toBeFocused()
  await expectAccessibleAtBothWidths(page)
  await steps.getByLabel('Why, for supporters').fill('It is ready sooner.')
  await steps.getByRole('button', { name: 'Save the steps' }).click()
  await expect(said(page, 'The steps of 0.6 are changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Next: 0.6' })).toBeVisible()
  await expectAccessible(page)
})

test('EA5 A supporter, an owner and a stranger meet a release before and after each of its steps', async ({
  page,
  browser,
}) => {
  const game = await makeGame(page)
  const { developer, gameId, fileId, extraId, slug } = game
  const offer = { fileId: extraId, minPaid: null, leadDays: 7 }
  const offered = await developer.send('PUT', `/api/games/${gameId}/supporters`, json({ offer }))
  expect(offered.status, offered.text).toBe(200)
  const owner = await otherPage(browser)
  await Promise.all([buys(page, game, extraId), buys(owner, game)])
  const stranger = await otherPage(browser)

  const tempKey = await upload(developer, aZip(3_000), 'lamplighter-2.zip')
  const { body } = await developer.post(`/api/games/${gameId}/releases`, {
    label: '0.6',
    summary: 'The supply boat.',
    files: [{ _id: fileId, tempKey }],
  })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const planned = [
    { audience: 'supporters', opensAt: inDays(1) },
    { audience: 'owners', opensAt: inDays(8) },
  ]
  await expect(async () => {
    const answer = await developer.post(`/api/releases/${body.id}/live`, { steps: planned })
    expect(answer.status, answer.text).toBe(200)
  }).toPass()
  const changeTo = async (steps: object[]) => {
    const sent = json({ steps, reason: 'It is ready sooner.' })
    const answer = await developer.send('PUT', `/api/releases/${body.id}/steps`, sent)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.steps
  }

  const address = `/game/${slug}`
  for (const [who, other] of [page, owner].entries()) {
    await other.goto(address)
    await expect(other.getByRole('region', { name: 'Your version' })).toContainText(/0\.6 opens for you on/)
    await expect(other.getByText('is out', { exact: false }), `${who}`).toHaveCount(0)
  }
  await stranger.goto(address)
  const facts = stranger.getByRole('complementary', { name: 'About this game' })
  await expect(facts).toContainText(/Next, 0\.6Supporters from .+, owners from/)
  await expect(stranger.getByRole('main')).toContainText('Opens 7 days before owners.')

  const [, owners] = planned
  const open = await changeTo([
    { audience: 'supporters', opensAt: null },
    { ...owners, opensAt: inDays(7) },
  ])
  await page.goto('/library')
  const row = page.getByRole('region', { name: 'Updates' }).getByRole('article')
  await expect(row).toContainText('0.6 is out')
  await expect(row).toContainText('0.6 is early for you: owners get it on')
  await expectAccessibleAtBothWidths(page)
  expect((await savedBy(row.getByRole('button', { name: /^Download/ }))).name).toBe('lamplighter-2.zip')
  await owner.goto('/library')
  await expect(owner.getByRole('heading', { name: 'Library' })).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Updates' })).toHaveCount(0)
  await stranger.reload()
  await expect(facts).toContainText(/Next, 0\.6Supporters now, owners from/)
  await expectAccessibleAtBothWidths(stranger)
  await stranger
    .getByRole('button', { name: /^Buy for/ })
    .first()
    .click()
  const dialog = stranger.getByRole('dialog', { name: 'Complete Purchase' })
  await expect(dialog).toContainText(/You get1 now, 0\.6 from/)
  await stranger.goto(`${address}/releases`)
  await expect(stranger.getByRole('article').first()).toContainText(/Supporters now, owners from .+ \(UTC/)
  await expectAccessibleAtBothWidths(stranger)
  await expectFitsNarrowest(stranger)

  await changeTo([open[0], { ...owners, opensAt: new Date(Date.now() + 1_500).toISOString() }])
  await expect(async () => {
    await owner.reload()
    await expect(owner.getByRole('region', { name: 'Updates' })).toContainText('0.6 is out', {
      timeout: 5_000,
    })
  }).toPass()
  await stranger.goto(address)
  await expect(facts).toContainText(/Version0\.6/)
  await expect(facts).not.toContainText('Next, 0.6')
})

const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
