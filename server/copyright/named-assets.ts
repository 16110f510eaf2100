import type { Picture } from '@nofiller/contract/catalog/catalog'
import { partName } from '@nofiller/contract/reports/report-rules'
import type { Queryable } from '../platform/database/database.ts'
import type { GameRow, NamedAsset } from '../platform/database/tables.ts'
import { sha256 } from '../platform/signatures.ts'

export type ClaimedGame = Pick<
  GameRow,
  'id' | 'title' | 'developer_id' | 'description' | 'card' | 'cover' | 'screenshots'
>

type Files = Awaited<ReturnType<typeof findFiles>>

/** The current parts of a game; a missing part is left out. */
export async function findNamed(
  db: Queryable,
  game: ClaimedGame,
  parts: readonly string[],
): Promise<NamedAsset[]> {
  const files = await findFiles(db, game.id)
  return [...new Set(parts)].sort().flatMap((part) => {
    const asset = namedBy(game, files, part)
    return asset ? [{ part, ...asset }] : []
  })
}

const findFiles = (db: Queryable, gameId: string) =>
  db
    .selectFrom('built_files')
    .select(['id', 'kind', 'name'])
    .where('game_id', '=', gameId)
    .where('withdrawn_at', 'is', null)
    .execute()

function namedBy(game: ClaimedGame, files: Files, part: string): Omit<NamedAsset, 'part'> | null {
  if (part === 'page') return { name: 'The whole game', key: 'page' }
  if (part === 'text')
    return game.description ? { name: partName(part), key: textKey(game.description) } : null
  if (part === 'demo' || part.startsWith('file-')) {
    const file = files.find(({ id, kind }) => (part === 'demo' ? kind === 'demo' : part === `file-${id}`))
    return file ? { name: file.name, key: file.id } : null
  }
  const picture = pictureOf(game, part)
  return picture ? { name: partName(part), key: picture.url } : null
}

function pictureOf({ card, cover, screenshots }: ClaimedGame, part: string): Picture | null {
  if (part === 'card') return card
  if (part === 'cover') return cover
  return screenshots[Number(part.slice('screenshot-'.length)) - 1] ?? null
}

/** Identifies a version of a description by its hash. */
export const textKey = (description: string): string => `text ${sha256(description).toString('hex')}`
