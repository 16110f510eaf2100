import type { NoticeState } from '@nofiller/contract/copyright/copyright-rules'

/** How a notice stands, as both sides read it. */
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
