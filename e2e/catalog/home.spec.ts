/** What brings somebody from the home page to a game, and back to the store. */
import { aZip, upload } from '../../server/testing/fixtures/game-form.ts'
import { runInStore } from '../database.ts'
import { aGame } from '../developer/a-game.ts'
import { countPresses } from '../presses.ts'
import {
  callerOf,
  checkOut,
  expect,
  expectAccessibleAtBothWidths,
  firstOf,
  mailedCode,
  newcomer,
  newUser,
  PASSWORD,
  playNetwork,
  popupBy,
  signUpHere,
  test,
} from '../shop.ts'

const PRESSES_MAX = 18

test.describe('A stranger', () => {
  test.use({ isAdult: false })

  test('with a taste goes from the gate over a category to a paid game in 18 presses', async ({ page }) => {
    const pressed = await countPresses(page)
    await page.goto('/')
    await pressed.start()
    await page.getByRole('button', { name: 'I am 18 or older', exact: true }).click()
    await page.getByRole('link', { name: 'See all: Visual Novel' }).click()
    await page.getByRole('radio', { name: 'Windows' }).click()
    await expect(page).toHaveURL(/device=Windows/)
    await page.getByRole('radio', { name: 'Under $10' }).click()
    await expect(page).toHaveURL(/price=/)
    await firstOf(page.getByRole('main').locator('.cards'), 'link', /\$\d/).click()
    await firstOf(page, 'button', /^Buy for/).click()
    const dialog = page.getByRole('dialog', { name: 'Complete Purchase' })
    await dialog.getByRole('link', { name: 'Sign up' }).click()
    const person = newcomer()
    await signUpHere(page, person)
    await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))
    await expect(dialog).toContainText(person.email)
    const invoice = await popupBy(dialog.getByRole('button', { name: /^Pay \$/ }))
    await invoice.getByRole('button', { name: 'Payment confirmed' }).click()
    await invoice.close()
    await page.bringToFront()
    await expect(page).toHaveURL(/\/receipt\?order=/, { timeout: 60_000 })
    // A click into each of the four fields, which Tab also reaches.
    pressed.also(4)
    const presses = await pressed.all()
    test.info().annotations.push({ type: 'from the gate to PAID', description: `${presses} presses` })
    expect(presses).toBeLessThanOrEqual(PRESSES_MAX)
  })
})

test('A browser remembers the games that are looked at once that is switched on, and forgets them at a press and at log-out', async ({
  page,
}) => {
  const person = await newUser(page)
  await page.goto('/game/tape-hiss')
  await page.goto('/')
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  const cards = viewed.locator('.cards > li')
  await expect(viewed).toContainText('Off. This browser alone remembers')
  await viewed.getByRole('button', { name: 'Turn on' }).press('Enter')
  await expect(viewed).toBeFocused()
  const remembered = () => page.evaluate(() => JSON.parse(localStorage.viewed).length)
  for (const [before, title] of ['Tape Hiss', 'Low Tide Motel'].entries()) {
    await page.goto(`/games?q=${encodeURIComponent(title)}`)
    await firstOf(page, 'link', new RegExp(`^${title}`)).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.poll(remembered).toBe(before + 1)
  }
  await page.goto('/')
  await expect(cards).toHaveText([/^Low Tide Motel/, /^Tape Hiss/])
  await expectAccessibleAtBothWidths(page)
  await viewed.getByRole('button', { name: 'Forget all and turn off' }).press('Enter')
  await expect(cards).toHaveCount(0)
  await viewed.getByRole('button', { name: 'Turn on' }).click()
  await page.goto('/game/tape-hiss')
  await expect.poll(() => page.evaluate(() => localStorage.viewed)).toContain('"id"')
  await page.getByRole('banner').getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await page.evaluate(() => localStorage.viewed)).toBe('')
})

test('An owner who comes back after a week finds what changed in the first screen', async ({ page }) => {
  const game = await aGame(page, 'Harbor Lights')
  const { email } = await newUser(page)
  await playNetwork(page, await checkOut(page, [{ gameId: game._id }]), 'pay', 'PAID')
  const owner = await callerOf(test.info().project.use.baseURL ?? '', email, PASSWORD)
  const developer = game.developer.caller
  const fileId = game.gameFiles[0]?._id
  await owner.post(`/api/library/${game._id}/download`, { fileId })
  await aWeekPasses(email)

  const tempKey = await upload(developer, aZip(3_000), 'harbor-lights-2.zip')
  const { body: release } = await developer.post(`/api/games/${game._id}/releases`, {
    label: '0.6',
    summary: 'The pier is open.',
    files: [{ _id: fileId, tempKey }],
  })
  await expect(async () => {
    const answer = await developer.post(`/api/releases/${release.id}/live`, {})
    expect(answer.status, answer.text).toBe(200)
  }).toPass()

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    const change = page.getByRole('region', { name: 'Your updates' }).getByText('0.6 is out')
    await expect(change).toBeInViewport({ ratio: 1 })
  }
  await page.goto(`/game/${game.slug}`)
  await expect(page.getByText('The pier is open.').first()).toBeVisible()
})

/** Everything of an account is a week older: when it was made, and what it bought and fetched. */
async function aWeekPasses(email: string): Promise<void> {
  const account = '(select id from accounts where email = $1)'
  for (const statement of [
    `update accounts set created_at = created_at - interval '7 days' where email = $1`,
    `update grants set created_at = created_at - interval '7 days' where account_id = ${account}`,
    `update downloads set created_at = created_at - interval '7 days' where account_id = ${account}`,
  ])
    await runInStore(statement, [email])
}
