import type { GameForm, GamePictureField } from '@nofiller/contract/authoring/authoring'
import { slugOf } from '@nofiller/contract/authoring/slug'
import { devicesOf } from '@nofiller/contract/catalog/devices'
import {
  currentFiles,
  lockOwnGame,
  type OwnGameRow,
  onlySaveOf,
  refuseIllegal,
} from '../../catalog/own-game.ts'
import { followApproval } from '../../moderation/approvals/follow.ts'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import { announceRelease } from '../../releases/announce-release.ts'
import { refuseFull } from '../../releases/game-storage.ts'
import { recordRelease } from '../../releases/record-release.ts'
import { checkPictures } from '../../reports/evidence/blocked-pictures.ts'
import { refreshPrices } from '../../sales/update-prices.ts'
import type { Store } from '../../store.ts'
import { queueReleaseEvent } from '../../webhooks/game-events.ts'
import { keepSources } from '../pictures/picture-sources.ts'
import type { Encoded } from '../pictures/pictures.ts'
import { withPictures } from '../pictures/stored-pictures.ts'
import { queueSharePicture } from '../share-picture/make-share-pictures.ts'
import { takeUploads, type Upload } from '../uploads/take-upload.ts'
import { auditSave, stateOf } from './audit-save.ts'
import { type FilePlan, gameChanged, newBuildOf, planFiles } from './files.ts'
import type { GameFields } from './form.ts'
import type { Draft } from './game-input.ts'
import { writeReviewerNotes } from './reviewer-notes.ts'
import { saveWarnings } from './save-warnings.ts'
import { withdrawDemo, writeDemo, writeFiles } from './write-files.ts'
import { freeSlug, pictureColumns, type StoredPicture, writeGame } from './write-game.ts'

/**
 * Writes a checked draft in one transaction, one save of a game at a time. Its uploads are taken first, so that of two equal
 * saves one ends here.
 */
export async function commit(
  store: Store,
  author: Account,
  before: OwnGameRow | null,
  draft: Draft,
  encoded: readonly Encoded<GamePictureField>[],
): Promise<Saved> {
  const { title } = draft.game
  const slugOfGame = async (tx: Tx) => before?.slug ?? freeSlug(tx, title)
  // Another game may have the slug by the time of the save: then the first pictures lie where that title's do.
  const titleSlug = await store.db.transaction().execute(slugOfGame)
  const place = { developerSlug: slugOf(before?.username ?? author.username), titleSlug }
  await keepSources(store.db, encoded)
  return withPictures(store, place, encoded, (pictures) =>
    store.db.transaction().execute(async (tx) => {
      if (before) await onlySaveOf(tx, before.id)
      await takeUploads(tx, author.id, uploadsOf(draft))
      const slug = await slugOfGame(tx)
      return write(store, tx, author, before?.id ?? null, { ...draft, slug, pictures })
    }),
  )
}

const uploadsOf = ({ files, demo }: Draft): Upload[] => [
  ...files.flatMap((file) => newBuildOf(file)?.upload ?? []),
  ...(typeof demo === 'string' ? [] : [demo.upload]),
]

type Saved = { id: string; priceChanges: PriceChange[] }
type Save = Draft & { slug: string; pictures: readonly StoredPicture[] }

/** Writes with the game's row locked, after checking the form's references again. Buyers wait for this part only. */
async function write(
  store: Store,
  tx: Tx,
  author: Account,
  gameId: string | null,
  { form, game, files, demo, screenshots, warnings, slug, pictures }: Save,
): Promise<Saved> {
  const { jobs, catalogChanged } = store
  const before = gameId === null ? null : await lockOwnGame(tx, author, gameId)
  refuseIllegal(before, author)
  refuseStale(before, form)
  const someoneElses = before && before.developer_id !== author.id ? await stateOf(tx, before.id) : null
  const filesBefore = before ? await currentFiles(tx, before.id) : []
  const plan = planFiles(filesBefore, files)
  const listing = [...plan.retained, ...plan.added].sort((a, b) => a.position - b.position)
  const id = await writeGame(tx, author, before, {
    ...game,
    slug,
    devices: devicesOf(listing.filter((file) => file.customPriceCents === null)), // what it plays on, not what its extras are
    pictures: pictureColumns(before, { form, screenshots }, pictures),
  })
  await saveWarnings(tx, author, before, id, warnings)
  await writeReviewerNotes(tx, id, form)
  const builds = await writeFiles(jobs, tx, id, plan)
  const device = listing[0]?.device ?? 'Other'
  if (demo === 'none') await withdrawDemo(tx, id)
  if (typeof demo !== 'string') builds.push(await writeDemo(jobs, tx, id, demo, device))
  if (builds.length > 0 || plan.withdrawnIds.length > 0) {
    const releaseId = await recordRelease(tx, id, author.id, builds)
    await announceRelease(jobs, tx, releaseId, 'live')
    await queueReleaseEvent(tx, 'release.live', releaseId)
  }
  if (builds.length > 0) await refuseFull(tx, store.config, id)
  await refreshPrices(tx, [id]) // a sale goes by the list price
  await followApproval(store, tx, author, id)
  await checkPictures(store, tx, id, before)
  await queueSharePicture(jobs, tx, id)
  if (before && someoneElses) await auditSave(tx, author, before, someoneElses)
  await catalogChanged.announce(tx)
  return { id, priceChanges: before ? changedPrices(before, game, filesBefore, plan) : [] }
}

/** Of the base (`fileId` null) or an extra. A file without a price of its own is part of the base. */
type PriceChange = { fileId: string | null; beforeCents: number | null; afterCents: number | null }

function changedPrices(
  before: OwnGameRow,
  game: GameFields,
  filesBefore: Awaited<ReturnType<typeof currentFiles>>,
  { retained }: FilePlan,
): PriceChange[] {
  const ownPrices = new Map(filesBefore.map((file) => [file.id, file.customPriceCents]))
  const base = { fileId: null, beforeCents: before.price_cents, afterCents: game.priceCents ?? 0 }
  const extras = retained.map(({ fileId, customPriceCents }) => ({
    fileId,
    beforeCents: ownPrices.get(fileId) ?? null,
    afterCents: customPriceCents,
  }))
  return [base, ...extras].filter(({ beforeCents, afterCents }) => beforeCents !== afterCents)
}

/** Optimistic lock: a form that was opened before the last save gets 409 `game_changed`. */
export function refuseStale(before: OwnGameRow | null, { basedOn }: GameForm): void {
  if (before && basedOn !== undefined && Date.parse(basedOn) !== before.updated_at.getTime())
    throw gameChanged()
}
