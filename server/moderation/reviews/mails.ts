import type { ReviewDecision } from '@nofiller/contract/moderation-rules'
import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/compose-mail.ts'
import type { Mail } from '../../platform/mail.ts'

const SUBJECTS: Record<ReviewDecision, (title: string) => string> = {
  approve: (title) => `${title} was approved`,
  changes_needed: (title) => `${title}: please change something`,
  reject: (title) => `${title} was rejected`,
}

type Decided = { id: string; kind: ReviewDecision; statement: string; title: string; email: string }

/** The statement of reasons, word for word. */
export const decisionMail = (config: Config, { id, kind, statement, title, email }: Decided): Mail =>
  composeMail(config.STORE_NAME, email, {
    subject: SUBJECTS[kind](title),
    lines: [
      ...statement.split('\n\n'),
      { link: `${config.publicUrl}/decision/${id}`, label: 'See the decision' },
    ],
  })
