/** What the journeys of buyers begin with. */
import type { Page } from '@playwright/test'
import { account, logIn, type Newcomer, PASSWORD } from '../shop.ts'

/** Signs a new buyer in. */
export async function newBuyer(page: Page): Promise<Newcomer> {
  const person = await account(page)
  await logIn(page, person.email, PASSWORD)
  return person
}

/** Signs in where the shop asks for it. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email or Username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}
