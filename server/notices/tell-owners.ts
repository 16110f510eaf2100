import { beginsAs, type NoticeTopic } from '@nofiller/contract/notices/notice-rules'
import { type RawBuilder, sql } from 'kysely'
import { mailChoice } from '../news/mail-choice.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { ReleaseEvent } from '../releases/announce-release.ts'
import type { Store } from '../store.ts'
import { MAIL_NOTICES } from './mail-notices.ts'

/** How many owners are told in one transaction. */
export const BATCH = 500
/** How long a release waits for the next one, so that one email tells of both, and for its developer to notice a mistake. */
const WAIT_SECONDS = 15 * 60

/**
 * Adds the notices of a release for the owners whom it concerns, in batches by the index `grants_owners`. After a kill it
 * begins anew: nobody is told twice, by the unique key of `notices`.
 */
export async function tellOwners(
  store: Store,
  releaseId: string,
  event: ReleaseEvent = 'live',
): Promise<void> {
  let after: string | null = null
  do after = await store.db.transaction().execute((tx) => tellSome(store, tx, releaseId, event, after))
  while (after !== null)
}

/** @returns the last owner of the batch; null after the last batch, and once there is nothing to tell */
async function tellSome(
  store: Store,
  tx: Tx,
  releaseId: string,
  event: ReleaseEvent,
  after: string | null,
): Promise<string | null> {
  const release = await findNews(tx, releaseId, event)
  if (!release) return null
  const owners = await nextOwners(tx, release.game_id, after)
  const add = { early: addNotices, live: addNotices, changed: addChanges, withdrawn: addWithdrawal }[event]
  if (owners.length > 0) await add(tx, release, owners, waitSeconds(store))
  if (owners.length === BATCH) return owners.at(-1) ?? null
  if (event === 'changed' || (event !== 'withdrawn' && release.notify === 'mail'))
    await queueMailing(store, tx, releaseId)
  return null
}

/** A release of which something is to be told. Nothing is withdrawn and no promise changed in silence (VE10, EA3). */
const findNews = (tx: Tx, releaseId: string, event: ReleaseEvent) =>
  tx
    .selectFrom('releases')
    .select(['id', 'game_id', 'notify', 'same_as', 'live_at'])
    .where('id', '=', releaseId)
    .where('withdrawn_at', event === 'withdrawn' ? 'is not' : 'is', null)
    .$if(event === 'early' || event === 'live', (told) =>
      told
        .where((eb) => eb.or([eb('live_at', 'is not', null), eb('early_at', 'is not', null)]))
        .where('notify', '!=', 'silent'),
    )
    .executeTakeFirst()

type News = NonNullable<Awaited<ReturnType<typeof findNews>>>

