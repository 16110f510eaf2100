import type { Rule } from '@nofiller/contract/moderation/moderation'
import {
  appealUntil,
  type DecisionKind,
  FIX_DAYS,
  needsRule,
} from '@nofiller/contract/moderation/moderation-rules'
import { spanOf } from '@nofiller/contract/reports/report-rules'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'

/** A review as a whole among the parts that a decision can be about: removed, it does not count. */
export const WHOLE_REVIEW = 'Review as a whole'

export type Reasons = {
  storeName: string
  kind: DecisionKind
  /** `profile`, `account`: the title is the name. `review`, `answer`: that of the game. */
  subject: 'game' | 'profile' | 'account' | 'review' | 'answer'
  title: string
  /** The title of the one post that a take-down is about. */
  post?: string | null
  isPublic: boolean
  rule: Rule | null
  assets: readonly string[]
  /** The admin's text. */
  text: string
  owners: number
  source: DecisionSource
  /** Within how many hours an appeal is decided. */
  appealHours: number
  decidedAt: Date
}

/** The origin of a decision. `held`: a report that hid the game before anyone had looked. `admin`: a take-down without a report. */
export type DecisionSource = 'review' | 'report' | 'held' | 'admin'

/**
 * The statement of reasons for a decision, as it is emailed and stored: what is restricted and since when, why, which part,
 * how to fix it, what stays, and how to appeal. A blank line separates paragraphs.
 */
export function statementOf(reasons: Reasons): string {
  const { rule, assets, text, storeName, kind } = reasons
  if (!needsRule(kind)) return [approval(reasons), text, signature(storeName)].filter(Boolean).join('\n\n')
  return [
    restriction(reasons),
    rule && `The rule: ${rule.title} (${rule.id}, version ${rule.version})`,
    `What it is about: ${assets.join(', ')}`,
    text,
    remedy(reasons),
    whatStays(reasons),
    howToAppeal(reasons),
    origin(reasons),
    signature(storeName),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function approval({ kind, title, isPublic }: Reasons): string {
  if (kind === 'leave') return `We reviewed a report about ${title} and took no action.`
  return isPublic
    ? `We looked at ${title}. All is well, and it stays in the store as it is.`
    : `We looked at ${title}. All is well, and it is in the store now. Your next games are public as soon as you publish them.`
}

function restriction(reasons: Reasons): string {
  const { kind, subject, title, post, isPublic, decidedAt } = reasons
  const since = showUtcMoment(decidedAt)
  if (subject === 'account') return `As of ${since}, your account is suspended, and you cannot log in.`
  if (subject === 'answer') return `As of ${since}, your answer to a review of ${title} is no longer shown.`
  if (subject === 'review')
    return isWholeReview(reasons)
      ? `As of ${since}, your review of ${title} is no longer shown, and no longer counts.`
      : `As of ${since}, a part of your review of ${title} is no longer shown.`
  if (post && kind === 'take_down')
    return `As of ${since}, the post “${post}” about ${title} is no longer shown.`
  if (subject === 'profile')
    return kind === 'correct'
      ? `We changed something about the profile of ${title} ourselves, on ${since}.`
      : `The profile of ${title} stays, but something has to change.`
  if (kind === 'correct') return `We corrected something about ${title} ourselves, on ${since}.`
  if (kind === 'changes_needed')
    return isPublic
      ? `${title} stays in the store, but something has to change.`
      : `${title} is not public yet: something has to change first.`
  if (kind === 'reject' && !isPublic) return `${title} will not be public in this store.`
  const restricted = `As of ${since}, ${title} is no longer shown or sold.`
  return kind === 'seal' ? `${restricted} Nobody can download it anymore.` : restricted
}

function remedy({ kind, subject, source }: Reasons): string | null {
  if (kind !== 'changes_needed') return null
  if (source === 'review')
    return 'Change it, and save the game as published: it keeps its place in the queue.'
  return subject === 'profile'
    ? `Please change it within ${FIX_DAYS} days.`
    : `Please change it within ${FIX_DAYS} days, and save the game: then we look at it again.`
}

const isWholeReview = ({ assets }: Reasons): boolean => assets.includes(WHOLE_REVIEW)

function whatStays(reasons: Reasons): string {
  const { kind, subject, post, isPublic, owners, source } = reasons
  if (subject === 'account')
    return 'You keep what you bought. Reviews that you wrote are not shown and do not count while this stands.'
  if (subject === 'answer') return 'The game, your account and your other answers stay as they are.'
  if (subject === 'review')
    return isWholeReview(reasons)
      ? 'You keep the game, and your account and your other reviews stay as they are.'
      : 'Whether you recommend the game is shown and counts as before. Where a name was removed, “Owner” stands in its place.'
  const isHidden = kind === 'take_down' || kind === 'seal' || (kind === 'reject' && isPublic)
  const isPost = Boolean(post) && kind === 'take_down'
  if (!isHidden || isPost || subject === 'profile') {
    const unheld = source === 'held' ? 'It is shown and sold again as before. ' : ''
    return `${unheld}${isPost ? 'The game, your account' : 'Your account'} and your other games stay as they are.`
  }
  if (kind === 'seal') return 'What it has earned stays in your balance.'
  const ownersKeep =
    owners === 1 ? 'The one person who owns it keeps it' : `The ${owners} people who own it keep it`
  const downloads = kind === 'take_down' ? ' Those who own it can still download it.' : ''
  return `${owners === 0 ? 'Nobody owns it' : ownersKeep}.${downloads} What it has earned stays yours.`
}

/** How to appeal; `hours` within which it is answered. */
export const appealLine = (decidedAt: Date, hours: number, where = 'on the page of this decision'): string =>
  `If you think we are wrong, you can appeal until ${showUtcDay(appealUntil(decidedAt))} ${where}. We answer within ${spanOf(hours)}. If the store has a second admin, someone who wasn’t involved in the decision will review it.`

const BY_MAIL = 'by writing to us: you don’t need to log in for that'

const howToAppeal = ({ subject, decidedAt, appealHours }: Reasons): string =>
  appealLine(decidedAt, appealHours, subject === 'account' ? BY_MAIL : undefined)

export const decidedByPerson = (decidedAt: Date): string =>
  `A person decided this on ${showUtcMoment(decidedAt)}.`

function origin({ source, decidedAt }: Reasons): string {
  const person = decidedByPerson(decidedAt)
  if (source === 'held')
    return `A report hid it at once, by a fixed rule and before anyone had looked. ${person}`
  return source === 'report'
    ? `We acted on a report. ${person} No part of it was automatic.`
    : `${person} No part of it was automatic.`
}

export const signature = (storeName: string): string => `Moderation, ${storeName}`
