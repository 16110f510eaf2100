import { slugOf } from '@nofiller/contract/authoring/slug'
import { devicesOf } from '@nofiller/contract/catalog/devices'
import { sectionsOf } from '@nofiller/contract/catalog/sections'
import { WARNING_LEVELS } from '@nofiller/contract/content-limits/content-warnings'
import { buildDemo, buildFile } from '@nofiller/demo/build'
import type { DemoGame } from '@nofiller/demo/game'
import { readPictures } from '@nofiller/demo/pictures'
import type { Insertable } from 'kysely'
import { type Encoded, ownPicture, storePictures } from '../authoring/pictures/pictures.ts'
import type { Tables } from '../platform/database/tables.ts'
import { cleanHtml } from '../platform/html.ts'
import { sha256 } from '../platform/signatures.ts'
import { type Storage, writeOnce } from '../platform/storage/storage.ts'
import { idMaker } from './ids.ts'

const DAY_MS = 86_400_000

type FileRow = Insertable<Tables['game_files']>
type BuildRow = Insertable<Tables['file_builds']>

export type PlantedGame = {
  game: DemoGame
  publishedAt: Date
  row: Insertable<Tables['games']>
  sections: Insertable<Tables['game_sections']>[]
  files: FileRow[]
  builds: BuildRow[]
  warnings: Insertable<Tables['content_warnings']>[]
}

/** Stores a game's pictures and files and returns its rows. Idempotent, because keys are content hashes. */
export async function storeGame(
  storage: Storage,
  game: DemoGame,
  developer: { id: string; username: string; displayName: string },
  now: Date,
): Promise<PlantedGame> {
  const publishedAt = new Date(now.getTime() - game.publishedDaysAgo * DAY_MS)
  const nextId = idMaker(game.slug)
  const id = nextId(publishedAt)
  const pictures = await storeArt(storage, game, developer.username)
  const files = await storeFiles(storage, game)
  const rows = files.map(({ listing, build }, position) => {
    const [fileId, buildId] = [nextId(publishedAt), nextId(publishedAt)]
    return {
      file: { id: fileId, game_id: id, position, created_at: publishedAt, ...listing },
      build: { id: buildId, file_id: fileId, created_at: publishedAt, live_at: publishedAt, ...build },
    }
  })
  return {
    game,
    publishedAt,
    files: rows.map((row) => row.file),
    builds: rows.map((row) => row.build),
    warnings: warningRows(id, game, publishedAt),
    sections: sectionsOf(game.tags).map((section) => ({
      section,
      published_at: publishedAt,
      game_id: id,
      category: game.category,
    })),
    row: {
      id,
      developer_id: developer.id,
      slug: game.slug,
      title: game.title,
      description: cleanHtml(game.description) ?? '',
      project_type: game.projectType,
      stage: game.stage,
      category: game.category,
      tags: game.tags,
      price_cents: game.priceCents,
      is_free: game.isFree,
      status: 'published',
      theme: JSON.stringify(game.theme),
      ...pictures,
      devices: devicesOf(game.files.filter((file) => file.customPriceCents === null)),
      created_at: publishedAt,
      updated_at: publishedAt,
      published_at: publishedAt,
    },
  }
}

const warningRows = (gameId: string, game: DemoGame, answeredAt: Date) =>
  game.warnings.map(({ theme, level, ...warning }) => ({
    ...warning,
    game_id: gameId,
    theme: theme.number,
    level: level === 'none' ? 0 : WARNING_LEVELS.indexOf(level) + 1,
    answered_at: answeredAt,
  }))

async function storeArt(storage: Storage, game: DemoGame, developer: string) {
  const pictures = await readPictures(game.slug)
  const encoded: Encoded[] = await Promise.all([
    ownPicture('cardImage', pictures.card),
    ownPicture('coverImage', pictures.cover),
    ...pictures.screenshots.map((bytes) => ownPicture('screenshots', bytes)),
  ])
  const place = { developerSlug: slugOf(developer), titleSlug: game.slug }
  const [card, cover, ...screenshots] = (await storePictures(storage, place, encoded, [])).map(
    (stored) => stored.picture,
  )
  return {
    card: JSON.stringify(card),
    cover: JSON.stringify(cover),
    screenshots: JSON.stringify(screenshots),
  }
}

type StoredFile = {
  listing: Pick<FileRow, 'kind' | 'device' | 'custom_price_cents'>
  build: Pick<BuildRow, 'name' | 'size_bytes' | 'sha256' | 'storage_key'>
}

async function storeFiles(storage: Storage, game: DemoGame): Promise<StoredFile[]> {
  const device = game.files[0]?.device ?? 'Other'
  const files = game.files.map((file) => ({ kind: 'file' as const, ...file, ...buildFile(game, file) }))
  const demo = { kind: 'demo' as const, device, customPriceCents: null, ...buildDemo(game) }
  const stored: StoredFile[] = []
  for (const file of game.hasDemo ? [...files, demo] : files) {
    const bytes = Buffer.from(file.bytes)
    const hash = sha256(bytes)
    const key = `games/demo/${hash.toString('hex')}`
    await writeOnce(storage, key, bytes)
    stored.push({
      listing: { kind: file.kind, device: file.device, custom_price_cents: file.customPriceCents },
      build: { name: file.name, size_bytes: bytes.length, sha256: hash, storage_key: key },
    })
  }
  return stored
}
