import { randomBytes } from 'node:crypto'
import { account, expect, expectAccessibleAtBothWidths, mailedLink, openAs, PASSWORD, test } from '../shop.ts'

test('K20 A user changes their email address by keyboard and undoes it from the old one', async ({
  page,
}) => {
  const person = await account(page)
  const newEmail = `moved.${randomBytes(4).toString('hex')}@example.test`
  await openAs(page, person.email, '/settings', PASSWORD)
  await page.getByRole('button', { name: 'Change email', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await expect(dialog.getByLabel('New email')).toBeFocused()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is already your address.')).toBeVisible()
  await expect(dialog.getByText('Please enter your current password.')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await dialog.getByLabel('New email').fill(newEmail)
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Open the link that we mailed to ${newEmail}.`)).toBeVisible()

  await page.goto(await mailedLink(page, newEmail, '/email-change'))
  await page.getByRole('button', { name: 'Use this address', exact: true }).press('Enter')
  await expect(page.getByText(`Your account’s address is ${newEmail} now.`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('definition').getByText(newEmail)).toBeVisible()

  const undo = await mailedLink(page, person.email, '/take-back')
  await page.goto(undo.replace('/take-back', '/email-change')) // where the emails of earlier versions lead
  await expect(page).toHaveURL(/\/take-back#undo=/)
  await expect(page.getByRole('checkbox', { name: /^Email change: / })).toBeChecked()
  await expectAccessibleAtBothWidths(page)
  await page
    .getByRole('button', { name: 'Remove what I ticked and log out everywhere', exact: true })
    .press('Enter')
  await expect(page.getByText(`Your account is yours again, with the email ${person.email}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL(/\/reset-password/)
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
})
