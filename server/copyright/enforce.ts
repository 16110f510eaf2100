import type { Picture } from '@nofiller/contract/catalog/catalog'
import { STANDING_STATES } from '@nofiller/contract/copyright/copyright-rules'
import { sql } from 'kysely'
import { LATER } from '../catalog/own-game.ts'
import type { Tx } from '../platform/database/database.ts'
import type { GameRow } from '../platform/database/tables.ts'
import type { Store } from '../store.ts'
import { textKey } from './named-assets.ts'

type Claimed = Pick<GameRow, 'card' | 'cover' | 'screenshots' | 'description'>

/**
 * Brings a game to the state of its standing notices: the named parts are off, and those no longer named
 * are back, unless its developer has put something else there. A repeated call changes nothing.
 */
export async function enforceNotices(store: Store, tx: Tx, gameId: string): Promise<void> {
  const game = await tx
    .selectFrom('games')
    .select(['card', 'cover', 'screenshots', 'description'])
    .where('id', '=', gameId)
    .forUpdate()
    .executeTakeFirst()
  if (!game) return
  const named = await namedKeys(tx, gameId)
  await pauseFiles(tx, gameId, named)
  const back = await takeBack(tx, gameId, named)
  await pauseParts(tx, gameId, game, named)
  await tx
    .updateTable('games')
    .set({ ...toColumns(withBack(without(game, named), back)), updated_at: LATER })
    .where('id', '=', gameId)
    .execute()
  await store.catalogChanged.announce(tx)
}

async function namedKeys(tx: Tx, gameId: string): Promise<ReadonlySet<string>> {
  const notices = await tx
    .selectFrom('copyright_notices')
    .select('assets')
    .where('game_id', '=', gameId)
    .where('state', 'in', STANDING_STATES)
    .execute()
  return new Set(notices.flatMap(({ assets }) => assets.map(({ key }) => key)))
}

const pauseFiles = (tx: Tx, gameId: string, named: ReadonlySet<string>) =>
  tx
    .updateTable('game_files')
    .set({
      paused_at: sql<Date>`case when id::text = any(${sql.val([...named])}) then coalesce(paused_at, now()) end`,
    })
    .where('game_id', '=', gameId)
    .execute()

type Part =
  | { slot: 'card' | 'cover' | 'screenshot'; position: number; picture: Picture }
  | { slot: 'text'; description: string }

async function pauseParts(tx: Tx, gameId: string, game: Claimed, named: ReadonlySet<string>): Promise<void> {
  for (const part of partsOf(game)) {
    const key = keyOf(part)
    if (!named.has(key)) continue
    await tx
      .insertInto('paused_parts')
      .values({
        game_id: gameId,
        key,
        slot: part.slot,
        position: 'position' in part ? part.position : null,
        picture: 'picture' in part ? JSON.stringify(part.picture) : null,
        description: 'description' in part ? part.description : null,
      })
      .execute()
  }
}

function partsOf({ card, cover, screenshots, description }: Claimed): Part[] {
  return [
    ...(card ? [{ slot: 'card', position: 0, picture: card } as const] : []),
    ...(cover ? [{ slot: 'cover', position: 0, picture: cover } as const] : []),
    ...screenshots.map((picture, position) => ({ slot: 'screenshot', position, picture }) as const),
    { slot: 'text', description },
  ]
}

const keyOf = (part: Part): string => (part.slot === 'text' ? textKey(part.description) : part.picture.url)

function without({ card, cover, screenshots, description }: Claimed, named: ReadonlySet<string>): Claimed {
  return {
    card: card && named.has(card.url) ? null : card,
    cover: cover && named.has(cover.url) ? null : cover,
    screenshots: screenshots.filter(({ url }) => !named.has(url)),
    description: named.has(textKey(description)) ? '' : description,
  }
}

/** Parts that were switched off and are no longer named, in the order of their places. */
async function takeBack(tx: Tx, gameId: string, named: ReadonlySet<string>): Promise<Part[]> {
  const rows = await tx
    .deleteFrom('paused_parts')
    .where('game_id', '=', gameId)
    .where('key', '<>', sql<string>`all(${sql.val([...named])}::text[])`)
    .returning(['slot', 'position', 'picture', 'description'])
    .execute()
  const parts = rows.flatMap(({ slot, position, picture, description }): Part[] => {
    if (slot === 'text') return [{ slot, description: description ?? '' }]
    return picture ? [{ slot, position: position ?? 0, picture }] : []
  })
  return parts.sort((a, b) => positionOf(a) - positionOf(b))
}

const positionOf = (part: Part): number => ('position' in part ? part.position : 0)

function withBack(game: Claimed, back: readonly Part[]): Claimed {
  const screenshots = [...game.screenshots]
  for (const part of back) {
    if (part.slot !== 'screenshot' || screenshots.some(({ url }) => url === part.picture.url)) continue
    screenshots.splice(part.position, 0, part.picture)
  }
  return {
    card: game.card ?? pictureBack(back, 'card'),
    cover: game.cover ?? pictureBack(back, 'cover'),
    screenshots,
    description: game.description || textBack(back),
  }
}

const pictureBack = (back: readonly Part[], slot: 'card' | 'cover'): Picture | null =>
  back.flatMap((part) => (part.slot === slot ? [part.picture] : []))[0] ?? null

const textBack = (back: readonly Part[]): string =>
  back.flatMap((part) => (part.slot === 'text' ? [part.description] : []))[0] ?? ''

const toColumns = ({ card, cover, screenshots, description }: Claimed) => ({
  card: card && JSON.stringify(card),
  cover: cover && JSON.stringify(cover),
  screenshots: JSON.stringify(screenshots),
  description,
})
