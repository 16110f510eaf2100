/** Reports of games, and what was decided about them, made by the calls that the pages make. */
import type { Locator, Page } from '@playwright/test'
import { decideReport } from '../../server/testing/fixtures/reports.ts'
import { aGame, callerAs, type Game, theAdmin } from '../developer/a-game.ts'
import { account, expect, hasScript, type Newcomer } from '../shop.ts'

export type Report = { game: Game; reporter: Newcomer; number: string; caseId: string }

/** A report of a game's page, or of another part; game and reporter are known to no other test. */
export async function aReport(
  page: Page,
  name: string,
  changes: { part?: string; category?: string; text?: string } = {},
): Promise<Report> {
  const game = await aGame(page, name)
  const reporter = await account(page)
  const text = 'The page of this game promises what it does not hold.'
  const report = { subject: 'game', id: game._id, part: 'page', category: 'fraud', text, ...changes }
  const sent = await (await callerAs(reporter.email)).post('/api/reports', report)
  expect(sent.status, sent.text).toBe(200)
  const { body: cases } = await (await theAdmin()).get('/api/admin/reports')
  const caseId = cases.find(({ title }: { title: string }) => title === game.title)._id
  return { game, reporter, number: sent.body.number, caseId }
}

type Decision = Parameters<typeof decideReport>[2]

export async function aDecidedReport(
  page: Page,
  name: string,
  decision: Decision,
  changes?: Parameters<typeof aReport>[2],
): Promise<Report> {
  const report = await aReport(page, name, changes)
  const decided = await decideReport(await theAdmin(), report.caseId, decision)
  expect(decided.status, decided.text).toBe(200)
  return report
}

/** Opens the dialog in which a game, its developer or a review is reported, by a link of a page that is there. */
export async function openReport(
  page: Page,
  link: string | Locator = 'Report this game',
  press = (at: Locator) => at.click(),
) {
  const at = typeof link === 'string' ? page.getByRole('link', { name: link, exact: true }) : link
  await hasScript(at) // before it leads to the contact form
  await press(at)
  return page.getByRole('dialog', { name: /^Report / })
}
