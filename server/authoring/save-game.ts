import { GAME_PICTURES, type GameForm, type GamePictureField } from '@nofiller/contract/authoring'
import type { Game } from '@nofiller/contract/catalogue'
import { devicesOf } from '@nofiller/contract/devices'
import { slugOf } from '@nofiller/contract/slug'
import { findGame } from '../catalogue/game.ts'
import type { Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import type { FilePart } from '../platform/http/multipart.ts'
import type { Account } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { type Draft, draftOf, type PicturePart, refuseProblems, type WantedDemo } from './draft.ts'
import { type FilePlan, planFiles } from './files.ts'
import type { WantedGame } from './form.ts'
import { currentFiles, findOwnGame, lockOwnGame, type OwnGameRow } from './own-game.ts'
import { type Encoded, encodePictures, storePictures } from './pictures.ts'
import { takeUploads, type Upload } from './take-upload.ts'
import { writeDemo, writeFiles } from './write-files.ts'
import { freeSlug, pictureColumns, type StoredPicture, writeGame } from './write-game.ts'

/**
 * Creates a game, or changes one of the caller's own (any, for an admin): all of it or nothing. Sent twice, it is created
 * once, because its uploads can be taken only once.
 * @param gameId null to create
 * @throws HttpError 404, 422 with `fields` (document 2 §5), 409 `game_changed`
 */
export async function saveGame(
  store: Store,
  author: Account,
  gameId: string | null,
  form: GameForm,
  parts: readonly FilePart[],
): Promise<Game> {
  const before = gameId === null ? null : await findOwnGame(store.db, author, gameId)
  if (before === undefined) throw notFound()
  const draft = await draftOf(store, author, before, form)
  const pictures = parts.filter(isPicturePart)
  refuseProblems(draft, pictures, before)

  const savedId = await commit(store, author, gameId, draft, await encodePictures(pictures))
  logSave(store, author, before, savedId, draft.game)
  const saved = await findGame(store.db, savedId, author)
  if (!saved) throw notFound()
  return saved
}

const isPicturePart = (part: FilePart): part is PicturePart =>
  GAME_PICTURES.some((field) => field === part.field)

/**
 * Writes a checked draft in one transaction: what it refers to is looked at again under the game's lock, and its uploads are
 * taken before anything is stored, so that of two equal saves one ends here. Answers the game's id.
 */
const commit = (
  store: Store,
  author: Account,
  gameId: string | null,
  draft: Draft,
  pictures: readonly Encoded<GamePictureField>[],
): Promise<string> =>
  store.db.transaction().execute(async (tx) => {
    const before = gameId === null ? null : await lockOwnGame(tx, author, gameId)
    if (before === undefined) throw notFound()
    const plan = planFiles(before ? await currentFiles(tx, before.id) : [], draft.files)
    await takeUploads(tx, author.id, uploadsOf(plan, draft.demo))
    const slug = before?.slug ?? (await freeSlug(tx, draft.game.title))
    const place = { developerSlug: slugOf(before?.username ?? author.username), titleSlug: slug }
    const written: string[] = []
    try {
      const stored = await storePictures(store.storage, place, pictures, written)
      return await write(store, tx, author, before, { ...draft, slug, plan, pictures: stored })
    } catch (error) {
      await Promise.allSettled(written.map((key) => store.storage.remove(key)))
      throw error
    }
  })

const uploadsOf = (plan: FilePlan, demo: WantedDemo): Upload[] => [
  ...plan.added.map((file) => file.upload),
  ...(typeof demo === 'string' ? [] : [demo.upload]),
]

type Save = Draft & { slug: string; plan: FilePlan; pictures: readonly StoredPicture[] }

async function write(
  { jobs, catalogueChanged }: Store,
  tx: Tx,
  author: Account,
  before: OwnGameRow | null,
  { form, game, demo, slug, plan, pictures }: Save,
): Promise<string> {
  const shelf = [...plan.kept, ...plan.added].sort((a, b) => a.position - b.position)
  const id = await writeGame(tx, author, before, {
    ...game,
    slug,
    devices: devicesOf(shelf.filter((file) => file.customPriceCents === null)), // what it plays on, not what its extras are
    pictures: pictureColumns(before, form, pictures),
  })
  await writeFiles(jobs, tx, id, plan)
  const device = shelf[0]?.device ?? 'Other'
  if (demo === 'none') await writeDemo(jobs, tx, id, null)
  if (typeof demo !== 'string') await writeDemo(jobs, tx, id, { ...demo, device })
  await catalogueChanged.announce(tx)
  return id
}

function logSave(
  { log }: Store,
  author: Account,
  before: OwnGameRow | null,
  gameId: string,
  game: WantedGame,
): void {
  const prices = { priceCents: game.priceCents, priceCentsBefore: before?.price_cents ?? null }
  log.info({ accountId: author.id, gameId, status: game.status, ...prices }, 'game saved')
}
