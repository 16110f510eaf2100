/** Developers and games that no other test knows, made by the calls that the pages make. */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aPicture, aZip, createGame, type FormFields } from '../../server/testing/fixtures/game-form.ts'
import type { Person } from '../../server/testing/fixtures/people.ts'
import { account, callerOf, DEMO_PASSWORD, expect, giveRole, type Newcomer, PASSWORD, test } from '../shop.ts'

export const ADMIN = 'admin@example.test'

export type Developer = Newcomer & { caller: Person }
export type Game = {
  _id: string
  title: string
  slug: string
  gameFiles: { _id: string; name: string }[]
  developer: Developer
}

export const callerAs = (email: string, password = PASSWORD): Promise<Person> =>
  callerOf(String(test.info().project.use.baseURL), email, password)

export const theAdmin = (): Promise<Person> => callerAs(ADMIN, DEMO_PASSWORD)

/** A picture and an archive, as a browser chooses them. */
export const pictureFile = async (width = 640, height = 360) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await aPicture(width, height),
})
export const zipFile = (name: string, buffer = aZip()) => ({ name, mimeType: 'application/zip', buffer })

export const aTitle = (name: string): string => `${name} ${randomBytes(3).toString('hex')}`

export async function aDeveloper(page: Page): Promise<Developer> {
  const person = await account(page)
  await giveRole(page, person.email, 'developer')
  return { ...person, caller: await callerAs(person.email) }
}

/** The first game of a developer, which an admin has to look at before visitors see it. */
export async function aGameInReview(page: Page, name: string, changes: FormFields = {}): Promise<Game> {
  const developer = await aDeveloper(page)
  const { body, status, text } = await createGame(developer.caller, { title: aTitle(name), ...changes })
  expect(status, text).toBe(200)
  return { ...body, developer }
}

export async function aGame(page: Page, name: string, changes: FormFields = {}): Promise<Game> {
  const game = await aGameInReview(page, name, changes)
  const review = await reviewOf(game)
  await decideApproval(review, { kind: 'approve' })
  return game
}

/** The review that a game waits for. */
export async function reviewOf({ _id }: Pick<Game, '_id'>): Promise<string> {
  const { body } = await (await theAdmin()).get('/api/admin/approvals?limit=100')
  return body.find(({ gameId }: { gameId: string }) => gameId === _id)._id
}

type ApprovalDecision = {
  kind: 'approve' | 'reject'
  rule?: string
  assets?: readonly string[]
  text?: string
}

export async function decideApproval(review: string, decision: ApprovalDecision): Promise<void> {
  const admin = await theAdmin()
  const { revision } = (await admin.get(`/api/admin/approvals/${review}`)).body
  const sent = { rule: null, assets: [], text: '', note: '', revision, ...decision }
  const answer = await admin.post(`/api/admin/approvals/${review}/decision`, sent)
  expect(answer.status, answer.text).toBe(200)
}

/** Opens a part of the game form that is folded to a line, because it is filled in. */
export const unfold = (page: Page, part: string): Promise<void> =>
  page.getByRole('button', { name: `Change ${part}` }).press('Enter')

/** Publishes the game of the form, although questions about its contents are open. */
export async function publishAnyway(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const asked = page.getByRole('dialog', { name: 'Publish with open questions?' })
  await asked.getByRole('button', { name: 'Publish anyway' }).click()
}
