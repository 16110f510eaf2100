import { randomBytes } from 'node:crypto'
import type { Device } from '@nofiller/contract/devices'
import type { ContentCategory, ProjectType, Stage } from '@nofiller/contract/game-kinds'
import { sectionsOf } from '@nofiller/contract/sections'
import { DEFAULT_THEME } from '@nofiller/contract/theme'
import { v7 as uuid } from 'uuid'
import type { TestStore } from './store.ts'

export type NewFile = { name?: string; customPriceCents?: number; bytes?: Buffer; kind?: 'file' | 'demo' }
export type TestGame = { id: string; slug: string; files: { id: string; bytes: Buffer; name: string }[] }

let games = 0

/** A game with real bytes behind its files, put in without the forms. */
export async function addGame(
  { db, storage }: Pick<TestStore, 'db' | 'storage'>,
  {
    developerId,
    priceCents = 999,
    status = 'published',
    title = `Game ${games + 1}`,
    description = '<p>A game.</p>',
    projectType = 'Game',
    stage = 'Released',
    category = 'SFW',
    devices = ['Windows'],
    sales = 0,
    tags = ['RPG'],
    files = [{}],
  }: {
    developerId: string
    priceCents?: number
    status?: 'draft' | 'published'
    title?: string
    description?: string
    projectType?: ProjectType
    stage?: Stage
    category?: ContentCategory
    devices?: Device[]
    sales?: number
    tags?: string[]
    files?: NewFile[]
  },
): Promise<TestGame> {
  games += 1
  const id = uuid()
  const slug = `game-${games}-${randomBytes(3).toString('hex')}`
  await db
    .insertInto('games')
    .values({
      id,
      developer_id: developerId,
      slug,
      title,
      description,
      project_type: projectType,
      stage,
      category,
      tags,
      price_cents: priceCents,
      is_free: priceCents === 0,
      status,
      theme: JSON.stringify(DEFAULT_THEME),
      screenshots: '[]',
      devices,
      sales,
      published_at: status === 'published' ? new Date() : null,
    })
    .execute()
  if (status === 'published') await addSections(db, id, category, tags)
  const stored: TestGame['files'] = []
  for (const [position, file] of files.entries())
    stored.push(await addFile({ db, storage }, id, position, file))
  return { id, slug, files: stored }
}

async function addSections(
  db: TestStore['db'],
  gameId: string,
  category: ContentCategory,
  tags: readonly string[],
): Promise<void> {
  for (const section of sectionsOf(tags))
    await db
      .insertInto('game_sections')
      .values({ section, game_id: gameId, published_at: new Date(), category })
      .execute()
}

async function addFile(
  { db, storage }: Pick<TestStore, 'db' | 'storage'>,
  gameId: string,
  position: number,
  file: NewFile,
) {
  const id = uuid()
  const bytes = file.bytes ?? randomBytes(2_000)
  const key = `games/${randomBytes(16).toString('hex')}`
  const name = file.name ?? `file-${position}.zip`
  await storage.write(key, bytes)
  await db
    .insertInto('game_files')
    .values({
      id,
      game_id: gameId,
      kind: file.kind ?? 'file',
      device: 'Windows',
      custom_price_cents: file.customPriceCents ?? null,
      position,
    })
    .execute()
  await db
    .insertInto('file_builds')
    .values({ id: uuid(), file_id: id, name, size_bytes: bytes.length, storage_key: key })
    .execute()
  return { id, bytes, name }
}
