/** Limits and words of reviews that the browser needs too: no schema is loaded for them. */
import { linesProblem } from '../text/plain-text.ts'
import { shortProblem } from '../text/text-length.ts'

/** A review is *Recommended* or *Not recommended*, with a text or without, by an owner of the game (RV1, RV2). */
export const REVIEW_LIMITS = {
  textMin: 30,
  textMax: 5_000,
  answerMin: 2,
  answerMax: 2_000,
  /** From the first download to the review, and of an account before it writes in public. */
  waitHours: 24,
  /** From the first download to the reminder. */
  remindDays: 5,
  /** The share and the order of a game begin with so many counted reviews. */
  shareFrom: 5,
  page: 20,
  /** Those that a game's own page begins with. */
  onPage: 5,
  newADay: 10,
  /** By the accounts of a network together. */
  newADayNetwork: 100,
  editsADay: 30,
  votesADay: 100,
  /** How old an account is whose free claim counts. */
  claimDays: 7,
  /** Recent is since the newest release or so many days ago, whichever is longer. */
  recentDays: 90,
  /** For how long who had a game before is a part of its team. */
  teamMonths: 12,
} as const

/** How sure the order is of a share: between games at 95 %, between the reviews of one at 80 % (RV6, RV7). */
export const WILSON_Z = { games: 1.96, reviews: 1.28 } as const

/** When reviews are unusually many, so that a person looks at them (RV11). */
export const SURGE = {
  hours: 72,
  /** In that time, at least. */
  reviewsMin: 10,
  /** Times the median of as many hours in the days before. */
  timesUsual: 5,
  usualDays: 60,
  /** In points, between the share of these reviews and of those before. */
  shareGap: 30,
  /** Of its writers, the part that is new here: accounts younger than `newDays`, or whose first game this is and was free. */
  newWriters: 0.5,
  newDays: 7,
  /** Within so many hours a person decides. */
  decideHours: 72,
} as const

/** What a person made of a surge; `off_topic`: its reviews are shown and do not count. */
export const SURGE_STATES = ['open', 'normal', 'off_topic'] as const
export type SurgeState = (typeof SURGE_STATES)[number]
/** How many weeks the chart of a game's reviews goes back. */
export const REVIEW_WEEKS = 26

/** When a review waits for somebody to look at it: for a text like another account's of these hours, or by an account of whose last reviews so many were removed (RV11, PR7). */
export const HELD = { copyHours: 24, removed: 3, ofLast: 10 } as const
export const HELD_REASONS = ['copy', 'refusals'] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/** `Recommended`, `Not recommended` */
export const verdictOf = (recommends: boolean): string => (recommends ? 'Recommended' : 'Not recommended')

/** How far its writer got. */
export const REVIEW_PROGRESS = ['started', 'some_hours', 'finished'] as const
export type ReviewProgress = (typeof REVIEW_PROGRESS)[number]
export const PROGRESS_LABELS: Record<ReviewProgress, string> = {
  started: 'Started',
  some_hours: 'Some hours',
  finished: 'Finished what there is',
}

/** The name under a review, which its writer chooses for each. */
export const REVIEW_NAMES = ['owner', 'pen_name', 'username'] as const
export type ReviewName = (typeof REVIEW_NAMES)[number]
/** What stands under a review whose writer shows no name. */
export const OWNER_NAME = 'Owner'

/** Why a review is shown and not counted; made from data, never asked (RV10). */
export const REVIEW_MARKS = ['free_copy', 'team', 'refunded', 'surge'] as const
export type ReviewMark = (typeof REVIEW_MARKS)[number]
export const MARK_LABELS: Record<ReviewMark, string> = {
  free_copy: 'Free copy from the developer',
  team: 'Part of the team',
  refunded: 'Refunded',
  surge: 'In the unusual days',
}

/** What a decision can remove of a review (RV13); the username from one, a pen name from all that are signed with it. */
export const REMOVED_PARTS = ['text', 'username', 'pen_name', 'answer', 'review'] as const
export type RemovedPart = (typeof REMOVED_PARTS)[number]

