import { GAME_TEXT } from '@nofiller/contract/authoring/game-rules'
import { slugOf } from '@nofiller/contract/authoring/slug'
import type { Account } from '../../platform/caller.ts'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { keepSources } from './picture-sources.ts'
import { encodePictures, storePictures } from './pictures.ts'

/** Stores a picture for a description, before its game exists. @throws HttpError 422 on `descImage` */
export async function storeDescriptionImage(
  { db, storage }: Store,
  author: Account,
  title: string,
  parts: readonly FilePart[],
): Promise<{ url: string }> {
  const part = parts.find(({ field }) => field === 'descImage')
  if (!part) throw unprocessable({ descImage: GAME_TEXT.picture })
  const pictures = await encodePictures([{ ...part, field: 'descImage' }])
  await keepSources(db, pictures)
  const place = { developerSlug: slugOf(author.username), titleSlug: slugOf(title) }
  const [stored] = await storePictures(storage, place, pictures, [])
  if (!stored) throw new Error('a picture was encoded and not stored')
  return { url: stored.picture.url }
}
