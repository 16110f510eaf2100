import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

/** Of the demo player; the first two are on sale, one of them at the price the player would pay. */
const WISHES = [
  { slug: 'brine', myPriceCents: 1_500, notify: 'all' },
  { slug: 'undertow-waltz', myPriceCents: null, notify: 'all' },
  { slug: 'overnight-freight', myPriceCents: null, notify: 'all' },
  { slug: 'ninth-arch', myPriceCents: null, notify: 'all' },
  { slug: 'rust-choir', myPriceCents: 900, notify: 'my-price' },
  { slug: 'saltglass', myPriceCents: null, notify: 'nothing' },
] as const
const DAY_MS = 86_400_000

/** The wishlist of the demo player, without what they own. Its news are told by the job once the store runs. */
export async function plantWishes(tx: Tx, playerId: string, now: Date): Promise<void> {
  const wishes = WISHES.map((wish, nth) => ({
    ...wish,
    addedAt: new Date(now.getTime() - (nth + 3) * DAY_MS),
  }))
  await sql`
    insert into wishlist (account_id, game_id, added_at, notify, my_price_cents)
    select ${playerId}, games.id, wish."addedAt", wish.notify, wish."myPriceCents"
    from json_to_recordset(${JSON.stringify(wishes)})
      as wish (slug text, "addedAt" timestamptz, notify text, "myPriceCents" integer)
    join games on games.slug = wish.slug
    where not exists (select from grants where account_id = ${playerId} and game_id = games.id)`.execute(tx)
}
