/** Texts of buying, downloading and uploading that a user meets when something is wrong: each is made to appear. */
import type { Page, Route } from '@playwright/test'
import { zipSync } from 'fflate'
import { account, expect, expectAccessible, logIn, PASSWORD, test } from '../shop.ts'

const json = (body: unknown) => (route: Route) => route.fulfill({ json: body })
const broken = (route: Route) => route.fulfill({ status: 500, body: '' })
const shows = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).last()).toBeVisible()

async function newBuyer(page: Page) {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  return person
}

/** One fault after the other on the same call, each until its text is there. */
async function fails(
  page: Page,
  address: string,
  fault: (route: Route) => unknown,
  text: string,
  act: () => Promise<void>,
) {
  await page.route(address, fault)
  await act()
  await shows(page, text)
  await page.unroute(address)
}

test('extras that the game does not have', async ({ page }) => {
  await newBuyer(page)
  await page.goto('/game/the-long-dusk')
  await page.getByRole('button', { name: /^Buy \$6\.99/ }).click()
  const strange = (route: Route) => {
    const body = route.request().postDataJSON()
    const [{ gameId }] = body.goods
    return route.continue({ postData: JSON.stringify({ ...body, goods: [{ gameId, fileId: gameId }] }) })
  }
  await fails(page, '**/api/checkout', strange, 'Bad file selection', () =>
    page.getByRole('button', { name: /^Pay \$/ }).click(),
  )
})

test('a total that is too small is told before Pay is pressed, with what can be added', async ({ page }) => {
  await newBuyer(page)
  await page.route('**/api/checkout/minimum', json({ minimum: 30 }))
  await page.goto('/game/the-long-dusk?buy=1')
  const dialog = page.getByRole('dialog', { name: 'Complete Purchase' })
  const told = 'The smallest payment right now is $30.00, which is $5.01 more than your total.'
  await expect(dialog.getByRole('status').filter({ hasText: told })).toContainText('Add an extra')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add to basket' }).click()
  await expect(page.getByText('Added to basket').first()).toBeAttached()
  await page.goto('/game/the-long-dusk?buy=1')
  await dialog.getByRole('checkbox').first().check()
  await expect(dialog.getByRole('button', { name: 'Pay $31.98' })).toBeVisible()
  await expect(dialog.getByText('The smallest payment')).toHaveCount(0)
  await page.goto('/basket')
  await shows(page, `${told} Add another game.`)
})

test('a free game that cannot be claimed, and one that cannot be downloaded', async ({ page }) => {
  const { username } = await newBuyer(page)
  const [game] = await (await page.request.get('/api/games?price=free')).json()
  await page.goto(`/game/${game.slug}`)
  await expect(page.getByRole('button', { name: username })).toBeVisible() // earlier, a press opens the dialog
  const get = () => page.getByRole('button', { name: 'Get for free' }).first().click()
  await fails(page, '**/api/library/claim', broken, 'Could not add to your library.', get)
  await get()
  await shows(page, 'Added to library')
  const dialog = page.getByRole('dialog', { name: 'Download' })
  const take = () =>
    dialog
      .getByRole('button', { name: /^Download / })
      .first()
      .click()
  const downloads = `**/api/library/*/download`
  await fails(page, downloads, broken, 'Download failed', take)
  await fails(page, downloads, json({}), 'Missing download url', take)
  const withdrawn = (route: Route) => route.continue({ postData: JSON.stringify({ fileId: game._id }) })
  await fails(page, downloads, withdrawn, 'Download not available', take)
})

test('a game without files, and no game at all', async ({ page }) => {
  await page.goto('/game/there-is-none')
  await shows(page, 'This game isn’t available')
  await page.goto('/game/there-is-none?buy=1')
  await shows(page, 'It was withdrawn, so it can’t be bought again. What you own stays in your library.')

  // A draft is read by the browser itself, in its developer's name.
  await logIn(page, 'developer@example.test')
  const [own] = await (await page.request.get('/api/games?limit=1')).json()
  const game = await (await page.request.get(`/api/games/${own._id}`)).json()
  await page.route('**/api/games/there-is-none', json({ ...game, gameFiles: [] }))
  await page.route(
    '**/api/library?*',
    json([
      {
        game: own,
        gameId: game._id,
        baseOwned: true,
        extrasOwnedFileIds: [],
        files: [],
        addedAt: game.createdAt,
      },
    ]),
  )
  await page.goto('/game/there-is-none')
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await shows(page, 'Unable to resolve download target')
})

test('a receipt whose downloads cannot be read, or are gone', async ({ page }) => {
  await logIn(page, 'player@example.test')
  await page.goto('/orders')
  const receipt = page.getByRole('link', { name: 'Receipt', exact: true }).first()
  const address = (await receipt.getAttribute('href')) ?? ''
  await page.route('**/api/library?*', broken)
  await page.goto(address)
  await expect(page.getByText('Failed to load downloads')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/library?*')
  await page.route('**/api/library?*', json([]))
  await page.goto(address)
  await shows(page, 'Download not available')
})

test('an upload that gets no place, and one that its place refuses', async ({ page }) => {
  await logIn(page, 'developer@example.test')
  await page.goto('/create-game')
  const file = (name: string) => ({
    name,
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync({ 'game.bin': new Uint8Array(2_000) })),
  })
  const add = (name: string) => () => page.getByLabel('Add file', { exact: true }).setInputFiles(file(name))
  await fails(page, '**/api/upload/temp-file', json({}), 'Presign failed: missing fields', add('one.zip'))
  await fails(
    page,
    '**/files/**',
    (route) => route.fulfill({ status: 400, body: '' }),
    'Upload failed (400)',
    add('two.zip'),
  )
  await page.getByRole('button', { name: 'Retry two.zip' }).click()
  await shows(page, 'Complete')
})
