import { expect, expectAccessible, expectAccessibleAtBothWidths, openAs, PASSWORD, test } from '../shop.ts'
import { aGame } from './a-game.ts'

test('PF3 A seller mends or means what the checks found, and sees the page as others do', async ({
  page,
}) => {
  const game = await aGame(page, 'Night Ferry', { category: 'NSFW', textColor: '#c0c0c0' })
  await openAs(page, game.developer.email, `/dev/games/${game._id}`, PASSWORD)
  await page.getByRole('link', { name: /^Answer ?: The review lacks something/ }).press('Enter')

  const checks = page.getByRole('region', { name: 'Checks' })
  await expect(checks.getByRole('status')).toContainText(/\d warn/)
  await expectAccessibleAtBothWidths(page)
  await checks.getByRole('button', { name: 'It is meant so: Text is hard to read' }).press('Enter')
  const meant = checks.getByRole('listitem').filter({ hasText: 'Text is hard to read' })
  await expect(meant).toContainText('Holds until the page changes there.')
  await expect(checks.getByRole('status')).toContainText('1 meant so')
  await expect(meant.getByRole('button', { name: 'Take back' })).toBeVisible()

  const seeItAs = page.getByRole('region', { name: 'See it as' })
  const shown = seeItAs.frameLocator('iframe')
  await expect(shown.getByText('Show 18+ pictures')).toBeVisible()
  await seeItAs.getByRole('radio', { name: /^New visitor/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(shown.getByText('You chose to hide 18+ games')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(seeItAs.getByText('All pictures are blurred.')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(shown.getByText('Owned since')).toBeVisible()
  await expect(shown.getByText('Show 18+ pictures')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(shown.getByText('Hidden by your limits')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  const card = seeItAs.getByRole('figure', { name: 'Link preview' })
  await expect(card.getByText(game.title)).toBeVisible()
  await expect(card.getByRole('img')).toHaveJSProperty('complete', true)
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await seeItAs.getByRole('button', { name: 'Phone' }).click()
  await expect(seeItAs.getByText('With limits, 390 wide')).toBeVisible()

  await checks.getByRole('link', { name: 'Answer: The review lacks something' }).click()
  await expect(page.getByLabel('How to reach the strongest scene')).toBeInViewport()
})
