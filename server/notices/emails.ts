import { listOf, type NoticeTopic, noticeTitle, savesLine } from '@nofiller/contract/notices/notice-rules'
import { releasesPath } from '@nofiller/contract/releases/release-paths'
import { NO_NOTES } from '@nofiller/contract/releases/save-words'
import type { Config } from '../config.ts'
import { newsMail } from '../news/emails.ts'
import { unsubscribeUrl } from '../news/unsubscribe.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Line, MailContent } from '../platform/mail/mail-content.ts'
import type { ReaderVersion } from '../releases/reader-versions.ts'

/** New releases of a game, the newest first, and those whose announced time changed, for one reader. */
export type ReleaseNews = {
  /** Of the newest first. */
  topics: readonly [NoticeTopic, ...NoticeTopic[]]
  gameId: string
  slug: string
  title: string
  isExplicit: boolean
  releases: readonly { label: string; summary: string }[]
  changes: readonly { label: string; reason: string }[]
  savesNote: string
  version: ReaderVersion | null
}

/** One email for all releases of a game since the last. Neither its subject nor its first line names an 18+ game (N3). */
export function releaseMail(
  config: Config,
  { email, token }: { email: string; token: string },
  news: ReleaseNews,
): Mail {
  const isOwned = news.topics[0] !== 'follow-release'
  const content: MailContent = {
    subject: subjectOf(news),
    lines: [
      ...(news.isExplicit
        ? [`There is news about ${isOwned ? 'a game in your library' : 'a game you follow'}.`]
        : []),
      ...linesOf(news),
      isOwned
        ? { label: 'Open Library', link: `${config.publicUrl}/library?updated=1` }
        : { label: 'See what’s new', link: `${config.publicUrl}${releasesPath(news.slug)}` },
      { label: 'Mute this game', link: unsubscribeUrl(config, token, { game: news.gameId }) },
    ],
  }
  return newsMail(config, { email, token, topics: news.topics }, content)
}

function subjectOf({ topics: [topic], title, isExplicit, releases, changes }: ReleaseNews): string {
  const told = releases.length > 0 ? releases : changes
  if (!isExplicit) return noticeTitle({ topic, title, labels: told.map(({ label }) => label), mine: null })
  if (releases.length === 0) return 'Early access to a game you own has changed'
  const game = topic === 'follow-release' ? 'A game you follow' : 'A game you own'
  return releases.length > 1 ? `${game} has ${releases.length} new versions` : `${game} has a new version`
}

/** What a developer published, the newest first, for one reader. */
export type PostNews = {
  topic: NoticeTopic
  developer: string
  things: readonly { title: string; post: string; summary: string; path: string; isExplicit: boolean }[]
}

/** One email for all posts, or new games, of a developer since the last (FO5). */
export function postMail(
  config: Config,
  { email, token }: { email: string; token: string },
  news: PostNews,
): Mail {
  const content: MailContent = {
    subject: postSubject(news),
    lines: [
      ...(news.things.some(({ isExplicit }) => isExplicit)
        ? [`There is news ${WHY[news.topic] ?? ''}.`]
        : []),
      ...news.things.flatMap(({ title, post, summary, path }) => [
        post === '' ? title : `${title}: ${post}`,
        ...(summary === '' ? [] : [summary]),
        { label: post === '' ? 'See the game' : 'Read the post', link: `${config.publicUrl}${path}` },
      ]),
    ],
  }
  return newsMail(config, { email, token, topics: [news.topic] }, content)
}

const WHY: Partial<Record<NoticeTopic, string>> = {
  'owned-post': 'about games in your library',
  'follow-post': 'about games you follow',
  'follow-game': 'from a developer you follow',
}

function postSubject({ topic, developer, things }: PostNews): string {
  const [first] = things
  if (!first || things.some(({ isExplicit }) => isExplicit)) return `News ${WHY[topic] ?? ''}`
  if (things.length > 1)
    return `${developer}: ${things.length} ${topic === 'follow-game' ? 'new games' : 'new posts'}`
  return noticeTitle({ topic, title: first.title, labels: [first.post], mine: null })
}

function linesOf(news: ReleaseNews): Line[] {
  const changes = news.changes.map(
    ({ label, reason }) =>
      `Your early access to ${news.title} ${label} has changed. The developer says: ${reason}`,
  )
  return [...(news.releases.length > 0 ? releaseLines(news) : []), ...changes]
}

function releaseLines({ title, releases, savesNote, version }: ReleaseNews): Line[] {
  const [newest = { label: '', summary: '' }, ...between] = releases
  const have = version === null ? null : `You have ${version.mine}.`
  return [
    `${title} ${newest.label} is out.`,
    newest.summary || NO_NOTES,
    between.length > 0 ? `It follows ${listOf(between.map(({ label }) => label))}.` : null,
    [have, savesLine(version?.saves ?? null, savesNote)].filter(Boolean).join(' ') || null,
  ].filter((line) => line !== null)
}
