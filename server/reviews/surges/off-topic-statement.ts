import { appealHours } from '@nofiller/contract/moderation/moderation-rules'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { appealLine, decidedByPerson, signature } from '../../moderation/decisions/statement.ts'

type OffTopic = {
  storeName: string
  title: string
  /** Days like `2026-11-21`, in UTC. */
  from: string
  until: string
  /** The admin's text. */
  reason: string
  decidedAt: Date
}

/** The statement of reasons for days whose reviews do not count, as it is mailed and kept. */
export const offTopicStatement = ({ storeName, title, from, until, reason, decidedAt }: OffTopic): string =>
  [
    `As of ${showUtcMoment(decidedAt)}, reviews of ${title} from ${showUtcDay(from)} to ${showUtcDay(until)} (UTC) no longer count. They were unusually many.`,
    reason,
    'All of them are still shown, marked as of unusual days. Reviews of other days count as before.',
    appealLine(decidedAt, appealHours(false)),
    decidedByPerson(decidedAt),
    signature(storeName),
  ].join('\n\n')
