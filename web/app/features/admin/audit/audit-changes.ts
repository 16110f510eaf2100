import type { AuditedAction } from '@nofiller/contract/admin/admin-rules'

export const ACTION_NAMES: Record<AuditedAction, string> = {
  role_changed: 'Changed the role',
  suspended: 'Suspended',
  restored: 'Restored',
  signed_out: 'Logged out everywhere',
  verification_resent: 'Resent the verification code',
  developer_declined: 'Refused the request to sell',
  game_taken_down: 'Took the game down',
  game_restored: 'Restored the game',
  report_opened: 'Looked at what was reported',
  review_writer_seen: 'Looked who wrote a reported review',
  report_picture_opened: 'Looked at a picture of a report',
  report_decided: 'Decided a report',
  report_unfounded: 'Marked a report unfounded',
  notice_entered: 'Entered a copyright notice',
  notice_decided: 'Decided a copyright notice',
  court_papers_opened: 'Opened court papers',
  second_factor_reset: 'Reset two-step verification',
  news_sent: 'Sent news',
  bounce_lifted: 'Retried mail',
  safety_changed: 'Changed who runs the safety queue',
  authority_reported: 'Recorded a report to an authority',
  legal_hold_changed: 'Changed a legal hold',
  destruction_proposed: 'Proposed to destroy sealed evidence',
  destruction_confirmed: 'Confirmed the destruction of sealed evidence',
  evidence_destroyed: 'Destroyed sealed evidence',
  contact_answered: 'Marked the message answered',
  contact_reopened: 'Reopened the message',
  contact_replied: 'Replied to the message',
  case_asked: 'Asked the buyer of a payment case where to send their money',
  case_refunded: 'Booked the refund of a payment case',
  case_resolved: 'Resolved the payment case',
  order_refunded: 'Refunded an order',
  order_revoked: 'Took items of an order back',
  game_granted: 'Gave a game',
  order_mail_sent: 'Sent an email of an order again',
  order_noted: 'Wrote a note to an order',
  featured_changed: 'Changed the featured games',
  job_retried: 'Tried a job again',
  job_dismissed: 'Dismissed a failed job',
  todo_notice_changed: 'Changed their daily email',
  payout_approved: 'Approved a payout',
  payout_blocked: 'Blocked a payout',
  payout_cancelled: 'Cancelled a payout',
  payout_evidence: 'Recorded the outcome of a payout',
  payout_payment_shown: 'Opened what to pay by hand',
  payouts_switched: 'Stopped or started payouts',
  payouts_unfrozen: 'Lifted the freeze of payouts',
  sandbox_fate_chosen: 'Chose what becomes of sandbox payouts',
  review_claimed: 'Claimed an approval',
  review_let_go: 'Released an approval',
  review_decided: 'Decided about a game',
  appeal_decided: 'Answered an appeal',
  surge_decided: 'Decided about unusually many reviews',
  held_review_released: 'Released a held review',
  held_review_removed: 'Removed a held review',
  store_sale_planned: 'Planned a store-wide sale',
  sale_ended: 'Ended a sale',
  discount_code_made: 'Created a store-wide discount code',
  discount_code_ended: 'Ended a discount code',
  endpoint_added: 'Added a webhook endpoint',
  endpoint_changed: 'Changed a webhook endpoint',
  endpoint_removed: 'Removed a webhook endpoint',
  endpoint_secret_changed: 'Changed the secret of a webhook endpoint',
  profile_changed: 'Changed the profile',
  game_changed: 'Changed the game',
  game_access_changed: 'Changed who sees the game',
  malware_cleared: 'Lifted a false alarm of the scanner',
  game_opened: 'Opened a developer’s page of a game',
  release_changed: 'Changed a release',
  post_changed: 'Changed a post',
  storage_changed: 'Changed how much a game may store',
}

type Values = Readonly<Record<string, unknown>> | null
export type Change = { name: string; from: string; to: string }

/** The differences of two states, in words. A missing state or field shows a dash. */
export function changesOf(before: Values, after: Values): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => ({ name: spaced(name), from: shown(before?.[name]), to: shown(after?.[name]) }))
    .filter(({ from, to }) => from !== to)
}

/** `taken down` for `takenDown`. */
const spaced = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shown).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
