import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  test as base,
  expect,
  firstOf,
  mailedCode,
  newcomer,
  newUser,
  passAgeGate,
  popupBy,
  scriptsRun,
  signUpHere,
} from '../shop.ts'

/** The visitor's clicks, by pointer or key, in every tab. Typing does not count. */
const test = base.extend<{ presses: string[] }>({
  isAdult: false,
  presses: async ({ context }, use) => {
    const presses: string[] = []
    await context.exposeBinding('countPress', (_, name: string) => presses.push(name))
    await context.addInitScript(() => {
      const count = ({ target }: Event) => {
        if (!(target instanceof Element)) return
        const pressed = target.closest('a, button, label, input, summary') ?? target
        // @ts-expect-error the binding above
        window.countPress(pressed.getAttribute('aria-label') ?? pressed.textContent?.trim())
      }
      addEventListener('pointerdown', count, true)
      addEventListener('keydown', (event) => /^(Enter| )$/.test(event.key) && count(event), true)
    })
    await use(presses)
  },
})

test.use({ viewport: { width: 390, height: 844 } })

test('A new visitor buys, downloads and verifies a file with eleven presses', { tag: '@critical' }, async ({
  page,
  presses,
}) => {
  const person = newcomer()
  await page.goto('/game/low-tide-motel')
  await firstOf(page.getByRole('dialog'), 'button', /18 or older/).click()
  await scriptsRun(page)
  await firstOf(page, 'button', /^Buy for/).click()
  const purchase = page.getByRole('dialog', { name: 'Complete Purchase' })
  await purchase.getByRole('link', { name: 'Sign up' }).click()

  await signUpHere(page, person)
  await page.waitForURL(/\/verify/)
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))

  await expect(page).toHaveURL(/\/game\/.*buy=1/)
  const invoice = await pay(page)
  await invoice.getByRole('link', { name: 'Get your download' }).click()
  const saved = invoice.waitForEvent('download')
  await invoice.getByRole('link', { name: 'Download', exact: true }).click() // not “Get your download” again
  const download = await saved
  await invoice.getByRole('link', { name: 'Open Library' }).click()
  const choosing = invoice.waitForEvent('filechooser')
  await invoice.getByRole('button', { name: 'Verify my download' }).click()
  const fileDialog = await choosing
  presses.push('Open (in the file dialog)')
  await fileDialog.setFiles({
    name: download.suggestedFilename(),
    mimeType: 'application/zip',
    buffer: await readFile(await download.path()),
  })
  await expect(invoice.getByRole('dialog').getByRole('status')).toContainText(/^Intact: .* of Low Tide Motel/)

  expect(presses.length, presses.join(' · ')).toBeLessThanOrEqual(11)
  expect(presses).toEqual([
    expect.stringMatching(/18 or older/),
    expect.stringMatching(/^Buy for/),
    'Sign up',
    'Create account',
    expect.stringMatching(/^Pay \$/),
    'Payment confirmed',
    'Get your download',
    'Download',
    'Open Library',
    'Verify my download',
    'Open (in the file dialog)',
  ])
})

test('Six items in one payment cost at most six more presses than one', async ({ page, presses }) => {
  await passAgeGate(page)
  await newUser(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Basket, 0 items' })).toBeVisible() // the scripts run
  await firstOf(page, 'link', /^Velvet Orbit/).click()
  await firstOf(page, 'button', /^Buy for/).click()
  await (await pay(page)).close()
  const forOne = presses.splice(0)
  expect(forOne).toHaveLength(4)

  await expect(async () => {
    await page.goto('/')
    await expect(page.getByText('OWNED').first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
  for (let count = 1; count <= 6; count += 1) {
    await firstOf(page, 'button', /^Add .* to basket$/).click()
    const items = count === 1 ? '1 item' : `${count} items`
    await expect(page.getByRole('link', { name: `Basket, ${items}` })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Basket, 6 items' }).click()
  const invoice = await pay(page)
  await expect(invoice.getByRole('heading', { name: 'Your games are ready' })).toBeVisible()
  expect(presses.length - forOne.length, presses.join(' · ')).toBeLessThanOrEqual(6)
})

/** Pays in the dialog or from the basket, whichever is open. */
async function pay(page: Page): Promise<Page> {
  const invoice = await popupBy(page.getByRole('button', { name: /^Pay \$/ }))
  await invoice.getByRole('button', { name: 'Payment confirmed' }).click()
  return invoice
}
