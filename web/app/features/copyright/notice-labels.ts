import type { NoticeState } from '@nofiller/contract/copyright/copyright-rules'

/** The state of a notice, in words for both sides. */
export const NOTICE_STATES: Record<NoticeState, string> = {
  unconfirmed: 'Not confirmed yet',
  received: 'To decide',
  returned: 'Not complete: answered',
  standing: 'Switched off',
  answered: 'Counter-notice to review',
  countered: 'Counter-notice sent',
  court: 'Off: court action',
  restored: 'Back after a counter-notice',
  withdrawn: 'No longer stands',
}
