import { THEMES } from '@nofiller/contract/content-limits/content-warnings'
import type { Browser, Page } from '@playwright/test'
import { createGame } from '../../server/testing/fixtures/game-form.ts'
import { ADMIN, aTitle, callerAs, decideApproval, reviewOf } from '../developer/a-game.ts'
import { DEMO_PASSWORD, expect, openAs, otherPage, press, test } from '../shop.ts'

const DEVELOPER = 'tinyfurnace@studio.example.test'

const section = (page: Page) => page.locator('#content-warnings')
const question = (page: Page, theme: string) =>
  section(page).getByRole('radiogroup', { name: theme, exact: true })
const details = (page: Page, theme: string) => section(page).getByRole('group', { name: theme })
const answer = (page: Page, theme: string, level: string) =>
  question(page, theme).getByRole('radio', { name: level })

test('W11 A developer answers the questions by keyboard, and buyers read the warnings', async ({
  page,
  browser,
}) => {
  const title = aTitle('Quiet Furnace')
  const developer = await callerAs(DEVELOPER, DEMO_PASSWORD)
  const { body: game } = await createGame(developer, { title })

  await openAs(page, DEVELOPER, `/dev-dashboard?q=${encodeURIComponent(title)}`)
  await page
    .getByRole('link', { name: `${THEMES.length} content questions unanswered for ${title}` })
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Content warnings' })).toBeInViewport()
  await expect(
    section(page).getByText(`${THEMES.length} of ${THEMES.length} questions are unanswered.`),
  ).toBeVisible()

  await section(page).getByRole('button', { name: 'None of these in my game' }).focus()
  await press(page, 'Tab', 'ArrowRight')
  await expect(answer(page, 'Non-consent', 'Mentioned')).toBeChecked()
  await press(page, 'Tab', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect(answer(page, 'Doubtful consent', 'Shown')).toBeChecked()
  await press(page, 'Tab', 'ArrowRight', 'ArrowRight')
  await expect(answer(page, 'Mind control', 'Implied')).toBeChecked()
  await details(page, 'Non-consent').getByLabel('Note on non-consent').focus()
  await press(page, 'Tab', 'Space', 'Tab', 'Tab')
  await page.keyboard.type('One scene at the party.')
  await press(page, 'Tab', 'Tab', 'Space')
  await expect(details(page, 'Mind control').getByLabel('It is a spoiler')).toBeChecked()
  await expect(
    section(page).getByText(`${THEMES.length - 3} of ${THEMES.length} questions are unanswered.`),
  ).toBeVisible()

  await expect(page.getByText('Unsaved changes are kept in this browser.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(details(page, 'Doubtful consent').getByLabel('Note on doubtful consent')).toHaveValue(
    'One scene at the party.',
  )
  await section(page).getByRole('button', { name: 'None of the others in my game' }).press('Enter')
  await expect(section(page).getByText(`All ${THEMES.length} questions are answered.`)).toBeFocused()
  await expect(answer(page, 'Gore and torture', 'Not in it')).toBeChecked()
  await expect(answer(page, 'Mind control', 'Implied')).toBeChecked()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`/dev-dashboard?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: `Edit Game ${title}` })).toBeVisible()
  await expect(page.getByText('content questions unanswered')).toBeHidden()

  const buyer = await otherPage(browser)
  await buyer.goto(`/game/${game.slug}`)
  await expectContents(buyer.getByRole('main'), buyer)
  await buyer.getByRole('button', { name: 'Buy for $9.99' }).first().click()
  await expectContents(buyer.getByRole('dialog'), buyer)
  await buyer.close()
})

/** The strongest theme first, its note on a click, and the spoiler on another. */
async function expectContents(place: ReturnType<Page['locator']>, page: Page) {
  const contains = place.locator('section').filter({ has: page.getByRole('heading', { name: 'Contains' }) })
  const chips = contains.getByRole('listitem')
  await expect(chips).toHaveText(['Doubtful consent: shown', 'Non-consent: mentioned', 'Show 1 spoiler'])
  await expect(contains).toContainText('Can be avoided: Doubtful consent.')
  await contains.getByRole('button', { name: 'Doubtful consent: shown' }).press('Enter')
  await expect(contains).toContainText('Doubtful consent, shown. One scene at the party.')
  await contains.getByRole('button', { name: 'Show 1 spoiler' }).press('Enter')
  await expect(chips.last()).toHaveText('Mind control: implied')
}

test('W8 A removed warning of a public game waits for a review', async ({ page, browser }) => {
  const title = aTitle('Slow Furnace')
  const developer = await callerAs(DEVELOPER, DEMO_PASSWORD)
  const { body: game } = await createGame(developer, {
    title,
    contentWarningsJson: JSON.stringify({ gore: { level: 'shown' } }),
  })
  await decideApproval(await reviewOf(game), { kind: 'approve' })

  await openAs(page, DEVELOPER, `/create-game/${game._id}#content-warnings`)
  await question(page, 'Gore and torture').getByText('Shown').click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(`/create-game/${game._id}#content-warnings`)
  await expect(section(page).getByText('You weakened the warning for Gore and torture.')).toBeVisible()
  await expect(answer(page, 'Gore and torture', 'Not in it')).toBeChecked()

  const adminPage = await reviewPage(browser, await reviewOf(game))
  await expect(adminPage.getByText('Weaker warnings asked for: Gore and torture not in it')).toBeVisible()
  await adminPage.close()
})

test('M3 A reviewer reads how to reach the strongest scene of a game', async ({ page, browser }) => {
  const title = aTitle('Shy Furnace')
  const developer = await callerAs(DEVELOPER, DEMO_PASSWORD)
  const contentWarningsJson = JSON.stringify({ gore: { level: 'shown' } })
  const { body: game } = await createGame(developer, { title, category: 'NSFW', contentWarningsJson })
  // It waits for the review: other tests count on the number of public NSFW games.
  expect((await page.request.get(`/api/games/${game._id}`)).status()).toBe(404)

  await openAs(page, DEVELOPER, `/create-game/${game._id}`)
  const missing = page.getByText('Still missing: your statement about ages and how to reach')
  await expect(missing).toBeVisible()
  await page.getByLabel('Everyone in a sexual scene is, and looks, 18 or older.').check()
  await page.getByLabel('How to reach the strongest scene').fill('Chapter 3, say yes to the captain.')
  await expect(page.getByText('We have what we need.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  const adminPage = await reviewPage(browser, await reviewOf(game))
  await expect(adminPage.getByText('Chapter 3, say yes to the captain.')).toBeVisible()
  await adminPage.close()
})

/** The page of a review, as an admin in a browser of their own sees it. */
async function reviewPage(browser: Browser, review: string): Promise<Page> {
  const adminPage = await otherPage(browser, ADMIN)
  await adminPage.goto(`/admin/approvals/${review}`)
  return adminPage
}

test('W11 A page says when nothing was answered or no theme is in the game', async ({ page }) => {
  await page.goto('/game/night-ferry')
  await expect(page.getByText('The developer hasn’t filled in content warnings yet.')).toBeVisible()
  await page.goto('/game/kelp')
  await expect(page.getByText(`None of the ${THEMES.length} themes we ask about.`)).toBeVisible()
  await page.goto('/game/the-long-dusk')
  await page.getByText(`3 of ${THEMES.length} themes not stated`).click()
  await expect(
    page.getByText('Self-harm and suicide, Hate and slurs, Flashing and jump scares.'),
  ).toBeVisible()
})
