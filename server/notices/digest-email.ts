import { summaryOf } from '@nofiller/contract/authoring/summary'
import { noticePath } from '@nofiller/contract/notices/notice-paths'
import {
  NOTICE_TOPICS,
  noticeLine,
  noticeTitle,
  savesLine,
  WEEKLY,
} from '@nofiller/contract/notices/notice-rules'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { newsMail } from '../news/emails.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Line } from '../platform/mail/mail-content.ts'
import { type ReaderVersion, readerVersions } from '../releases/reader-versions.ts'
import { wishLines } from '../wishlist/emails.ts'
import { newsOfWishlists, type WishNews } from '../wishlist/wishlist-news.ts'
import type { Wanted } from './wanted-notices.ts'

const SUMMARY_MAX = 280

/** The email with the news of a week. Its subject says nothing of games, as others see it (N3). */
export const digestMail = (config: Config, reader: { email: string; token: string }, lines: Line[]): Mail =>
  newsMail(
    config,
    { ...reader, topics: [WEEKLY] },
    {
      subject: `Your week at ${config.STORE_NAME}`,
      lines: [
        'Here is what is new for you.',
        ...lines,
        { label: 'All notices', link: `${config.publicUrl}/notices` },
        { label: 'Choose what comes, and when', link: `${config.publicUrl}/notices/preferences` },
      ],
    },
  )

/** The lines about the news of one reader, in groups of one topic about one game, each topic below its heading. */
export async function digestContent(
  db: Queryable,
  config: Config,
  groups: readonly Wanted[][],
): Promise<Line[]> {
  const newest = groups.flatMap(([first]) => (first ? [first] : []))
  const [reader] = newest
  if (!reader) return []
  const versions = await readerVersions(
    db,
    reader.account_id,
    newest.map(({ thing_id }) => thing_id),
  )
  const wishes = await wishesOf(db, reader.account_id, groups.flat())
  let above = ''
  return groups.flatMap((notices) => {
    const [first] = notices
    if (!first) return []
    const lines =
      first.topic === 'wishlist'
        ? wishes.filter(({ gameId }) => gameId === first.game_id).flatMap((wish) => wishLines(config, wish))
        : linesOf(config, notices, versions.get(first.thing_id))
    const { group } = NOTICE_TOPICS[first.topic]
    if (lines.length === 0 || group === above) return lines
    above = group
    return [{ heading: group }, ...lines]
  })
}

/** What is new about the wishlist, at the prices of now. */
async function wishesOf(db: Queryable, accountId: string, notices: readonly Wanted[]): Promise<WishNews[]> {
  const ids = notices.filter(({ topic }) => topic === 'wishlist').map(({ id }) => id)
  if (ids.length === 0) return []
  const news = await newsOfWishlists(db, sql<boolean>`notice.id = any(${sql.val(ids)}::uuid[])`)
  return news.get(accountId) ?? []
}

function linesOf(
  { publicUrl }: Config,
  notices: readonly Wanted[],
  version: ReaderVersion | undefined,
): Line[] {
  const [newest] = notices
  if (!newest) return []
  const { topic, title, slug, saves_note, steps_reason } = newest
  const labels = notices.map(({ label }) => label)
  const facts = { topic, title, labels, mine: version?.mine ?? null, reason: steps_reason }
  const isOwned = topic === 'owned-release'
  const line = [noticeLine(facts), isOwned ? savesLine(version?.saves ?? null, saves_note) : null]
  const below = [summaryIn(newest), line.filter(Boolean).join(' ')].filter(Boolean).join('\n')
  const ids = notices.map(({ id }) => id)
  const path = noticePath({ topic, gameId: newest.game_id, slug, thingId: newest.thing_id, ids })
  return [{ label: noticeTitle(facts), link: `${publicUrl}${path}` }, ...(below === '' ? [] : [below])]
}

/** What a release or post says in short. */
const summaryIn = ({ topic, summary }: Wanted): string =>
  topic === 'window-changed' ? '' : summaryOf(summary, SUMMARY_MAX)
