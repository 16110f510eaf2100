/** Reviews: an owner writes, the developer answers, readers collapse and report, and the owner changes and removes it. */
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { EMAIL } from '../addresses.ts'
import { runInStore } from '../database.ts'
import { aGame, callerAs, type Game, theAdmin } from '../developer/a-game.ts'
import { openReport } from '../reports/a-report.ts'
import {
  callerOf,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectFitsNarrowest,
  hasScript,
  newUser,
  openAs,
  otherPage,
  PASSWORD,
  popupBy,
  savedBy,
  test,
} from '../shop.ts'

const said = (page: Page, text: string) => page.getByRole('group', { name: 'Message' }).getByText(text)
const reviewsOn = (page: Page) => page.getByRole('region', { name: 'Reviews', exact: true })

const GAME = 'overnight-freight'

/** A player of the demo who fetched the game more than a day ago; each run of a test has another, as all share one store. */
async function anOwner(page: Page, nth: number): Promise<string> {
  const origin = new URL((await page.request.get('/api/health')).url()).origin
  const game = (await (await page.request.get(`/api/games/${GAME}`)).json()) as { _id: string; title: string }
  const admin = await callerOf(origin, EMAIL.admin, DEMO_PASSWORD)
  const query = new URLSearchParams({ status: 'PAID', q: game.title, limit: '100' })
  const orders: { email: string }[] = (await admin.get(`/api/orders?${query}`)).body
  const players = new Set(
    orders.map(({ email }) => email).filter((email) => email.endsWith('@mail.example.test')),
  )
  let found = 0
  for (const email of players) {
    const player = await callerOf(origin, email, DEMO_PASSWORD)
    const { state } = (await player.get(`/api/games/${game._id}/review`)).body
    if (state === 'may' && found++ === nth) return email
  }
  throw new Error(`${GAME} has fewer than ${nth + 1} owners who can review it`)
}

/** Words that no other review is like: a text like another one waits for somebody to look at it. */
const someWords = () => Array.from({ length: 4 }, () => randomUUID().replaceAll('-', ' ')).join(' ')

/** What a test can't wait for: an account is a day older, and so is what it fetched. */
async function passADay(email: string): Promise<void> {
  await runInStore(`update accounts set created_at = created_at - interval '25 hours' where email = $1`, [
    email,
  ])
  await runInStore(
    `update downloads set created_at = created_at - interval '25 hours'
     where account_id = (select id from accounts where email = $1)`,
    [email],
  )
}

/** Buys a game in the browser and saves its file. */
async function buyAndDownload(page: Page, { title, slug }: Game): Promise<void> {
  await page.goto(`/game/${slug}`)
  await page
    .getByRole('button', { name: /^Buy for \$/ })
    .first()
    .click()
  const pay = page.getByRole('dialog', { name: 'Complete Purchase' }).getByRole('button', { name: /^Pay \$/ })
  const invoice = await popupBy(pay)
  await invoice.getByRole('button', { name: 'Payment confirmed' }).click()
  await expect(invoice.getByRole('heading', { name: 'Your games are ready' })).toBeVisible()
  await invoice.close()
  await page.goto('/library')
  await savedBy(page.getByRole('button', { name: new RegExp(`^Download ${title}`) }).first())
}

