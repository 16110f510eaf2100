/** What can be reported, in which categories, and how soon an admin looks. No zod: the browser loads this. */
import { emailProblem } from '../accounts/account-rules.ts'
import { lengthProblem, shortProblem } from '../text/text-length.ts'

export const REPORT_SUBJECTS = ['game', 'developer', 'review'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]

export const REPORT_CATEGORIES = [
  'minor',
  'real-person',
  'illegal',
  'malware',
  'stolen',
  'copyright',
  'mislabel',
  'fraud',
  'harassment',
  'other',
] as const
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]

/** A review is opinion: that a game is harmful, copied or mislabeled is a report about the game (RV13). */
const REVIEW_CATEGORIES: readonly ReportCategory[] = [
  'minor',
  'real-person',
  'illegal',
  'fraud',
  'harassment',
  'other',
]

/** The categories in which a subject can be reported. */
export const categoriesOf = (subject: ReportSubject): readonly ReportCategory[] =>
  subject === 'review' ? REVIEW_CATEGORIES : REPORT_CATEGORIES

type CategoryRule = {
  label: string
  /** Hours until the first look, and until the decision. */
  firstLookHours: number
  decisionHours: number
}

/** In the order of the form. */
export const CATEGORY_RULES: Record<ReportCategory, CategoryRule> = {
  minor: {
    label: 'Sexual content with someone who is or looks under 18',
    firstLookHours: 4,
    decisionHours: 24,
  },
  'real-person': {
    label: 'Intimate picture of a real person without consent, real or AI-generated',
    firstLookHours: 4,
    decisionHours: 24,
  },
  illegal: { label: 'Other illegal content', firstLookHours: 24, decisionHours: 72 },
  malware: { label: 'Malware or a harmful file', firstLookHours: 12, decisionHours: 24 },
  stolen: { label: 'Stolen, leaked or copied work', firstLookHours: 24, decisionHours: 72 },
  copyright: { label: 'My copyright is infringed', firstLookHours: 24, decisionHours: 48 },
  mislabel: { label: 'Missing or wrong content warning', firstLookHours: 24, decisionHours: 72 },
  fraud: { label: 'Scam, fake game or spam', firstLookHours: 24, decisionHours: 72 },
  harassment: { label: 'Harassment, hate or private details', firstLookHours: 24, decisionHours: 72 },
  other: { label: 'Something else', firstLookHours: 72, decisionHours: 168 },
}

/** Reports of these hide a game before anyone has looked; only those who run the safety queue see them. */
export const SAFETY_CATEGORIES = ['minor', 'real-person'] as const satisfies readonly ReportCategory[]
/** Categories in which the bytes themselves are the harm: they are blocked store-wide. */
const BLOCKED_CATEGORIES = ['minor', 'real-person', 'malware'] as const satisfies readonly ReportCategory[]

/** Whether only the safety queue sees reports of a category, and they may hide a game at once. */
export const isSafetyCategory = (category: ReportCategory): boolean =>
  SAFETY_CATEGORIES.some((safety) => safety === category)

/** Whether the reported bytes are blocked store-wide after a take-down. */
export const isBlockedCategory = (category: ReportCategory): boolean =>
  BLOCKED_CATEGORIES.some((blocked) => blocked === category)

