import { foldName } from '@nofiller/contract/accounts/names'
import { SURGE } from '@nofiller/contract/reviews/review-rules'
import { utcDay } from '@nofiller/contract/text/time'
import { type DemoReview, type DemoSurge, reviews, surges } from '@nofiller/demo/reviews'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { recordReviewDecision } from '../reviews/record-decision.ts'
import { offTopicStatement } from '../reviews/surges/off-topic-statement.ts'
import { randomIdMaker } from './ids.ts'
import type { PlantedGame } from './store-game.ts'

const DAY_MS = 86_400_000

/** Plants what owners wrote about games, who found it helpful, and what developers answered; the demo's player wrote nothing. */
export async function plantReviews(
  tx: Tx,
  {
    planted,
    playerId,
    adminId,
    now,
  }: { planted: readonly PlantedGame[]; playerId: string; adminId: string; now: Date },
): Promise<void> {
  for (const { row } of planted) {
    const written = reviews[row.slug] ?? []
    if (written.length === 0) continue
    const owners = await ownersOf(tx, row.id, playerId)
    if (owners.length < written.length) throw new Error(`the demo game ${row.slug} has too few owners`)
    const nextId = randomIdMaker(`reviews of ${row.slug}`)
    for (const [nth, review] of written.entries())
      await plantReview(tx, row, { ...review, id: nextId(), writer: owners[nth] as string, owners, now })
    const surge = surges[row.slug]
    if (surge) await plantSurge(tx, row, { ...surge, id: nextId(), adminId, now })
  }
}

/** Accounts that own a game and fetched a file of it, the earliest first. */
async function ownersOf(tx: Tx, gameId: string, playerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from downloads
    where game_id = ${gameId} and account_id <> ${playerId}
      and exists (select from grants where account_id = downloads.account_id and game_id = ${gameId} and file_id is null)
    group by account_id order by min(created_at), account_id`.execute(tx)
  return rows.map(({ id }) => id)
}

type Planted = DemoReview & { id: string; writer: string; owners: readonly string[]; now: Date }

async function plantReview(
  tx: Tx,
  { id: gameId, developer_id }: PlantedGame['row'],
  { id, writer, owners, now, ...review }: Planted,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const at = daysAgo(review.daysAgo)
  if (review.penName !== undefined) await plantPenName(tx, writer, review.penName, at)
  await tx
    .insertInto('reviews')
    .values({
      id,
      game_id: gameId,
      account_id: writer,
      recommends: review.recommends,
      text: review.text,
      language: 'en',
      progress: review.progress ?? null,
      name_kind: review.penName === undefined ? (review.name ?? 'owner') : 'pen_name',
      release_id: sql<string | null>`(
        select id from releases where game_id = ${gameId} and live_at <= ${at} order by live_at desc limit 1)`,
      created_at: at,
    })
    .execute()
  const readers = owners.filter((owner) => owner !== writer).slice(0, review.helpful ?? 0)
  await sql`insert into review_votes (review_id, account_id)
    select ${id}, account_id from unnest(${sql.val(readers)}::uuid[]) as account_id`.execute(tx)
  if (review.answer)
    await tx
      .insertInto('review_answers')
      .values({
        review_id: id,
        author_id: developer_id,
        text: review.answer.text,
        created_at: daysAgo(review.answer.daysAgo),
      })
      .execute()
}

const HOUR_MS = 3_600_000
const STORE_NAME = 'No Filler'

/** An open surge, or one that an admin decided about a day after its end. */
async function plantSurge(
  tx: Tx,
  { id: gameId, title, developer_id }: PlantedGame['row'],
  { id, adminId, now, daysAgo, untilDaysAgo, reason }: DemoSurge & { id: string; adminId: string; now: Date },
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const from = utcDay(ago(daysAgo))
  const openedAt = ago(daysAgo - 1)
  const found = await tx
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('reviews'))
    .select(sql<number>`count(*) filter (where recommends)`.as('positive'))
    .where('game_id', '=', gameId)
    .where('created_on', '>=', from)
    .where('created_at', '<=', ago(untilDaysAgo ?? 0))
    .executeTakeFirstOrThrow()
  const surge = {
    id,
    game_id: gameId,
    from_on: from,
    opened_at: openedAt,
    due_at: new Date(openedAt.getTime() + SURGE.decideHours * HOUR_MS),
    newcomers: 0,
    ...found,
  }
  if (reason === undefined || untilDaysAgo === undefined)
    return void (await tx.insertInto('review_surges').values(surge).execute())
  const until = utcDay(ago(untilDaysAgo))
  const decidedAt = ago(untilDaysAgo - 1)
  const decision_id = await recordReviewDecision(tx, {
    kind: 'off_topic',
    gameId,
    title,
    concernsId: developer_id,
    rule: null,
    assets: ['Reviews'],
    text: reason,
    statement: offTopicStatement({ storeName: STORE_NAME, title, from, until, reason, decidedAt }),
    seen: `${id} ${from} ${until}`,
    decidedBy: { id: adminId, name: 'admin', address: null },
    decidedAt,
  })
  await tx
    .insertInto('review_surges')
    .values({
      ...surge,
      state: 'off_topic',
      until_on: until,
      reason,
      decided_by: adminId,
      decided_at: decidedAt,
      decision_id,
    })
    .execute()
}

async function plantPenName(tx: Tx, accountId: string, name: string, chosenAt: Date): Promise<void> {
  const folded = foldName(name)
  await tx.insertInto('names').values({ folded }).execute()
  await tx
    .insertInto('pen_names')
    .values({ account_id: accountId, name, folded, chosen_at: chosenAt })
    .execute()
}
