import { beginsAs, type NoticeTopic } from '@nofiller/contract/notices/notice-rules'
import { type RawBuilder, sql } from 'kysely'
import { LISTED } from '../catalog/visibility.ts'
import { mailChoice } from '../news/mail-choice.ts'
import type { Tx } from '../platform/database/database.ts'
import { startAnnouncingPosts } from '../posts/announce-post.ts'
import { startAnnouncing } from '../releases/announce-release.ts'
import type { Store } from '../store.ts'
import { MAIL_NOTICES } from './mail-notices.ts'
import { BATCH, nextOwners, queueMailing, tellOwners, toldOf, waitSeconds } from './tell-owners.ts'
import { startTellingReviews } from './tell-reviews.ts'

/** Starts the jobs that tell of releases, posts, new games and reviews. */
export async function startTelling(store: Store): Promise<void> {
  await startAnnouncing(store.jobs, async (releaseId, event) => {
    await tellOwners(store, releaseId, event)
    if (event === 'live') await tellFollowersOfRelease(store, releaseId)
  })
  await startAnnouncingPosts(store.jobs, (postId) => tellOfPost(store, postId))
  await store.jobs.schedule('tell-new-games', '*/5 * * * *', () => tellOfNewGames(store))
  await startTellingReviews(store)
}

/** What followers, or owners, are told. */
type News = {
  topic: NoticeTopic
  thingId: string
  gameId: string
  developerId: string
  isEmailed: boolean
  /** Who of them it concerns, as a condition on `accounts`. */
  concerned: RawBuilder<unknown>
}

/**
 * Adds the notices of a live release for those who follow its game and were not told as its owners (FO1). While its game is out of
 * the store nobody sees them.
 */
export async function tellFollowersOfRelease(store: Store, releaseId: string): Promise<void> {
  const { rows } = await sql<PublicThing>`
    select games.id as "gameId", games.developer_id as "developerId", releases.notify = 'mail' as "isEmailed"
    from releases join games on games.id = releases.game_id
    where releases.id = ${releaseId} and releases.live_at is not null and releases.withdrawn_at is null
      and releases.notify <> 'silent' and releases.same_as is null`.execute(store.db)
  const [release] = rows
  if (!release) return
  const concerned = sql`(accounts.my_devices = '{}' or exists (
      select from release_builds as part join game_files as file on file.id = part.file_id
      where part.release_id = ${releaseId} and file.device = any(accounts.my_devices)
    ))`
  await tellAll(store, { topic: 'follow-release', thingId: releaseId, ...release, concerned }, (tx, after) =>
    nextFollowers(tx, { gameId: release.gameId, developerId: null }, after),
  )
}

type PublicThing = Pick<News, 'gameId' | 'developerId' | 'isEmailed'>

/**
 * Adds the notices of a post for the owners of its game, and for who follows game or developer and owns nothing of it (FO3). While
 * its game is out of the store nobody sees them.
 */
export async function tellOfPost(store: Store, postId: string): Promise<void> {
  const { rows } = await sql<PublicThing & { isForAll: boolean }>`
    select games.id as "gameId", games.developer_id as "developerId", post.is_emailed as "isEmailed",
      post.audience = 'everyone' as "isForAll"
    from live_posts as post join games on games.id = post.game_id
    where post.id = ${postId}`.execute(store.db)
  const [post] = rows
  if (!post) return
  const news = { thingId: postId, ...post }
  await tellAll(store, { ...news, topic: 'owned-post', concerned: sql`true` }, (tx, after) =>
    nextOwners(tx, post.gameId, after),
  )
  const concerned = sql`not exists (
    select from grants where grants.account_id = accounts.id and grants.game_id = ${post.gameId})`
  if (post.isForAll)
    await tellAll(store, { ...news, topic: 'follow-post', concerned }, (tx, after) =>
      nextFollowers(tx, post, after),
    )
}

/** Adds the notices of games that came into the store for the followers of their developers, but of one for none of their devices (FO1). */
export async function tellOfNewGames(store: Store): Promise<void> {
  const { rows } = await sql<{ gameId: string; developerId: string; devices: string[] }>`
    select id as "gameId", developer_id as "developerId", devices from games
    where published_at > now() - interval '7 days' and ${LISTED}
      and not exists (select from told_games where told_games.game_id = games.id)`.execute(store.db)
  for (const { devices, ...game } of rows) {
    const news = {
      topic: 'follow-game' as const,
      thingId: game.gameId,
      isEmailed: true,
      concerned: sql`('{}' in (accounts.my_devices, ${devices}::text[]) or accounts.my_devices && ${devices}::text[])`,
    }
    await tellAll(store, { ...news, ...game }, (tx, after) =>
      nextFollowers(tx, { gameId: null, developerId: game.developerId }, after),
    )
    await sql`insert into told_games (game_id) select id from games where id = ${game.gameId}
      on conflict do nothing`.execute(store.db)
  }
}

/** In batches; after a kill it begins anew, and nobody is told twice, by the unique key of `notices`. */
async function tellAll(
  store: Store,
  news: News,
  nextOf: (tx: Tx, after: string | null) => Promise<string[]>,
): Promise<void> {
  let after: string | null = null
  do
    after = await store.db.transaction().execute(async (tx) => {
      const accounts = await nextOf(tx, after)
      if (accounts.length > 0) await addNotices(tx, news, accounts, waitSeconds(store))
      return accounts.length === BATCH ? (accounts.at(-1) ?? null) : null
    })
  while (after !== null)
  if (news.isEmailed) await queueMailing(store, store.db, `${MAIL_NOTICES} ${news.thingId}`)
}

/** By the indexes `follows_of_game` and `follows_of_developer`. */
async function nextFollowers(
  tx: Tx,
  { gameId, developerId }: { gameId: string | null; developerId: string | null },
  after: string | null,
): Promise<string[]> {
  const rest = after === null ? sql`` : sql`and account_id > ${after}`
  const { rows } = await sql<{ account_id: string }>`
    (select account_id from follows where game_id = ${gameId} ${rest} order by account_id limit ${BATCH})
    union (select account_id from follows where developer_id = ${developerId} ${rest} order by account_id limit ${BATCH})
    order by account_id limit ${BATCH}`.execute(tx)
  return rows.map(({ account_id }) => account_id)
}

function addNotices(
  tx: Tx,
  { topic, thingId, gameId, developerId, isEmailed, concerned }: News,
  accounts: string[],
  waits: number,
): Promise<unknown> {
  const mails = sql`case when ${isEmailed} and accounts.notify_updates then ${mailChoice(sql.lit(topic))} else 'never' end`
  const site = sql`coalesce(preference.site, ${beginsAs(topic).site})`
  return sql`
    insert into notices (account_id, topic, game_id, thing_id, is_on_site, mail_at, is_weekly)
    select accounts.id, ${topic}, ${gameId}, ${thingId}, ${site},
      case when ${mails} = 'each' then now() + make_interval(secs => ${waits}) end, ${mails} = 'weekly'
    from accounts
    left join notice_preferences as preference on preference.account_id = accounts.id and preference.topic = ${topic}
    where accounts.id = any(${sql.val(accounts)}::uuid[]) and accounts.id <> ${developerId}
      and (${site} or ${mails} <> 'never') and ${concerned} and not ${toldOf(thingId)}
      and not exists (select from muted_games as muted where muted.account_id = accounts.id and muted.game_id = ${gameId})
    on conflict (account_id, topic, thing_id) do nothing`.execute(tx)
}
