import type { Rule } from '@nofiller/contract/moderation/moderation'
import {
  appealUntil,
  type DecisionKind,
  FIX_DAYS,
  needsRule,
} from '@nofiller/contract/moderation/moderation-rules'
import { spanOf } from '@nofiller/contract/reports/report-rules'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'

export type Reasons = {
  storeName: string
  kind: DecisionKind
  /** `profile`: the title is the developer's name. */
  subject: 'game' | 'profile'
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
    appealLine(reasons.decidedAt, reasons.appealHours),
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

function restriction({ kind, subject, title, post, isPublic, decidedAt }: Reasons): string {
  const since = showUtcMoment(decidedAt)
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

function whatStays({ kind, subject, post, isPublic, owners, source }: Reasons): string {
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
export const appealLine = (decidedAt: Date, hours: number): string =>
  `If you think we are wrong, you can appeal until ${showUtcDay(appealUntil(decidedAt))} on the page of this decision. We answer within ${spanOf(hours)}. If the store has a second admin, someone who wasn’t involved in the decision will review it.`

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
