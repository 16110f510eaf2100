import type { Page } from '@playwright/test'
import { account, expect, openAs, PASSWORD, test } from '../shop.ts'

/** A device that holds passkeys, and whose user agrees to whatever it asks. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** As a browser whose session is over, on a page that does not ask. */
async function leave(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name: 'refresh' })
}

/** As a browser that suggests no passkeys in fields. */
const suggestNothing = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

test('K9 K14 K17 A passkey is added and named, logs in, and is removed', async ({ page }) => {
  const june = await account(page)
  await addAuthenticator(page)
  await openAs(page, june.email, '/settings/security', PASSWORD)
  const heading = page.getByRole('heading', { name: 'Passkeys', exact: true })
  await expect(heading).toBeVisible()
  await expect(page.getByText('Your device will show this store’s name and your username.')).toBeVisible()

  await page.getByRole('button', { name: 'Add a passkey', exact: true }).click()
  await page.getByLabel('Name (optional)', { exact: true }).fill('Pixel 9')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Pixel 9', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey', exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'Rename Pixel 9', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Blue key')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(page.getByText('Blue key', { exact: true })).toBeVisible()

  // The virtual authenticator takes what is suggested in the field without being asked.
  await leave(page)
  await page.goto('/login?next=/settings/security')
  await expect(page).toHaveURL('/settings/security')

  await leave(page)
  await suggestNothing(page)
  await page.goto('/login?next=/settings/security')
  await expect(page.getByLabel('Email or Username')).toHaveAttribute('autocomplete', 'username webauthn')
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click()
  await expect(page).toHaveURL('/settings/security')

  await page.getByRole('button', { name: 'Remove Blue key', exact: true }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Blue key', { exact: true })).toBeHidden()
  await expect(heading).toBeFocused()
})
