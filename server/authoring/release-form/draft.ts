import { GAME_TEXT, priceProblem } from '@nofiller/contract/authoring/game-rules'
import { DEVICES, type Device } from '@nofiller/contract/catalog/devices'
import { centsOf } from '@nofiller/contract/pricing/money'
import { RELEASE_LIMITS, RELEASE_TEXT } from '@nofiller/contract/releases/release-rules'
import type { OwnRelease, ReleaseDraft } from '@nofiller/contract/releases/releases'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { lockOwnGame, onlySaveOf, refuseIllegal } from '../../catalog/own-game.ts'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import { conflict, unprocessable } from '../../platform/http/errors/errors.ts'
import { auditRelease } from '../../releases/audit-release.ts'
import { noteColumns } from '../../releases/edit-notes.ts'
import { refuseFull } from '../../releases/game-storage.ts'
import { freeLabel } from '../../releases/labels.ts'
import { ownRelease } from '../../releases/own-releases.ts'
import { addBuilds } from '../../releases/record-release.ts'
import { findRelease, gameOfRelease, type ReleaseRow } from '../../releases/release-row.ts'
import { refuseAnnounced } from '../../releases/release-steps.ts'
import type { Store } from '../../store.ts'
import { type NewBuild, uploadProblem } from '../game-form/files.ts'
import { addBuild } from '../game-form/write-files.ts'
import { cleanFileName } from '../uploads/file-name.ts'
import { findUploads, takeUploads, type Upload } from '../uploads/take-upload.ts'

/** Starts a release as a draft: buyers see nothing of it. @throws HttpError 404, 409, 422 with `fields` */
export async function createDraft(
  store: Store,
  author: Account,
  gameId: string,
  draft: ReleaseDraft,
): Promise<OwnRelease> {
  const id = uuid()
  await saveDraft(store, author, gameId, draft, async (tx) => {
    await refuseManyDrafts(tx, gameId)
    const label = await freeLabel(tx, gameId, draft.label)
    const columns = await noteColumns(tx, gameId, null, draft)
    await tx
      .insertInto('releases')
      .values({ id, game_id: gameId, label, ...columns, notify: draft.notify, created_by: author.id })
      .execute()
    return id
  })
  return ownRelease(store, id)
}

/** Changes a draft. Builds that it no longer names are deleted. @throws HttpError 404, 409 `already_live`, 422 */
export async function changeDraft(
  store: Store,
  author: Account,
  releaseId: string,
  draft: ReleaseDraft,
): Promise<OwnRelease> {
  const gameId = await gameOfRelease(store.db, author, releaseId)
  await saveDraft(store, author, gameId, draft, async (tx) => {
    const { label: own } = await lockDraft(tx, releaseId)
    const label = await freeLabel(tx, gameId, draft.label, own)
    const columns = await noteColumns(tx, gameId, releaseId, draft)
    await tx
      .updateTable('releases')
      .set({ label, ...columns, notify: draft.notify, opens_at: keptTime })
      .where('id', '=', releaseId)
      .execute()
    const keptIds = draft.files.flatMap(({ buildId }) => buildId ?? [])
    await dropBuilds(tx, releaseId, sql`build.id <> all(${sql.val(keptIds)}::uuid[])`)
    return releaseId
  })
  return ownRelease(store, releaseId)
}

/** A change takes back the schedule, but for steps that supporters were told. */
const keptTime = sql<Date | null>`case when exists (
  select from release_steps where release_id = releases.id) then opens_at end`

/** Deletes a draft with its builds. @throws HttpError 404, 409 `already_live`, `window_promised`, `taken_down_as_illegal` */
export async function deleteDraft(store: Store, author: Account, releaseId: string): Promise<void> {
  const gameId = await gameOfRelease(store.db, author, releaseId)
  await store.db.transaction().execute(async (tx) => {
    await onlySaveOf(tx, gameId)
    const game = await lockOwnGame(tx, author, gameId)
    refuseIllegal(game, author)
    const release = await lockDraft(tx, releaseId)
    refuseAnnounced(release)
    const { label } = release
    await auditRelease(tx, author, game, { release: label, change: 'draft deleted' })
    await dropBuilds(tx, releaseId, sql`true`)
    await tx.deleteFrom('releases').where('id', '=', releaseId).execute()
  })
}

async function refuseManyDrafts(tx: Tx, gameId: string): Promise<void> {
  const drafts = await tx
    .selectFrom('releases')
    .select('id')
    .where('game_id', '=', gameId)
    .where('live_at', 'is', null)
    .limit(RELEASE_LIMITS.drafts)
    .execute()
  if (drafts.length === RELEASE_LIMITS.drafts) throw conflict('too_many_drafts', RELEASE_TEXT.tooManyDrafts)
}

async function lockDraft(tx: Tx, releaseId: string): Promise<ReleaseRow> {
  const release = await findRelease(tx, releaseId)
  if (release.live_at || release.early_at) throw conflict('already_live', 'This release is live already.')
  return release
}

