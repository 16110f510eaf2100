import { noticePath } from '@nofiller/contract/notices/notice-paths'
import { noticeLine, noticeTitle, type ReviewTopic } from '@nofiller/contract/notices/notice-rules'
import type { Config } from '../config.ts'
import { newsMail } from '../news/emails.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Wanted } from './wanted-notices.ts'

/**
 * One email for what is new about the reviews of a game, of one topic, for one reader. Neither its subject nor its first line names
 * an 18+ game (N3), and of who wrote a review it says nothing.
 */
export function reviewMail(config: Config, notices: readonly [Wanted, ...Wanted[]]): Mail {
  const [newest] = notices
  const topic = newest.topic as ReviewTopic // the caller takes no others
  const facts = { topic, title: newest.title, labels: notices.map(({ label }) => label), mine: null }
  const { unnamed, link } = WORDS[topic]
  const isExplicit = newest.category === 'NSFW'
  const path = noticePath({
    topic,
    gameId: newest.game_id,
    slug: newest.slug,
    thingId: newest.thing_id,
    ids: notices.map(({ id }) => id),
  })
  return newsMail(
    config,
    { email: newest.email, token: newest.unsubscribe_token, topics: [topic] },
    {
      subject: isExplicit ? unnamed : noticeTitle(facts),
      lines: [
        ...(isExplicit ? [`${unnamed}.`] : []),
        noticeTitle(facts),
        noticeLine(facts),
        { label: link, link: `${config.publicUrl}${path}` },
      ],
    },
  )
}

/** What is said in place of an 18+ game, and where the link leads. */
const WORDS: Record<ReviewTopic, { unnamed: string; link: string }> = {
  'review-answer': { unnamed: 'A developer answered your review', link: 'Read the answer' },
  'review-reminder': { unnamed: 'You can review a game that you own', link: 'Write a review' },
  'review-new': { unnamed: 'A game of yours has a new review', link: 'See the reviews' },
}
