import type { Rule } from '@nofiller/contract/moderation'
import { APPEAL_DAYS, appealUntil, type ReviewDecision } from '@nofiller/contract/moderation-rules'

type Reasons = {
  storeName: string
  kind: ReviewDecision
  title: string
  isPublic: boolean
  rule: Rule | null
  assets: readonly string[]
  /** What the admin wrote. */
  text: string
  owners: number
  decidedAt: Date
}

/**
 * The statement of reasons for a decision, as it is mailed and kept: what is restricted and since when, why, which part, what
 * puts it right, what stays, and how to object. Paragraphs apart by an empty line.
 */
export function statementOf(reasons: Reasons): string {
  const { kind, rule, assets, text, storeName } = reasons
  if (kind === 'approve') return [approval(reasons), text, signature(storeName)].filter(Boolean).join('\n\n')
  return [
    restriction(reasons),
    rule && `The rule: ${rule.title} (${rule.id}, version ${rule.version})`,
    `What it is about: ${assets.join(', ')}`,
    text,
    kind === 'changes_needed' &&
      'Change it, and save the game as published: it keeps its place in the queue.',
    whatStays(reasons),
    `If you think we are wrong, object until ${day(appealUntil(reasons.decidedAt))} on the page of this decision. Somebody else decides about it, within ${APPEAL_DAYS} days.`,
    `A person decided this on ${moment(reasons.decidedAt)}. No part of it was automatic.`,
    signature(storeName),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const approval = ({ title, isPublic }: Reasons): string =>
  isPublic
    ? `We looked at ${title}. All is well, and it stays in the store as it is.`
    : `We looked at ${title}. All is well, and it is in the store now. Your next games are public as soon as you publish them.`

function restriction({ kind, title, isPublic, decidedAt }: Reasons): string {
  if (kind === 'changes_needed')
    return isPublic
      ? `${title} stays in the store, but something has to change.`
      : `${title} is not public yet: something has to change first.`
  return isPublic
    ? `${title} is no longer shown or sold since ${moment(decidedAt)}.`
    : `${title} will not be public in this store.`
}

function whatStays({ kind, isPublic, owners }: Reasons): string {
  if (kind === 'changes_needed' || !isPublic) return 'Your account and your other games stay as they are.'
  const kept =
    owners === 1 ? 'The one person who owns it keeps it' : `The ${owners} people who own it keep it`
  return `${owners === 0 ? 'Nobody owns it' : kept}. What it has earned stays yours.`
}

const signature = (storeName: string): string => `Moderation, ${storeName}`

const day = (at: Date): string => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const moment = (at: Date): string => `${day(at)}, ${at.toISOString().slice(11, 16)} UTC`