/** The next owners of a game by their ids. */
export async function nextOwners(tx: Tx, gameId: string, after: string | null): Promise<string[]> {
  const rows = await tx
    .selectFrom('grants')
    .select('account_id')
    .distinct()
    .where('game_id', '=', gameId)
    .$if(after !== null, (those) => those.where('account_id', '>', after))
    .orderBy('account_id')
    .limit(BATCH)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Who hears of a rollback has a version that it took back; whether they muted the game or the topic does not matter (VE10). */
function addNotices(tx: Tx, release: News, owners: string[], waits: number): Promise<unknown> {
  const isBack = release.same_as !== null
  const topic: NoticeTopic = isBack ? 'rolled-back' : 'owned-release'
  const concerned = isBack
    ? hasTakenBack(release)
    : sql`${hasRelease(release)} and ${wantsNews(release)} and not ${toldOf(release.id)}`
  const isMailed = !isBack && release.notify === 'mail'
  const mails = sql`case when ${isMailed} and accounts.notify_updates then ${mailChoice(sql.lit(topic))} else 'never' end`
  const site = isBack ? sql`true` : sql`coalesce(preference.site, ${beginsAs(topic).site})`
  return sql`
    insert into notices (account_id, topic, game_id, thing_id, is_on_site, mail_at, is_weekly)
    select accounts.id, ${topic}, ${release.game_id}, ${release.id}, ${site},
      case when ${mails} = 'each' then now() + make_interval(secs => ${waits}) end, ${mails} = 'weekly'
    from accounts
    left join notice_preferences as preference on preference.account_id = accounts.id and preference.topic = ${topic}
    where accounts.id = any(${sql.val(owners)}::uuid[]) and (${site} or ${mails} <> 'never') and ${concerned}
    on conflict (account_id, topic, thing_id) do nothing`.execute(tx)
}

/** That an account was told of a thing as its owner or as its follower: who buys it meanwhile is not told again. */
export const toldOf = (thingId: string): RawBuilder<boolean> => sql`
  exists (
    select from notices as told where told.account_id = accounts.id and told.thing_id = ${thingId}
      and told.topic not in ('window-changed', 'rolled-back')
  )`

/** Tells supporters, anew each time, that what they were told of a release changes (EA3). */
function addChanges(tx: Tx, { id, game_id }: News, owners: string[], waits: number): Promise<unknown> {
  const topic: NoticeTopic = 'window-changed'
  const mails = sql`case when accounts.notify_updates then ${mailChoice(sql.lit(topic))} else 'never' end`
  const site = sql`coalesce(preference.site, ${beginsAs(topic).site})`
  return sql`
    insert into notices (account_id, topic, game_id, thing_id, is_on_site, mail_at, is_weekly)
    select accounts.id, ${topic}, ${game_id}, ${id}, ${site},
      case when ${mails} = 'each' then now() + make_interval(secs => ${waits}) end, ${mails} = 'weekly'
    from accounts
    join grants as base on base.account_id = accounts.id and base.game_id = ${game_id} and base.file_id is null
    left join notice_preferences as preference on preference.account_id = accounts.id and preference.topic = ${topic}
    where accounts.id = any(${sql.val(owners)}::uuid[]) and (${site} or ${mails} <> 'never') and is_supporter(base)
    on conflict (account_id, topic, thing_id) do update
      set created_at = now(), read_at = null, mail_at = excluded.mail_at, is_weekly = excluded.is_weekly, mailed_at = null,
        mail_id = null
      where notices.created_at < now()`.execute(tx)
}

/**
 * Tells who has a build that nobody gets any more, and supporters who could have it, that it was withdrawn; whether they muted
 * the game or the topic does not matter (VE10). A release that went back to an earlier one may be withdrawn in turn.
 */
function addWithdrawal(tx: Tx, release: News, owners: string[]): Promise<unknown> {
  const { id, game_id } = release
  return sql`
    insert into notices (account_id, topic, game_id, thing_id, is_on_site)
    select accounts.id, 'rolled-back', ${game_id}, ${id}, true
    from accounts
    where accounts.id = any(${sql.val(owners)}::uuid[]) and (${hasOnlyFrom(release)} or ${couldHave(release)})
    on conflict (account_id, topic, thing_id) do update set created_at = now(), read_at = null
      where notices.created_at < now()`.execute(tx)
}

/** That an account has a build of a release which no other that stands has. */
const hasOnlyFrom = ({ id }: News): RawBuilder<boolean> => sql`
  (
    select true from release_builds as part
    join owned_versions as mine on mine.account_id = accounts.id and mine.build_id = part.build_id
    where part.release_id = ${id} and not exists (
      select from release_builds as other join releases on releases.id = other.release_id
      where other.build_id = part.build_id and releases.live_at is not null and releases.withdrawn_at is null
    )
    limit 1
  )`

/** That a release which buyers did not have was open to an account. */
const couldHave = ({ game_id, live_at }: News): RawBuilder<boolean> =>
  live_at
    ? sql`false`
    : sql`exists (
        select from grants as base
        where base.account_id = accounts.id and base.game_id = ${game_id} and base.file_id is null and is_supporter(base)
      )`

/** That an account has a release already, which may be open to some alone. */
const hasRelease = ({ id, game_id, live_at }: News): RawBuilder<unknown> =>
  live_at
    ? sql`true`
    : sql`exists (
        select from early_builds as early
        where early.account_id = accounts.id and early.game_id = ${game_id} and early.release_id = ${id}
      )`

/**
 * That an account has an older version of a file for a device of which the release brings one that the account owns and does not
 * have yet. `limit 1` has it looked up for each account of a batch: as a join PostgreSQL may read all owners for each batch.
 */
const wantsNews = ({ id, game_id }: News): RawBuilder<boolean> => sql`
  not exists (select from muted_games as muted where muted.account_id = accounts.id and muted.game_id = ${game_id})
  and (
    select true from owned_files as owned
    join release_builds as part on part.file_id = owned.file_id and part.release_id = ${id}
    join game_files as file on file.id = owned.file_id
    join game_files as other on other.game_id = file.game_id and other.device = file.device
    join owned_versions as mine on mine.account_id = owned.account_id and mine.file_id = other.id
    where owned.account_id = accounts.id and owned.game_id = ${game_id}
      and not exists (
        select from owned_versions as fetched
        where fetched.account_id = owned.account_id and fetched.build_id = part.build_id
      )
    limit 1
  )`

/** That an account has a build that this release took back: one of a release after its target, and of none before. */
const hasTakenBack = ({ id, game_id, same_as }: News): RawBuilder<boolean> => sql`
  (
    select true from releases as target, releases as bad
    join release_builds as part on part.release_id = bad.id
    join owned_versions as mine on mine.account_id = accounts.id and mine.build_id = part.build_id
    where target.id = ${same_as} and bad.game_id = ${game_id}
      and bad.live_at > target.live_at and bad.live_at < (select live_at from releases where id = ${id})
      and not exists (
        select from release_builds as other join releases as earlier on earlier.id = other.release_id
        where other.build_id = part.build_id and earlier.live_at <= target.live_at
      )
    limit 1
  )`

/** At the time when the emails may go out; the schedule would find them minutes later. */
export const queueMailing = (store: Store, tx: Database | Tx, thing: string): Promise<void> =>
  store.jobs.send(
    tx,
    MAIL_NOTICES,
    {},
    { singletonKey: thing, startAfter: Math.ceil(waitSeconds(store)) + 1, retryLimit: 5, retryDelay: 30 },
  )

/** How long an email about what was published now waits. */
export const waitSeconds = ({ config }: Store): number => WAIT_SECONDS * config.NOTICE_MAIL_SCALE
