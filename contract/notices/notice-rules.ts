/** Topics, limits and words of notices that the browser needs too: no schema is loaded for them. */
import { showPrice } from '../pricing/money.ts'
import type { LabeledPath } from '../releases/save-path.ts'
import { plural } from '../text/digits.ts'
import type { WishReason } from '../wishlist/wishlist-rules.ts'

/** When a topic is emailed: each time, once a week together with others, or never. */
export const MAIL_CHOICES = ['each', 'weekly', 'never'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

type TopicRow = {
  group: string
  label: string
  hint: string
  /** Whether people choose how they are told. What they can't choose is always told on the site, and never by email. */
  isSwitchable: boolean
  /** How it is emailed to who agreed to news and has not chosen. */
  mail: MailChoice
  /** The first version of the consent's text (`NEWS_TEXTS`) that covers it. */
  sinceText: number
}

/** The group of what developers alone are told about. */
export const SELLING = 'Games you sell'

/** What people are told about, in the order of the page and of the weekly email. Everything begins on the site. */
export const NOTICE_TOPICS = {
  'owned-release': {
    group: 'Games you own',
    label: 'New versions',
    hint: 'What changed, and what it means for your saves',
    isSwitchable: true,
    mail: 'weekly',
    sinceText: 2,
  },
  'owned-post': {
    group: 'Games you own',
    label: 'Posts',
    hint: 'News from their developers',
    isSwitchable: true,
    mail: 'weekly',
    sinceText: 3,
  },
  'rolled-back': {
    group: 'Games you own',
    label: 'Versions taken back',
    hint: 'When a developer takes back a version that you have, or could have as a supporter',
    isSwitchable: false,
    mail: 'never',
    sinceText: 2,
  },
  'window-changed': {
    group: 'Games you own',
    label: 'Early access changes',
    hint: 'When a version opens to supporters later than was announced, and why',
    isSwitchable: true,
    mail: 'each',
    sinceText: 2,
  },
  wishlist: {
    group: 'Wishlist',
    label: 'On sale, at your price, or out of development',
    hint: 'All games in one email, at most once a week',
    isSwitchable: true,
    mail: 'each',
    sinceText: 3,
  },
  'follow-release': {
    group: 'Following',
    label: 'New versions',
    hint: 'Of games you follow',
    isSwitchable: true,
    mail: 'weekly',
    sinceText: 3,
  },
  'follow-post': {
    group: 'Following',
    label: 'Posts',
    hint: 'About games and by developers you follow',
    isSwitchable: true,
    mail: 'weekly',
    sinceText: 3,
  },
  'follow-game': {
    group: 'Following',
    label: 'New games',
    hint: 'By developers you follow',
    isSwitchable: true,
    mail: 'weekly',
    sinceText: 3,
  },
  'review-answer': {
    group: 'You',
    label: 'Answers to your reviews',
    hint: 'When a developer answers what you wrote',
    isSwitchable: true,
    mail: 'weekly',
    sinceText: 4,
  },
  'review-reminder': {
    group: 'You',
    label: 'Reminders to review',
    hint: 'Once for each game, some days after you first download it',
    isSwitchable: true,
    mail: 'never',
    sinceText: 4,
  },
  'review-new': {
    group: SELLING,
    label: 'New reviews',
    hint: 'What owners say about your games',
    isSwitchable: true,
    mail: 'weekly',
    sinceText: 4,
  },
  'builds-leave': {
    group: SELLING,
    label: 'Old versions that leave storage',
    hint: '30 days before files go that nobody can download',
    isSwitchable: false,
    mail: 'never',
    sinceText: 2,
  },
} as const satisfies Record<string, TopicRow>
export type NoticeTopic = keyof typeof NOTICE_TOPICS

const topics = Object.keys(NOTICE_TOPICS) as NoticeTopic[] // its own keys
export const TOPICS = topics as [NoticeTopic, ...NoticeTopic[]] // there are some
export const SWITCHABLE_TOPICS = topics.filter((topic) => NOTICE_TOPICS[topic].isSwitchable)

/** The topics of which an email tells what is new of one developer; the others are about one game: its releases, or its reviews. */
export const POST_TOPICS = [
  'owned-post',
  'follow-post',
  'follow-game',
] as const satisfies readonly NoticeTopic[]
export const RELEASE_TOPICS = [
  'owned-release',
  'window-changed',
  'follow-release',
] as const satisfies readonly NoticeTopic[]
export const REVIEW_TOPICS = [
  'review-answer',
  'review-reminder',
  'review-new',
] as const satisfies readonly NoticeTopic[]
export type ReviewTopic = (typeof REVIEW_TOPICS)[number]
/** What is new of whom somebody follows. */
export const FOLLOW_TOPICS = topics.filter((topic) => NOTICE_TOPICS[topic].group === 'Following')

/** How a topic is told to who has not chosen; an email needs the consent to news as well. */
export const beginsAs = (topic: NoticeTopic): { site: boolean; mail: MailChoice } => ({
  site: true,
  mail: NOTICE_TOPICS[topic].mail,
})

/** What the link in a weekly email ends, in the place of a topic: all that is set to weekly. */
export const WEEKLY = 'weekly'

/** When the weekly email comes to who has not chosen: a day from Monday, 1, to Sunday, 7, and an hour there. */
export const DIGEST_TIME = { day: 5, hour: 18, zone: 'UTC' } as const
/** How many games, or several news of one, it tells of at most. */
export const DIGEST_MAX = 10

/** Whether a name is one of the tz database that this runtime knows, such as `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

export const NOTICE_PAGE = 50
export const NOTICE_DAYS = 90
/** The count says 99+ beyond 99. */
export const UNREAD_MAX = 100

/** At most one email about a game in 24 hours, and eight in 30 days. */
export const NOTICE_MAILS = { everyHours: 24, max: 8, inDays: 30 } as const

/** New releases or posts of one game, the new game itself, what became of some releases, or why it is told about who wants it. The newest label is the first. */
export type NoticeFacts = {
  topic: NoticeTopic
  title: string
  labels: readonly string[]
  /** The label of the reader's version; null where it is not known. */
  mine: string | null
  /** Why what was announced changes or a version was withdrawn, as its developer says it. */
  reason?: string
  wishReasons?: readonly WishReason[]
  /** In dollars. */
  price?: number
}

/** What happened, in a line: `Night Garden 0.5 is out`, `Night Garden: 3 updates`. */
export function noticeTitle({ topic, title, labels, reason = '', wishReasons = [] }: NoticeFacts): string {
  if (topic === 'wishlist') return `${title} ${HAPPENED[wishReasons[0] ?? 'on-sale']}`
  if (topic === 'rolled-back')
    return reason ? `${title} ${labels[0]} was taken back` : `${title} went back to ${labels[0]}`
  if (topic === 'window-changed') return `${title} ${labels[0]}: early access changed`
  if (topic === 'builds-leave')
    return `${plural(labels.length, 'old version')} of ${title} ${labels.length === 1 ? 'leaves' : 'leave'} storage`
  if (topic === 'follow-game') return `New: ${title}`
  if (topic === 'review-answer') return `${labels[0]} answered your review`
  if (topic === 'review-reminder') return `What do you think of ${title}?`
  if (topic === 'review-new')
    return `${title}: ${labels.length > 1 ? `${labels.length} new reviews` : 'a new review'}`
  if (isPost(topic)) return labels.length > 1 ? `${title}: ${labels.length} posts` : `${title}: ${labels[0]}`
  return labels.length > 1 ? `${title}: ${labels.length} updates` : `${title} ${labels[0]} is out`
}

const HAPPENED: Record<WishReason, string> = {
  'on-sale': 'is on sale',
  'at-my-price': 'is at your price',
  'left-development': 'left development',
}

const isPost = (topic: NoticeTopic): boolean => topic === 'owned-post' || topic === 'follow-post'

/** The line below it. */
export function noticeLine({ topic, title, labels, mine, reason = '', price = 0 }: NoticeFacts): string {
  if (topic === 'window-changed') return reason
  if (topic === 'builds-leave')
    return `${listOf(labels)}. Nobody can download them. They are removed after 30 days.`
  if (topic === 'wishlist') return `${showPrice(price)}. On your wishlist.`
  const have = mine === null ? '' : `You have ${mine}.`
  if (topic === 'follow-game') return 'From a developer you follow.'
  if (topic === 'review-answer') return `About ${title}.`
  if (topic === 'review-reminder') return 'You can review it now. Tell others what it is like.'
  if (topic === 'review-new') return `${verdicts(labels)}.`
  if (isPost(topic)) return labels.length > 1 ? `${listOf(labels)}.` : ''
  if (topic === 'rolled-back')
    return [have, reason || 'Download the version that was brought back.'].join(' ').trim()
  return labels.length > 1 ? `${listOf(labels)}. ${have}`.trim() : have
}

/** `Not recommended`, `3 recommended`, `2 recommended, 1 not` */
function verdicts(labels: readonly string[]): string {
  const [only = '', ...more] = labels
  if (more.length === 0) return only
  const no = labels.filter((label) => label === NOT_RECOMMENDED).length
  const yes = labels.length - no
  if (yes === 0) return `${no} not recommended`
  return no === 0 ? `${yes} recommended` : `${yes} recommended, ${no} not`
}

/** As the notices of reviews say it. */
const NOT_RECOMMENDED = 'Not recommended'

/** What becomes of the reader's saves; null for who has no version. `note` is the developer's. */
export function savesLine(path: LabeledPath | null, note = ''): string | null {
  switch (path?.kind) {
    case 'works':
      return 'Your saves work.'
    case 'steps':
      return `Your saves need ${path.steps.length === 2 ? 'one step' : `${path.steps.length - 1} steps`}: open your save in ${path.steps.join(', save there, then in ')}.`
    case 'none':
      return note === '' ? 'Old saves do not work.' : `Old saves do not work: ${note}`
    case 'unknown':
      return 'The developer has not said whether your saves work.'
    default:
      return null
  }
}

const LISTED_MAX = 5

/** `0.5, 0.4 and 0.3`; of many the newest few. */
export function listOf(labels: readonly string[]): string {
  if (labels.length > LISTED_MAX)
    return `${labels.slice(0, LISTED_MAX).join(', ')} and ${labels.length - LISTED_MAX} more`
  const last = labels.at(-1) ?? ''
  return labels.length > 1 ? `${labels.slice(0, -1).join(', ')} and ${last}` : last
}

/** `7`, `99+` */
export const showUnread = (count: number): string =>
  count >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : String(count)
