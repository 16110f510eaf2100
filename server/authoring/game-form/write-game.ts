import type { GamePictureField } from '@nofiller/contract/authoring/authoring'
import { slugOf } from '@nofiller/contract/authoring/slug'
import type { Picture } from '@nofiller/contract/catalog/catalog'
import type { Device } from '@nofiller/contract/catalog/devices'
import type { ContentCategory, ProjectType, Stage } from '@nofiller/contract/catalog/game-kinds'
import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import { LATER, type OwnGameRow } from '../../catalog/own-game.ts'
import { writeSections } from '../../catalog/sections.ts'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import { arrangeScreenshots, screenshotEntriesOf } from '../pictures/screenshots.ts'
import type { GameFields } from './form.ts'
import type { Draft } from './game-input.ts'

export type StoredPicture = { field: GamePictureField; picture: Picture }

/** Inserts or updates a game's row and its sections. Answers its id. */
export async function writeGame(
  tx: Tx,
  author: Account,
  before: OwnGameRow | null,
  game: GameFields & { slug: string; devices: readonly Device[]; pictures: PictureColumns },
): Promise<string> {
  const columns = {
    title: game.title,
    description: game.description,
    // `gameProblems` has checked that these are values of the lists.
    project_type: game.projectType as ProjectType,
    stage: game.stage as Stage,
    category: game.category as ContentCategory,
    tags: game.tags,
    price_cents: game.priceCents ?? 0,
    is_free: game.isFree,
    pay_what_you_want: game.payWhatYouWant,
    status: game.status,
    theme: JSON.stringify(game.theme),
    devices: [...game.devices],
    ...game.pictures,
  }
  const id = before?.id ?? uuid()
  if (before) {
    const publishedAt = sql<Date>`coalesce(published_at, now())`
    await tx
      .updateTable('games')
      .set({ ...columns, archived_at: null, archived_from: null, updated_at: LATER }) // who saves it wants it back
      .$if(game.status === 'published', (update) => update.set({ published_at: publishedAt }))
      .where('id', '=', id)
      .execute()
  } else {
    const published_at = game.status === 'published' ? sql<Date>`now()` : null
    await tx
      .insertInto('games')
      .values({ id, developer_id: author.id, slug: game.slug, ...columns, published_at })
      .execute()
  }
  await writeSections(tx, id, game.tags)
  return id
}

/**
 * The title's slug, numbered when another game has it: `night-ferry-2`. It is this transaction's until it ends; titles whose
 * numbered slugs could meet wait for each other, others do not.
 */
export async function freeSlug(tx: Tx, title: string): Promise<string> {
  const slug = slugOf(title)
  const root = slug.replace(/(-\d+)+$/, '')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${root}`}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('games')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', '~', `^${slug}-[0-9]+$`)]))
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(slug) && !isUuid(slug)) return slug // where a slug may stand, a UUID is read as an id
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

type PictureColumns = ReturnType<typeof pictureColumns>

/**
 * The pictures of a game after a save: a new one, else the one it has, unless the form removes that.
 * @throws HttpError 409 `game_changed` when a screenshot that is to stay is no longer there
 */
export function pictureColumns(
  before: OwnGameRow | null,
  { form, screenshots }: Pick<Draft, 'form' | 'screenshots'>,
  stored: readonly StoredPicture[],
) {
  const added = (field: GamePictureField) =>
    stored.filter((each) => each.field === field).map((each) => each.picture)
  const json = (field: GamePictureField, current: Picture | null | undefined) => {
    const picture = added(field)[0] ?? current
    return picture ? JSON.stringify(picture) : null
  }
  const newShots = added('screenshots')
  const oldShots = before?.screenshots ?? []
  const shots = screenshotEntriesOf(screenshots, oldShots, newShots.length)
  return {
    card: json('cardImage', before?.card),
    cover: json('coverImage', before?.cover),
    screenshots: JSON.stringify(arrangeScreenshots(shots, oldShots, newShots)),
    page_bg: json('pageBgImage', form.removePageBgImage ? null : before?.page_bg),
    buy_button: json('buyButtonImage', form.removeBuyButtonImage ? null : before?.buy_button),
    demo_button: json('demoButtonImage', form.removeDemoButtonImage ? null : before?.demo_button),
  }
}