test('RV1 RV8 A buyer reviews a game a day later by keyboard, reads the answer, and changes and removes the review', async ({
  page,
  browser,
}) => {
  const game = await aGame(page, 'Night Ferry', { price: '9.99' })
  const words = someWords()
  const { email } = await newUser(page)
  await buyAndDownload(page, game)
  await page.goto(`/game/${game.slug}`)
  await expect(reviewsOn(page).getByText(/^You can review this from /)).toBeVisible()
  await page.goto(`/game/${game.slug}/review`)
  await expect(page.getByText(/You can review this from /)).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  await passADay(email)
  await page.goto(`/game/${game.slug}`)
  await reviewsOn(page).getByRole('link', { name: 'Write a review' }).press('Enter')
  const publish = page.getByRole('button', { name: 'Publish review' })
  await publish.press('Enter')
  const yes = page.getByRole('radio', { name: 'Recommended', exact: true })
  await expect(yes).toHaveAttribute('aria-invalid', 'true')
  await yes.press('Space')
  const text = page.getByLabel('What should others know?')
  await text.fill('Too short.')
  await publish.press('Enter')
  await expect(page.getByText('Write at least 30 characters, or none.').last()).toBeVisible()
  await text.fill(words)
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)
  await publish.press('Enter')
  await expect(page.getByText('Saved. Your review is public.')).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue(words)

  const seller = await otherPage(browser, game.developer.email, PASSWORD)
  await seller.goto(`/dev/games/${game._id}/reviews`)
  const row = seller.getByRole('listitem').filter({ hasText: words })
  await row.getByRole('button', { name: 'Answer' }).press('Enter')
  await seller.getByLabel('Your answer').fill('Thank you for working the night.')
  await expectAccessibleAtBothWidths(seller)
  await expectFitsNarrowest(seller)
  await seller.getByRole('button', { name: 'Answer', exact: true }).last().press('Enter')
  await expect(row).toContainText('Thank you for working the night.')
  await seller.close()

  await page.goto('/notices')
  const notice = page.getByText(`${game.developer.username} answered your review`)
  await expect(async () => {
    await page.reload()
    await expect(notice).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('link', { name: `Read answer of ${game.title}` }).press('Enter')
  await expect(page.getByText('Thank you for working the night.')).toBeVisible()
  await page.goto(`/game/${game.slug}/review`)
  await page.getByRole('radio', { name: 'Not recommended' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. Your review is public.')).toBeVisible()
  await page.goto('/my-reviews')
  await expect(page.getByRole('listitem').filter({ hasText: words })).toContainText('Not recommended')
  await page.getByRole('link', { name: `Change or remove your review of ${game.title}` }).click()
  await page.getByRole('button', { name: 'Remove review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove review' }).click()
  await expect(said(page, 'Your review is removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish review' })).toBeVisible()
})

test('PR4 RV13 A reader mutes the name under a review, collapses one by an owner, and reports one', async ({
  page,
}) => {
  await newUser(page)
  await page.goto('/game/saltglass')
  const section = reviewsOn(page)
  const mute = section.getByRole('button', { name: /^Mute / }).first()
  await mute.press('Enter')
  await expect(section.getByText(/^You muted /)).toBeVisible()
  await page.reload()
  await expect(section.getByText(/^You muted /)).toBeVisible()
  await section.getByRole('button', { name: 'Show once' }).click()
  await section.getByRole('button', { name: 'Collapse' }).last().click()
  await expect(section.getByText('You collapsed this review.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.reload()
  await expect(section.getByText(/^You muted /)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/settings/blocks')
  await page
    .getByRole('button', { name: /^Unmute/ })
    .first()
    .click()
  await page.goto('/game/saltglass')
  await expect(section.getByRole('button', { name: /^Mute / }).first()).toBeVisible()
  await section
    .getByRole('link', { name: /^Report the review by/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await section.getByRole('link', { name: 'How reviews work' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('review')
})

/** The case of a report: other tests report reviews of the same game. */
async function caseOf(number: string): Promise<string> {
  const admin = await theAdmin()
  for (const { _id } of (await admin.get('/api/admin/reports?subject=review')).body) {
    const { said } = (await admin.get(`/api/admin/reports/${_id}`)).body
    if (said.some((each: { number: string }) => each.number === number)) return _id
  }
  throw new Error(`no case has the report ${number}`)
}

const REASON = 'It names a real person and where they live. The rest of the review is gone with it.'

test('RV13 RV15 A reader reports a review, an admin removes its text, and its writer appeals and has it back', async ({
  page,
  browser,
}, { repeatEachIndex }) => {
  const words = someWords()
  const writer = await anOwner(page, repeatEachIndex)
  await openAs(page, writer, `/game/${GAME}`)
  const { _id: id } = await (await page.request.get(`/api/games/${GAME}`)).json()
  const { origin } = new URL(page.url())
  const review = { recommends: true, text: words, language: 'en', progress: null, name: 'owner' }
  const caller = await callerOf(origin, writer, DEMO_PASSWORD)
  expect((await caller.put(`/api/games/${id}/review`, review)).status).toBe(200)

  const reader = await otherPage(browser)
  await newUser(reader)
  const shown = reviewsOn(reader).getByRole('listitem').filter({ hasText: words })
  // A new review comes to the kept page of a game within a minute.
  await expect(async () => {
    await reader.goto(`/game/${GAME}`)
    await expect(shown).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const report = await openReport(reader, shown.getByRole('link', { name: /^Report the review by/ }))
  await report.getByLabel('Harassment, hate or private details').check()
  await report.getByLabel('What should we know?').fill('It tells where a real person lives.')
  await report.getByRole('button', { name: 'Send report' }).click()
  const received = report.getByText(/Your report number is R-\d+/)
  await expect(received).toBeVisible()
  const number = /R-\d+/.exec((await received.textContent()) ?? '')?.[0] ?? ''

  const admin = await otherPage(browser, EMAIL.admin)
  await admin.goto('/admin/reviews?view=reported')
  await expect(
    admin.getByRole('link', { name: /^Open the report of Overnight Freight/ }).first(),
  ).toBeVisible()
  await admin.goto(`/admin/reports/${await caseOf(number)}`)
  await admin.getByRole('button', { name: 'Show what was reported' }).click()
  await expect(admin.getByText(words)).toBeVisible()
  await admin.getByLabel('Remove it').check()
  await admin.getByLabel('Rule', { exact: true }).selectOption({ index: 1 })
  await admin.getByLabel('What we write').fill(REASON)
  await expectAccessibleAtBothWidths(admin)
  await admin.getByRole('button', { name: 'Remove it' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(admin.getByRole('heading', { name: 'We acted' })).toBeVisible()
  await reader.goto(`/game/${GAME}`)
  await expect(reviewsOn(reader).getByText(words)).toBeHidden()

  await page.goto('/my-reviews')
  await page.getByRole('link', { name: 'Read why, or appeal' }).press('Enter')
  await expect(page.getByText(REASON)).toBeVisible()
  const decision = new URL(page.url()).pathname
  await page.getByLabel('What did we get wrong?').fill('The person is one of the game, and so is the house.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Being looked at')).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  const other = await otherPage(browser)
  await newUser(other, 'admin')
  await other.goto('/admin/approvals?state=appeals')
  await other
    .getByRole('row')
    .filter({ has: other.locator(`a[href="${decision}"]`) })
    .getByRole('button', { name: 'Answer the appeal about Overnight Freight' })
    .click()
  const answer = other.getByRole('dialog')
  await answer.getByLabel('Take it back').check()
  await answer
    .getByLabel('Your reasons')
    .fill('You are right: both are of the game. We are sorry for the trouble.')
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expect(said(other, 'Your answer is sent.')).toBeVisible()
  for (const each of [admin, reader, other]) await each.close()

  await page.goto(`/game/${GAME}`)
  await expect(reviewsOn(page).getByText(words)).toBeVisible()
  expect((await caller.send('DELETE', `/api/games/${id}/review`)).status).toBe(204)
})

test('RV11 Unusual days of a game are said, drawn and listed', async ({ page }) => {
  await page.goto('/game/saltglass')
  const weeks = reviewsOn(page).getByRole('button', { name: 'Reviews by week' })
  await hasScript(weeks)
  await weeks.press('Enter')
  await expect(
    reviewsOn(page).getByText(/^Without these days \d+% of \d+, with them \d+% of \d+\.$/),
  ).toBeVisible()
  await reviewsOn(page).getByText('Show as table').press('Enter')
  await expect(
    page
      .getByRole('table', { name: 'Reviews by week' })
      .getByText(/, unusual$/)
      .first(),
  ).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)
})

/** Somebody who has owned a free game for a day and reviewed it. */
async function aReviewer(
  browser: Browser,
  { _id: gameId, gameFiles }: Game,
  recommends: boolean,
): Promise<Page> {
  const page = await otherPage(browser)
  const { email } = await newUser(page)
  const caller = await callerAs(email)
  expect((await caller.post('/api/library/claim', { gameId })).status).toBe(200)
  const fetched = await caller.post(`/api/library/${gameId}/download`, { fileId: gameFiles[0]?._id })
  expect(fetched.status).toBe(200)
  await passADay(email)
  const review = { recommends, text: someWords(), language: 'en', progress: null, name: 'owner' }
  expect((await caller.put(`/api/games/${gameId}/review`, review)).status).toBe(200)
  return page
}

const DECIDED = 'A forum called for these reviews, and what they speak of is not the game.'

test('RV7 RV11 An owner finds a review helpful, and an admin takes unusual days out of the share by keyboard', async ({
  page,
  browser,
}) => {
  const game = await aGame(page, 'Night Ferry', { isFree: 'true', price: '0' })
  const [reader, other] = [await aReviewer(browser, game, true), await aReviewer(browser, game, false)]
  await other.close()
  await reader.goto(`/game/${game.slug}`)
  const helpful = reviewsOn(reader).getByRole('button', { name: 'Helpful' })
  await helpful.press('Enter')
  await expect(helpful).toHaveAccessibleName('Helpful · 1')
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
  await reader.reload()
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleAtBothWidths(reader)
  await runInStore(
    `insert into review_surges (id, game_id, from_on, opened_at, due_at, reviews, positive, newcomers)
     values ($1, $2, (now() at time zone 'UTC')::date, now(), now() + interval '72 hours', 2, 1, 2)`,
    [randomUUID(), game._id],
  )

  await openAs(page, EMAIL.admin, '/admin/reviews')
  const decide = page.getByRole('button', { name: `Decide about ${game.title}` })
  await decide.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Reviews of ${game.title}` })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(decide).toBeFocused()
  await decide.press('Enter')
  await dialog.getByRole('radio', { name: /^Off topic/ }).press('Space')
  const reasons = dialog.getByLabel('Your reasons')
  await reasons.fill('Too short.')
  await dialog.getByRole('button', { name: 'Decide' }).press('Enter')
  await expect(reasons).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)
  await reasons.fill(DECIDED)
  await dialog.getByRole('button', { name: 'Decide' }).press('Enter')
  await expect(said(page, 'Decided. Everyone involved has been told.')).toBeVisible()
  await page.goto('/admin/reviews?view=decided')
  await expect(page.getByRole('listitem').filter({ hasText: game.title })).toContainText(
    'shown and not counted',
  )

  await expect(async () => {
    await reader.goto(`/game/${game.slug}`)
    const told = reviewsOn(reader).getByText(/were unusually many\. They are shown and not counted\./)
    await expect(told).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await expect(reviewsOn(reader).getByRole('article')).toHaveCount(2)
  await expectAccessibleAtBothWidths(reader)
  await reader.close()
})
