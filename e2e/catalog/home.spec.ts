/** What brings somebody from the home page to a game, and back to the store. */
import { countPresses } from '../presses.ts'
import {
  expect,
  expectAccessibleAtBothWidths,
  firstOf,
  mailedCode,
  newcomer,
  newUser,
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