export const REPORT_STATES = ['received', 'looking', 'acted', 'left'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** What an admin decides, mildest first. */
export const REPORT_DECISIONS = ['leave', 'correct', 'changes_needed', 'take_down', 'seal'] as const
export type ReportDecisionKind = (typeof REPORT_DECISIONS)[number]
const SUBJECT_DECISIONS: Record<ReportSubject, readonly ReportDecisionKind[]> = {
  game: REPORT_DECISIONS,
  developer: ['leave', 'correct', 'changes_needed'],
  review: ['leave', 'take_down'],
}

/** What can be decided about a subject, mildest first; nothing is left to change or take down of a deleted one. */
export const decisionsAbout = (subject: ReportSubject, isGone: boolean): readonly ReportDecisionKind[] =>
  isGone
    ? SUBJECT_DECISIONS[subject].filter((kind) => kind === 'leave' || kind === 'correct')
    : SUBJECT_DECISIONS[subject]
export const ANSWER_MIN = 40
export const ANSWER_MAX = 5_000
export const ANSWER_MISSING = 'Write at least 40 characters, in your own words.'

/**
 * Manifestly unfounded reports: `warnFrom` of the `lastDecided` lead to a warning, and `pauseFrom` more within `withinDays` of it
 * to a pause of `pauseDays`. The safety categories stay open in a pause, but hide nothing at once.
 */
export const UNFOUNDED = { lastDecided: 8, warnFrom: 5, pauseFrom: 3, withinDays: 90, pauseDays: 30 } as const

/** The progress of a sealed game towards its destruction. `open`: a report, appeal or notice about it is undecided. */
export const SEALED_STATES = [
  'unreported',
  'held',
  'kept',
  'open',
  'due',
  'proposed',
  'confirmed',
  'destroyed',
] as const
export type SealedState = (typeof SEALED_STATES)[number]
export const AUTHORITY_MAX = 200
export const AUTHORITY_TEXT = {
  authority: 'Say which authority it was reported to.',
  reference: 'Enter the number that the authority gave the report.',
  reportedOn: 'Enter the day of the report.',
  future: 'This day has not come yet.',
} as const

export const REPORTED_FOR = ['myself', 'somebody'] as const
export type ReportedFor = (typeof REPORTED_FOR)[number]

export const REPORT_TEXT_MIN = 20
export const REPORT_TEXT_MAX = 5_000
export const SIGNATURE_MAX = 200
export const REPORT_PICTURES_MAX = 5
/**
 * The part of a game or profile that a report is about: `page`, `card`, `cover`, `text`, `screenshot-3`, `file-<id>`, `post-<id>`;
 * of a review `text`, `name`, `answer`.
 */
export const REPORTED_PART =
  /^(page|card|cover|text|name|answer|screenshot-[1-9]\d?|(file|post)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The parts of a review that a report can be about. */
export const REVIEW_PARTS = ['text', 'name', 'answer'] as const
export type ReviewPart = (typeof REVIEW_PARTS)[number]

/** A post as a part of its game. */
export const partOfPost = (postId: string): string => `post-${postId}`

/** The id of the post that a part is; null for any other part. */
export const postOfPart = (part: string): string | null =>
  part.startsWith('post-') ? part.slice('post-'.length) : null

export const REPORT_TEXT = {
  category: 'Choose what is wrong.',
  aboutGame: 'This is about the game: please report the game.',
  ownReview: 'You wrote this review. You can change or remove it yourself.',
  copyright: 'Copyright has a form of its own: /copyright.',
  length: 'Write 20 to 5,000 characters.',
  links: 'Please leave out links and pictures. Say in words where it is.',
  pictureSize: 'Each picture can be up to 10 MB. Remove what is larger.',
  picturesMax: `You can add up to ${REPORT_PICTURES_MAX} pictures. Remove some.`,
  noPictures: 'Sharing pictures of this is a crime, even with us, so you can’t add any here.',
  email: 'Enter your email address, so that we can ask you to confirm.',
  signature: 'Type your name.',
  signatureLength: `A name has at most ${SIGNATURE_MAX} characters.`,
} as const

export type ReportFields = {
  category: ReportCategory | ''
  text: string
  /** Empty for a signed-in reporter, or for a report of `minor` without contact. */
  email: string
  signature: string
  /** The number of attached files. */
  pictures: number
}

const LINK = /\bhttps?:|\bwww\.|\bdata:image/i

/** A sentence for each wrong field; none when the report may be sent. */
export function reportProblems(
  { category, text, email, signature, pictures }: ReportFields,
  isSignedIn: boolean,
): Partial<Record<keyof ReportFields, string>> {
  const problems: Partial<Record<keyof ReportFields, string>> = {}
  if (category === '') problems.category = REPORT_TEXT.category
  if (category === 'copyright') problems.category = REPORT_TEXT.copyright
  const wrongText = textProblem(category, text.trim())
  if (wrongText) problems.text = wrongText
  const wrongEmail = isSignedIn ? null : contactProblem(category, email.trim())
  if (wrongEmail) problems.email = wrongEmail
  if (category === 'real-person' && signature.trim() === '') problems.signature = REPORT_TEXT.signature
  if (pictures > REPORT_PICTURES_MAX) problems.pictures = REPORT_TEXT.picturesMax
  if (pictures > 0 && category === 'minor') problems.pictures = REPORT_TEXT.noPictures
  const wrongSignature = lengthProblem(signature, SIGNATURE_MAX, REPORT_TEXT.signatureLength)
  if (wrongSignature) problems.signature = wrongSignature
  return problems
}

function textProblem(category: ReportCategory | '', text: string): string | null {
  const { length, links } = REPORT_TEXT
  const isWritten = shortProblem(text, REPORT_TEXT_MIN, length) === null
  if (isWritten && category === 'minor' && LINK.test(text)) return links
  return isWritten ? lengthProblem(text, REPORT_TEXT_MAX, length) : length
}

function contactProblem(category: ReportCategory | '', email: string): string | null {
  if (email !== '') return emailProblem(email)
  return category === 'minor' ? null : REPORT_TEXT.email
}

/** `R-4821`. */
export const reportNumber = (number: number): string => `R-${number}`
/** The number in `R-4821`; null for anything else. */
export const numberOfReport = (text: string): number | null =>
  /^R-[1-9]\d{0,14}$/.test(text) ? Number(text.slice(2)) : null

/** The form's notice below the categories, before the report is sent. */
export function promiseOf(category: ReportCategory): string {
  const { firstLookHours, decisionHours } = CATEGORY_RULES[category]
  if (isSafetyCategory(category))
    return `We look at this first: within ${firstLookHours} hours, with a decision within ${decisionHours}.`
  return `We look at this within ${spanOf(firstLookHours)} and decide within ${spanOf(decisionHours)}.`
}

/** `48 hours`, `7 days`; whole days beyond two. */
export const spanOf = (hours: number): string => (hours > 48 ? `${hours / 24} days` : `${hours} hours`)

/** The name of a part on screens and in emails. */
export function partName(part: string, subject: ReportSubject = 'game'): string {
  if (subject === 'review') return REVIEW_PART_NAMES[part] ?? 'A review'
  if (part.startsWith('screenshot-')) return `Screenshot ${part.slice('screenshot-'.length)}`
  if (part.startsWith('file-')) return 'A file'
  if (part.startsWith('post-')) return 'A post'
  return PART_NAMES[part] ?? 'The page'
}

const REVIEW_PART_NAMES: Record<string, string> = {
  text: 'A review',
  name: 'The name under a review',
  answer: 'The answer to a review',
}

const PART_NAMES: Record<string, string> = {
  page: 'The whole page',
  card: 'The card picture',
  cover: 'The cover',
  text: 'The text',
}