/** Writes a draft and takes its uploads, in one transaction. */
async function saveDraft(
  store: Store,
  author: Account,
  gameId: string,
  { files }: ReleaseDraft,
  writeRelease: (tx: Tx) => Promise<string>,
): Promise<void> {
  const uploads = await findUploads(
    store,
    author.id,
    files.flatMap(({ buildId, tempKey }) => (buildId === undefined && tempKey) || []),
  )
  await store.db.transaction().execute(async (tx) => {
    await onlySaveOf(tx, gameId)
    const game = await lockOwnGame(tx, author, gameId)
    refuseIllegal(game, author)
    const known = new Set(await replaceableFiles(tx, gameId))
    const { builds, listings } = checkedFiles(files, { uploads, known, isFree: game.price_cents === 0 })
    await takeUploads(
      tx,
      author.id,
      builds.map(({ build }) => build.upload),
    )
    const releaseId = await writeRelease(tx)
    for (const listing of listings) await changePendingFile(tx, releaseId, listing)
    for (const { build, fileId, listing } of builds) {
      if (fileId !== null) await dropBuilds(tx, releaseId, sql`build.file_id = ${fileId}`)
      const file = fileId ?? (await addPendingFile(tx, gameId, listing))
      await addBuilds(tx, releaseId, [await addBuild(store.jobs, tx, file, build)])
    }
    if (builds.length > 0) await refuseFull(tx, store.config, gameId)
    const { label } = await findRelease(tx, releaseId)
    await auditRelease(tx, author, game, { release: label, change: 'draft saved' })
  })
}

/** A game's files for sale, and its demo. */
async function replaceableFiles(tx: Tx, gameId: string): Promise<string[]> {
  const files = await tx
    .selectFrom('game_files')
    .select('id')
    .where('game_id', '=', gameId)
    .where('withdrawn_at', 'is', null)
    .execute()
  return files.map(({ id }) => id)
}

type Listing = { device: Device; customPriceCents: number | null }
type DraftBuild = { build: NewBuild; fileId: string | null; listing: Listing }
type Entry = ReleaseDraft['files'][number]
type Checks = { uploads: ReadonlyMap<string, Upload>; known: ReadonlySet<string>; isFree: boolean }

/**
 * The uploads of a draft's entries and the listings of files that only the draft has, checked as the game form checks them.
 * @throws HttpError 422 with `fields`, such as `files.0.device`
 */
function checkedFiles(entries: readonly Entry[], { uploads, known, isFree }: Checks) {
  const problems: Record<string, string> = {}
  const builds: DraftBuild[] = []
  const listings: (Listing & { buildId: string })[] = []
  for (const [at, entry] of entries.entries()) {
    const isNew = entry._id === undefined
    const device = DEVICES.find((one) => one === entry.device)
    const price = entry.customPriceEnabled && !isFree ? entry.customPrice : null
    const isListed = isNew || entry.buildId !== undefined
    const priceWrong = entry.customPriceEnabled && !isFree && isListed && priceProblem(String(price ?? ''))
    if (priceWrong) problems[`files.${at}.customPrice`] = priceWrong
    const listing = {
      device: device ?? 'Other',
      customPriceCents: price === null || priceWrong ? null : centsOf(price),
    }
    if (entry.buildId !== undefined) {
      if (device) listings.push({ ...listing, buildId: entry.buildId })
      continue
    }
    const upload = uploads.get(entry.tempKey ?? '')
    const build = upload && { upload, name: cleanFileName(entry.filename ?? upload.name) }
    const problem = build ? uploadProblem(build) : GAME_TEXT.upload
    if (problem) problems[`files.${at}`] = problem
    if (isNew && !device) problems[`files.${at}.device`] = GAME_TEXT.device
    if (!isNew && !known.has(entry._id ?? ''))
      problems[`files.${at}`] = 'This file is no longer for sale. Add it as a new one.'
    if (!isNew && builds.some(({ fileId }) => fileId === entry._id))
      problems[`files.${at}`] = 'Another entry replaces this file already.'
    if (build) builds.push({ build, fileId: entry._id ?? null, listing })
  }
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  return { builds, listings }
}

/** Changes the listing of a file that no release has sold yet. */
const changePendingFile = (
  tx: Tx,
  releaseId: string,
  { buildId, device, customPriceCents }: Listing & { buildId: string },
) =>
  sql`update game_files as file set device = ${device}, custom_price_cents = ${customPriceCents}
    from release_builds as part
    where part.release_id = ${releaseId} and part.build_id = ${buildId} and part.file_id = file.id
      and not exists (select from file_builds where file_id = file.id and live_at is not null)`.execute(tx)

/** A file of a draft is out of the sale until a release with it goes live. */
async function addPendingFile(
  tx: Tx,
  gameId: string,
  { device, customPriceCents }: Listing,
): Promise<string> {
  const id = uuid()
  await tx
    .insertInto('game_files')
    .values({
      id,
      game_id: gameId,
      kind: 'file',
      device,
      custom_price_cents: customPriceCents,
      position: sql<number>`coalesce((select max(position) + 1 from game_files where game_id = ${gameId}), 0)`,
      withdrawn_at: sql<Date>`now()`,
    })
    .execute()
  return id
}

/** Removes some of the builds that only a draft holds, and files that only it would have added. The sweep of uploads removes their bytes. */
async function dropBuilds(tx: Tx, releaseId: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; storageKey: string }>`
    delete from file_builds as build
    where build.live_at is null and ${which}
      and build.id in (select build_id from release_builds where release_id = ${releaseId})
    returning build.id, build.storage_key as "storageKey"`.execute(tx)
  await sql`update uploads set taken_at = null, cancelled_at = now()
    where storage_key = any(${sql.val(rows.map(({ storageKey }) => storageKey))}::text[])`.execute(tx)
  await sql`delete from game_files as file
    where file.withdrawn_at is not null
      and not exists (select from file_builds where file_id = file.id)
      and file.game_id = (select game_id from releases where id = ${releaseId})`.execute(tx)
}
