/** A developer's endpoint, by the keyboard: made, failing, moved, and what failed sent again. */
import { SANDBOX_ENDPOINTS } from '@nofiller/contract/sandbox/sandbox-endpoints'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleAtBothWidths, openAs, test } from '../shop.ts'

const SIGHTS = [
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const

for (const { width, theme } of SIGHTS)
  test.describe(`at ${width} px, ${theme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: theme })

    test('HO6 An endpoint that fails is moved, and what it missed is sent again', async ({ page }) => {
      const name = `Kiosk ${width} ${Date.now()}`
      const endpoint = page.getByRole('region', { name, exact: true })
      await openAs(page, 'developer@example.test', '/dev-dashboard')
      await enter(page.getByRole('navigation', { name: 'Developer' }).getByRole('link', { name: 'Webhooks' }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhooks')
      await addEndpoint(page, name)

      const secret = page.getByText(/^whsec_/)
      await expect(page.getByRole('button', { name: 'Copy secret' })).toBeFocused()
      await expect(secret).toBeVisible()
      await expectAccessible(page)
      await page.reload()
      await expect(endpoint.getByText('Nothing was sent yet.')).toBeVisible()
      await expect(secret).toHaveCount(0)

      await enter(endpoint.getByRole('button', { name: `Send a test: ${name}` }))
      await expect(endpoint.getByText('Failing', { exact: true })).toBeVisible()
      await page.getByRole('combobox', { name: 'Endpoint' }).selectOption({ label: name })
      const deliveries = page.getByRole('table', { name: 'Deliveries' })
      const row = deliveries.getByRole('row', { name: /endpoint\.test/ }).first()
      await expect(row.getByText('503')).toBeVisible()
      await enter(deliveries.getByRole('button', { name: /^endpoint\.test/ }))
      await expect(deliveries.getByText('Service unavailable')).toBeVisible()
      await expectAccessibleAtBothWidths(page)

      await moveEndpoint(page, name, SANDBOX_ENDPOINTS.arrives)
      await enter(deliveries.getByRole('button', { name: 'Send again: endpoint.test' }))
      await expect(row.getByText('200', { exact: true })).toBeVisible()
      await expect(row.getByText('503')).toHaveCount(0)
      await expect(endpoint.getByText('On', { exact: true })).toBeVisible()

      await changeSecret(page, name)
      await pauseAndTurnOn(page, name)
      await enter(endpoint.getByRole('button', { name: `Remove: ${name}` }))
      await enter(page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }))
      await expect(endpoint).toHaveCount(0)
    })
  })

/** Presses what has the focus, as somebody without a mouse does. */
async function enter(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

async function addEndpoint(page: Page, name: string): Promise<void> {
  await enter(page.getByRole('button', { name: 'Add an endpoint' }))
  const dialog = page.getByRole('dialog', { name: 'Add an endpoint' })
  const address = dialog.getByLabel('Address')
  await expect(address).toBeFocused()
  await page.keyboard.type('http://hooks.example')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter an address that starts with https://.')).toBeVisible()
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible()
  await expect(address).toBeFocused()
  await expectAccessible(page)
  await address.fill(SANDBOX_ENDPOINTS.fails)
  await page.keyboard.press('Tab')
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('checkbox', { name: /^order\.paid/ })).toBeFocused()
  // Nothing that another journey causes for this developer.
  await dialog.getByRole('checkbox', { name: /^sale\.ended/ }).press('Space')
  await enter(dialog.getByRole('button', { name: 'Add endpoint' }))
  await expect(dialog).toHaveCount(0)
}

async function moveEndpoint(page: Page, name: string, url: string): Promise<void> {
  await enter(page.getByRole('button', { name: `Edit: ${name}` }))
  const dialog = page.getByRole('dialog', { name: 'Edit endpoint' })
  await dialog.getByLabel('Address').fill(url)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

async function changeSecret(page: Page, name: string): Promise<void> {
  await enter(page.getByRole('button', { name: `Change secret: ${name}` }))
  const dialog = page.getByRole('dialog', { name: 'Change the secret?' })
  await expect(dialog).toContainText('For 24 hours we sign with the old secret too.')
  await enter(dialog.getByRole('button', { name: 'Make a new secret' }))
  await expect(page.getByRole('button', { name: 'Copy secret' })).toBeFocused()
  await expect(page.getByRole('region', { name, exact: true })).toContainText(
    'The old secret still signs too',
  )
}

async function pauseAndTurnOn(page: Page, name: string): Promise<void> {
  const endpoint = page.getByRole('region', { name, exact: true })
  await enter(endpoint.getByRole('button', { name: `Pause: ${name}` }))
  await enter(page.getByRole('dialog').getByRole('button', { name: 'Pause' }))
  await expect(endpoint.getByText('Paused', { exact: true })).toBeVisible()
  await enter(endpoint.getByRole('button', { name: `Turn on: ${name}` }))
  await expect(endpoint.getByText('On', { exact: true })).toBeVisible()
}
