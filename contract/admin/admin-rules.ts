/** Limits and texts of the admin's screens. */
export const REASON_MIN = 3
export const REASON_MAX = 500
export const CHANGE_MISSING = 'Say what to change: the role, or whether the user is suspended.'
export const REPLY_MAX = 5_000
export const REPLY_MISSING = 'Write a reply first.'
export const REASON_MISSING = 'Say why, in a few words.'

export const USER_SORTS = ['new', 'old', 'name'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** `asking`: a player who wants to become a developer. */
export const USER_STATES = ['active', 'suspended', 'asking'] as const
export type UserState = (typeof USER_STATES)[number]

export const GAME_STATES = ['public', 'in-review', 'draft', 'taken-down'] as const
export type GameState = (typeof GAME_STATES)[number]

export const ADMIN_GAME_SORTS = ['new', 'old', 'title', 'sales', 'revenue'] as const
export type AdminGameSort = (typeof ADMIN_GAME_SORTS)[number]

export const CONTACT_STATES = ['open', 'answered', 'all'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

export const AUDITED_ACTIONS = [
  'role_changed',
  'suspended',
  'restored',
  'signed_out',
  'verification_resent',
  'developer_declined',
  'game_taken_down',
  'game_restored',
  'contact_answered',
  'contact_reopened',
  'contact_replied',
  'case_asked',
  'case_refunded',
  'case_resolved',
  'order_refunded',
  'order_revoked',
  'game_granted',
  'order_mail_sent',
  'order_noted',
  'featured_changed',
  'job_retried',
  'job_dismissed',
  'todo_notice_changed',
  'payout_approved',
  'payout_blocked',
  'payout_cancelled',
  'payout_evidence',
  'payout_payment_shown',
  'payouts_switched',
  'payouts_unfrozen',
  'sandbox_fate_chosen',
  'report_opened',
  'report_picture_opened',
  'review_writer_seen',
  'report_decided',
  'report_unfounded',
  'safety_changed',
  'authority_reported',
  'legal_hold_changed',
  'destruction_proposed',
  'destruction_confirmed',
  'evidence_destroyed',
  'second_factor_reset',
  'news_sent',
  'bounce_lifted',
  'notice_entered',
  'notice_decided',
  'court_papers_opened',
  'profile_changed',
  'game_changed',
  'game_access_changed',
  'malware_cleared',
  'game_opened',
  'release_changed',
  'post_changed',
  'storage_changed',
  'review_claimed',
  'review_let_go',
  'review_decided',
  'appeal_decided',
  'surge_decided',
  'held_review_released',
  'held_review_removed',
  'store_sale_planned',
  'sale_ended',
  'discount_code_made',
  'discount_code_ended',
  'endpoint_added',
  'endpoint_changed',
  'endpoint_removed',
  'endpoint_secret_changed',
] as const
export type AuditedAction = (typeof AUDITED_ACTIONS)[number]

/** The audit log's actor when it was no account. */
export const COMMAND_LINE_NAME = 'command line'
/** Automatic actions that follow decisions of admins in earlier entries. */
export const STORE_JOB_NAME = 'the store'

export const AUDIT_SUBJECTS = ['user', 'game', 'contact', 'order', 'payout', 'store'] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]
