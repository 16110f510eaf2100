import type { Received } from '@nofiller/contract/calls'
import {
  FOLLOW_TOPICS,
  NOTICE_PAGE,
  type NoticeTopic,
  UNREAD_MAX,
} from '@nofiller/contract/notices/notice-rules'
import type { Notice } from '@nofiller/contract/notices/notices'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import type { WishReason } from '@nofiller/contract/wishlist/wishlist-rules'
import { sql } from 'kysely'
import { pictureFor, viewOfOwned } from '../catalog/content-choice.ts'
import { withinLimits } from '../catalog/within-limits.ts'
import { isMuted } from '../library/skip-updates.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'
import type { GameRow } from '../platform/database/tables.ts'
import type { Audience } from '../platform/http/audience.ts'
import { type ReaderVersion, readerVersions } from '../releases/reader-versions.ts'

/**
 * What an account is told on the site, grouped by topic and game: unread groups first, then the newest; of whom it follows by time
 * alone. What may no longer be named, or what limits or the content choice hide, is left out (N12).
 * @throws HttpError 400 `bad_cursor`
 */
export async function noticesOf(
  db: Database,
  accountId: string,
  { follows, ...query }: Received<'GET /api/notices', 'query'>,
  audience: Audience,
): Promise<Page<Notice>> {
  const groups = groupsOf(accountId, audience)
  const list = {
    rows: db.selectFrom(groups.as('found')).selectAll(),
    from: sql`${groups} as found`,
    filter: follows ? sql<boolean>`found.topic = any(${sql.val([...FOLLOW_TOPICS])})` : sql<boolean>`true`,
    key: sql`found.newest_id`,
    order: { by: follows ? sql`extract(epoch from found.at)` : sql`found.rank`, direction: 'desc' as const },
    toItem: (row: Group) => row,
  }
  const page = await paginate(db, list, { ...query, limit: query.limit ?? NOTICE_PAGE })
  const releases = page.items.flatMap(({ thing_ids }) => thing_ids.slice(0, 1))
  const versions = await readerVersions(db, accountId, releases)
  return {
    ...page,
    items: page.items.map((group) => toNotice(group, versions.get(group.thing_ids[0] ?? ''), audience)),
  }
}

type Group = {
  topic: NoticeTopic
  game_id: string
  is_new: boolean
  at: Date
  ids: string[]
  thing_ids: string[]
  labels: string[]
  saves_notes: string[]
  reasons: string[]
  wish_reasons: (WishReason | null)[]
  newest_id: string
  rank: string
} & Pick<
  GameRow,
  'slug' | 'title' | 'card' | 'category' | 'price_cents' | 'sale_price_cents' | 'sale_ends_at'
>

const groupsOf = (accountId: string, audience: Audience) => sql<Group>`(
  select notice.topic, notice.game_id, notice.read_at is null as is_new, max(notice.created_at) as at,
    array_agg(notice.id order by notice.live_at desc, notice.id) as ids,
    array_agg(notice.thing_id order by notice.live_at desc, notice.id) as thing_ids,
    array_agg(notice.label order by notice.live_at desc, notice.id) as labels,
    array_agg(notice.saves_note order by notice.live_at desc, notice.id) as saves_notes,
    array_agg(notice.steps_reason order by notice.live_at desc, notice.id) as reasons,
    array_agg(notice.wish_reason order by notice.live_at desc, notice.id) as wish_reasons,
    (array_agg(notice.id order by notice.live_at desc, notice.id))[1] as newest_id,
    extract(epoch from max(notice.created_at)) + case when notice.read_at is null then 1e11 else 0 end as rank,
    games.slug, games.title, games.card, games.category, games.price_cents, games.sale_price_cents, games.sale_ends_at
  from ${shownTo(accountId, audience)}
  group by notice.topic, notice.game_id, notice.read_at is null, games.id
)`

/** The notices that an account sees, with their games. */
const shownTo = (accountId: string, { view, hidden }: Audience) => sql`
  nameable_notices as notice
  join games on games.id = notice.game_id and ${withinLimits(hidden)}
    and ${view === 'sfw' ? sql`games.category = 'SFW'` : sql`true`}
  where notice.account_id = ${accountId} and notice.is_on_site and not (notice.topic = 'wishlist' and ${isMuted})`

/** What is told with its developer's reason. */
const REASONED: readonly NoticeTopic[] = ['window-changed', 'rolled-back']

function toNotice(group: Group, version: ReaderVersion | undefined, { view }: Audience): Notice {
  return {
    ids: group.ids,
    topic: group.topic,
    isNew: group.is_new,
    at: group.at.toISOString(),
    gameId: group.game_id,
    slug: group.slug,
    title: group.title,
    picture: pictureFor(viewOfOwned(view), group.category, group.card),
    thingId: group.thing_ids[0] ?? '',
    labels: group.labels,
    mine: version?.mine ?? null,
    saves: version?.saves ?? null,
    savesNote: group.saves_notes[0] ?? '',
    reason: REASONED.includes(group.topic) ? (group.reasons[0] ?? '') : '',
    wishReasons: group.wish_reasons.filter((reason) => reason !== null),
    price: dollarsOf(group.sale_price_cents ?? group.price_cents),
    saleEndsAt: group.sale_ends_at?.toISOString() ?? null,
  }
}

/** How many groups are not read, up to 100, by the index `notices_unread`. */
export async function countUnread(db: Database, accountId: string, audience: Audience): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select distinct notice.topic, notice.game_id from ${shownTo(accountId, audience)} and notice.read_at is null
      limit ${UNREAD_MAX}
    ) as unread`.execute(db)
  return rows[0]?.count ?? 0
}
