import { beginsAs } from '@nofiller/contract/notices/notice-rules'
import { PRICE_NEWS_DAYS } from '@nofiller/contract/wishlist/wishlist-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { startAnnouncingPrices } from '../sales/announce-prices.ts'
import type { Store } from '../store.ts'
import { MAIL_WISHLISTS } from './mail-wishlists.ts'

/** How many who want a game are told in one transaction. */
const BATCH = 500
/** How long news wait for more, so that one email tells of all. */
const WAIT_SECONDS = 15 * 60

/** Starts the job that tells those who want a game that its price fell or that it left development. */
export const startTellingWishlists = (store: Store): Promise<void> =>
  startAnnouncingPrices(store.jobs, () => tellWishlists(store))

/**
 * Adds the notices of all news that are not told yet, the oldest first, in batches by the index `wishlist_game`. After a kill the
 * news of one game begin anew: nobody is told twice, by the unique key of `notices`.
 */
export async function tellWishlists(store: Store): Promise<void> {
  let place: Place | null = START
  do {
    const from: Place = place
    place = await store.db.transaction().execute((tx) => tellSome(store, tx, from))
  } while (place !== null)
}

/** The last account that was told of some news. */
type Place = { newsId: string | null; accountId: string | null }
const START: Place = { newsId: null, accountId: null }

/** @returns where to go on; null once all is told */
async function tellSome(store: Store, tx: Tx, place: Place): Promise<Place | null> {
  // Two processes at once would wait for each other's rows.
  await sql`select pg_advisory_xact_lock(hashtext('tell-wishlists'))`.execute(tx)
  const news = await nextNews(tx)
  if (!news) return null
  const after = news.id === place.newsId ? place.accountId : null
  const wanting = await nextWanting(tx, news.game_id, after)
  if (wanting.length > 0) await addNotices(tx, news, wanting, waitSeconds(store))
  if (wanting.length === BATCH) return { newsId: news.id, accountId: wanting.at(-1) ?? null }
  await tx.updateTable('wishlist_news').set({ told_at: sql`now()` }).where('id', '=', news.id).execute()
  await queueMailing(store, tx)
  return START
}

const nextNews = (tx: Tx) =>
  tx
    .selectFrom('wishlist_news')
    .select(['id', 'game_id', 'kind', 'is_brief'])
    .where('told_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()

type News = NonNullable<Awaited<ReturnType<typeof nextNews>>>

async function nextWanting(tx: Tx, gameId: string, after: string | null): Promise<string[]> {
  const rows = await tx
    .selectFrom('wishlist')
    .select('account_id')
    .where('game_id', '=', gameId)
    .$if(after !== null, (those) => those.where('account_id', '>', after))
    .orderBy('account_id')
    .limit(BATCH)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Only what still holds and was not told before is told: a sale may have ended before its turn came, a price been there last week. */
function addNotices(tx: Tx, news: News, accounts: string[], waits: number): Promise<unknown> {
  const begins = beginsAs('wishlist')
  const site = sql`coalesce(preference.site, ${begins.site})`
  const mail = sql`case when accounts.notify_updates and not news.is_brief then coalesce(preference.mail, ${begins.mail})
    else 'never' end`
  const isKnown = sql`case news.kind when 'stage' then wish.is_left_told else ${wasTold(mail)} end`
  return sql`
    with told as (
      insert into notices (account_id, topic, game_id, thing_id, is_on_site, mail_at, is_weekly)
      select accounts.id, 'wishlist', news.game_id, news.id, ${site},
        case when ${mail} = 'each' then now() + make_interval(secs => ${waits}) end, ${mail} = 'weekly'
      from wishlist_news as news
      join games on games.id = news.game_id
      join wishlist as wish on wish.game_id = news.game_id and wish.account_id = any(${sql.val(accounts)}::uuid[])
      join accounts on accounts.id = wish.account_id
      left join notice_preferences as preference on preference.account_id = accounts.id and preference.topic = 'wishlist'
      where news.id = ${news.id} and wants_news(wish, news.kind, games) and not ${isKnown}
        and (${site} or ${mail} <> 'never')
      order by accounts.id
      on conflict (account_id, topic, thing_id) do nothing
      returning account_id, game_id
    )
    update wishlist set is_left_told = true from told
    where ${news.kind} = 'stage' and wishlist.account_id = told.account_id and wishlist.game_id = told.game_id`.execute(
    tx,
  )
}

/**
 * That the reader of a wish knows a price, or a lower one, for not long enough that it would be news again: from an email, from
 * the site, or from what waits for an email. What they get by email now and only the site named without their looking is none.
 */
const wasTold = (mail: RawBuilder<unknown>) => sql`exists (
  select from notices as earlier join wishlist_news as known on known.id = earlier.thing_id
  where earlier.account_id = accounts.id and earlier.topic = 'wishlist' and earlier.game_id = news.game_id
    and known.kind = 'price' and known.price_cents <= news.price_cents
    and earlier.created_at > now() - make_interval(days => ${PRICE_NEWS_DAYS})
    and (earlier.mailed_at is not null or earlier.mail_at is not null or earlier.is_weekly or earlier.read_at is not null
      or earlier.is_on_site and ${mail} = 'never')
)`

/** When the emails may go out; the schedule would find them minutes later. */
const queueMailing = (store: Store, tx: Tx): Promise<void> =>
  store.jobs.send(
    tx,
    MAIL_WISHLISTS,
    {},
    {
      singletonKey: MAIL_WISHLISTS,
      startAfter: Math.ceil(waitSeconds(store)) + 1,
      retryLimit: 5,
      retryDelay: 30,
    },
  )

const waitSeconds = ({ config }: Store): number => WAIT_SECONDS * config.NOTICE_MAIL_SCALE
