/** Limits and words of posts that the browser needs too: no schema is loaded for them. */
import { plainTextOf } from '../authoring/summary.ts'
import { isLonger } from '../text/characters.ts'
import { lineProblem } from '../text/plain-text.ts'
import { shortProblem } from '../text/text-length.ts'

/** Who can read a post. */
export const POST_AUDIENCES = ['everyone', 'owners'] as const
export type PostAudience = (typeof POST_AUDIENCES)[number]

export const POST_STATES = ['draft', 'scheduled', 'published', 'removed'] as const
export type PostState = (typeof POST_STATES)[number]

export const POST_LIMITS = {
  titleMin: 3,
  titleMax: 100,
  textMin: 20,
  textMax: 30_000,
  pictures: 20,
  /** Posts that go out on one day, in UTC. */
  dayOfGame: 3,
  dayOfDeveloper: 10,
} as const

/** At most one email about posts of a game in 24 hours, and four in 30 days. */
export const POST_MAILS_MAX = 4

export const POST_TEXT = {
  title: 'Write a title of 3 to 100 characters.',
  short: 'Write at least 20 characters.',
  long: 'Use up to 30,000 characters.',
  pictures: 'A post holds up to 20 pictures. Remove some.',
  unsaid: 'Say whether a picture here is explicit.',
  explicit: 'This game isn’t marked 18+. Leave out explicit pictures, or mark the game 18+ first.',
  fullGame: 'Three posts of this game go out on that day (UTC). Choose another day.',
  noRelease: 'Choose the release that it goes out with.',
  lostRelease: (what: string) => `${what}. Choose another release, or publish it now or at a time.`,
  openRelease: 'This release is open already. Publish the post now, or at a time.',
  fullDeveloper: 'Ten posts of your games go out on that day (UTC). Choose another day.',
} as const

export type PostFields = { title: string; body: string; isExplicit: boolean | null }

/** Why what is written of a post cannot be kept, as a sentence for each wrong field. */
export function draftProblems({ title, body }: PostFields): Partial<Record<keyof PostFields, string>> {
  const wrongTitle = lineProblem(title, POST_LIMITS.titleMax)
  const wrongBody = isLonger(body, POST_LIMITS.textMax)
    ? POST_TEXT.long
    : picturesIn(body) > POST_LIMITS.pictures
      ? POST_TEXT.pictures
      : null
  return { ...(wrongTitle && { title: wrongTitle }), ...(wrongBody && { body: wrongBody }) }
}

/** Why a post cannot go out. Its pictures follow the game's 18+ mark, so those of a game without one are asked about. */
export function postProblems(
  post: PostFields,
  isGameExplicit: boolean,
): Partial<Record<keyof PostFields, string>> {
  const problems = draftProblems(post)
  const shortTitle = shortProblem(post.title, POST_LIMITS.titleMin, POST_TEXT.title)
  if (shortTitle) problems.title ??= shortTitle
  const shortBody = shortProblem(plainTextOf(post.body), POST_LIMITS.textMin, POST_TEXT.short)
  if (shortBody) problems.body ??= shortBody
  if (!isGameExplicit && picturesIn(post.body) > 0 && post.isExplicit !== false)
    problems.isExplicit = post.isExplicit === null ? POST_TEXT.unsaid : POST_TEXT.explicit
  return problems
}

export const picturesIn = (html: string): number => html.match(/<img\b/gi)?.length ?? 0

/** An account that is younger publishes nothing that its owner wrote. */
export const NEW_ACCOUNT_HOURS = 24