export const REVIEW_SORTS = ['helpful', 'newest', 'oldest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

/** What a developer can see of the reviews of a game. */
export const SELLER_REVIEW_FILTERS = ['all', 'not_recommended', 'unanswered'] as const
export type SellerReviewFilter = (typeof SELLER_REVIEW_FILTERS)[number]

/** What an account may do about a game's review now. */
export const REVIEW_STATES = ['may', 'too_early', 'own_game', 'not_an_owner'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** The languages that a review can be in, as its writer says. */
export const REVIEW_LANGUAGES = {
  en: 'English',
  ar: 'العربية',
  bg: 'Български',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  es: 'Español',
  fa: 'فارسی',
  fi: 'Suomi',
  fr: 'Français',
  he: 'עברית',
  hi: 'हिन्दी',
  hu: 'Magyar',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nl: 'Nederlands',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
  ro: 'Română',
  ru: 'Русский',
  sv: 'Svenska',
  th: 'ไทย',
  tr: 'Türkçe',
  uk: 'Українська',
  vi: 'Tiếng Việt',
  zh: '中文',
  other: 'Another language',
} as const
export type ReviewLanguage = keyof typeof REVIEW_LANGUAGES
/** The keys of the record above, which has no others. */
export const REVIEW_LANGUAGE_CODES = Object.keys(REVIEW_LANGUAGES) as [ReviewLanguage, ...ReviewLanguage[]]

export const REVIEW_TEXT = {
  short: 'Write at least 30 characters, or none.',
  answer: 'Write at least 2 characters.',
  answeredNothing: 'This review is no longer shown, so it can’t be answered.',
  noPenName: 'Choose a pen name first.',
  unusualDays:
    'A decision leaves the reviews of these days uncounted, so this one can be changed and not removed. You can appeal the decision.',
  notOwner: 'Only owners of a game can review it.',
  vote: 'Only owners of the game can say that.',
  voteLater: 'You can say that a day after your first download.',
  ownGame: 'You can’t review your own game.',
  notDownloaded: 'Download the game first. You can review it a day later.',
} as const

/** Why a text cannot stand in a review; null for none, or one that can. The marks of spoilers are no part of its length. */
export function reviewProblem(text: string): string | null {
  if (text.trim() === '') return null
  const words = spoilerParts(text).map((part) => part.text)
  return (
    shortProblem(words.join(''), REVIEW_LIMITS.textMin, REVIEW_TEXT.short) ??
    linesProblem(text, REVIEW_LIMITS.textMax)
  )
}

/** Why a text cannot be the answer to a review; null for one that can. */
export const answerProblem = (text: string): string | null =>
  shortProblem(text, REVIEW_LIMITS.answerMin, REVIEW_TEXT.answer) ??
  linesProblem(text, REVIEW_LIMITS.answerMax)

export type TextPart = { text: string; isSpoiler: boolean }

/**
 * A text as it is shown: what stands between `[spoiler]` and `[/spoiler]` is covered. One that is not closed covers the rest,
 * so that a forgotten mark shows nothing that was meant to be hidden; a closing mark without an opening one is text.
 */
export function spoilerParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { index, 0: whole, 1: inside = '' } of text.matchAll(/\[spoiler\](.*?)(?:\[\/spoiler\]|$)/gis)) {
    parts.push({ text: text.slice(at, index), isSpoiler: false }, { text: inside, isSpoiler: true })
    at = index + whole.length
  }
  parts.push({ text: text.slice(at), isSpoiler: false })
  return parts.filter((part) => part.text !== '')
}

/** The share of counted reviews that recommend a game, in whole percent; null below `shareFrom` (RV5). */
export const shareOf = (positive: number, counted: number): number | null =>
  counted < REVIEW_LIMITS.shareFrom ? null : Math.round((positive / counted) * 100)
