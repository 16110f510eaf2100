import type { AppealOutcome, DecisionKind } from '@nofiller/contract/moderation/moderation-rules'
import { reportNumber } from '@nofiller/contract/reports/report-rules'
import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'

const SUBJECTS: Record<DecisionKind, (title: string) => string> = {
  approve: (title) => `${title} was approved`,
  changes_needed: (title) => `${title}: please change something`,
  reject: (title) => `${title} was rejected`,
  leave: (title) => `${title} stays as it is`,
  correct: (title) => `A decision about ${title}`,
  take_down: (title) => `A decision about ${title}`,
  seal: (title) => `A decision about ${title}`,
  off_topic: (title) => `Reviews of ${title} from some days do not count`,
  remove_review: (title) => `A decision about ${title}`,
  suspend: () => 'Your account is suspended',
}

type About = { title: string; about_review: string | null; about_answer: boolean }

/** What a decision is about in an email: the title, or *your review*, as whoever wrote one need not have its game read by others. */
export const namedInMail = ({ title, about_review, about_answer }: About): string => {
  if (about_review === null) return title
  return about_answer ? 'your answer to a review' : 'your review'
}

type Answered = {
  decision_id: string
  title: string
  email: string
  outcome: AppealOutcome
  answer: string
  isOwn: boolean
}

/** The result of an appeal. */
export const appealMail = (
  config: Config,
  { decision_id, title, email, outcome, answer, isOwn }: Answered,
): Mail =>
  composeMail(config.STORE_NAME, email, {
    subject:
      outcome === 'reversed'
        ? `We took our decision about ${title} back`
        : `We keep our decision about ${title}`,
    lines: [
      outcome === 'reversed'
        ? `You were right about ${title}. Our decision no longer has any effect.`
        : `We looked at your appeal about ${title}, and keep our decision. The reasons:`,
      answer,
      whoAnswered(isOwn),
      { link: `${config.publicUrl}/decision/${decision_id}`, label: 'See the decision' },
    ],
  })

type AnsweredReporter = Omit<Answered, 'decision_id' | 'title'> & { number: number }

/** The result of a reporter's appeal. */
export const reporterAppealMail = (
  config: Config,
  { number, email, outcome, answer, isOwn }: AnsweredReporter,
): Mail =>
  composeMail(config.STORE_NAME, email, {
    subject: `Your appeal about report ${reportNumber(number)}`,
    lines: [
      outcome === 'reversed'
        ? 'You were right. We’ll review your report again and email you.'
        : 'We looked at your appeal, and keep our decision. The reasons:',
      answer,
      whoAnswered(isOwn),
    ],
  })

const whoAnswered = (isOwn: boolean): string =>
  isOwn
    ? 'One person runs this store, so the same person decided again.'
    : 'Someone who wasn’t involved in the first decision decided.'

type Decided = { id: string; kind: DecisionKind; statement: string; title: string; email: string }

/** The statement of reasons, word for word. */
export const decisionMail = (config: Config, { id, kind, statement, title, email }: Decided): Mail =>
  composeMail(config.STORE_NAME, email, {
    subject: SUBJECTS[kind](title),
    lines: [
      ...statement.split('\n\n'),
      kind === 'suspend'
        ? { link: `${config.publicUrl}/contact`, label: 'Write to us' }
        : { link: `${config.publicUrl}/decision/${id}`, label: 'See the decision' },
    ],
  })
