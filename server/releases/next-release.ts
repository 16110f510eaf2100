import { dollarsOf } from '@nofiller/contract/pricing/money'
import { nextLabel } from '@nofiller/contract/releases/release-rules'
import type { NextRelease } from '@nofiller/contract/releases/seller-game'
import type { Audience } from '@nofiller/contract/releases/windows'
import { sql } from 'kysely'
import { findOwnGame } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { labelsOf } from './labels.ts'
import { lastSaid } from './record-release.ts'
import { isFetchable } from './release-row.ts'
import { stepsOfGame } from './release-steps.ts'

/** What the form of a game's next release begins with (VE1, VE5). @throws HttpError 404 */
export async function nextRelease(db: Database, author: Account, gameId: string): Promise<NextRelease> {
  await findOwnGame(db, author, gameId)
  const [labels, last, files, releases, audiences, { leadDays }] = await Promise.all([
    labelsOf(db, gameId),
    lastSaid(db, gameId),
    filesOf(db, gameId),
    releasesOf(db, gameId),
    audiencesOf(db, gameId),
    stepsOfGame(db, gameId),
  ])
  return {
    label: nextLabel(labels[0] ?? null, labels),
    saves: last.saves,
    savesFrom: last.saves_from,
    savesNote: last.saves_note,
    notify: 'site',
    files,
    releases,
    audiences,
    leadDays,
  }
}

/** Whom the release can open to, and how many they are. */
async function audiencesOf(db: Database, gameId: string): Promise<NextRelease['audiences']> {
  const { audiences } = await stepsOfGame(db, gameId)
  const { rows } = await sql<{ supporters: number; owners: number }>`
    select count(distinct account_id)::int as owners, count(*) filter (where is_supporter(base))::int as supporters
    from grants as base where game_id = ${gameId}`.execute(db)
  const people: Partial<Record<Audience, number>> = { ...rows[0] }
  return audiences.map((audience) => ({ audience, people: people[audience] ?? null }))
}

async function filesOf(db: Database, gameId: string): Promise<NextRelease['files']> {
  const rows = await db
    .selectFrom('built_files as file')
    .leftJoin('releases', 'releases.id', 'file.release_id')
    .select([
      'file.id',
      'file.name',
      'file.device',
      'file.size_bytes',
      'file.custom_price_cents',
      'releases.label',
    ])
    .where('file.game_id', '=', gameId)
    .where('file.kind', '=', 'file')
    .where('file.withdrawn_at', 'is', null)
    .orderBy('file.position')
    .orderBy('file.id')
    .execute()
  return rows.map(({ id, name, device, size_bytes: size, custom_price_cents: cents, label }) => ({
    fileId: id,
    name,
    device,
    size,
    customPrice: cents === null ? null : dollarsOf(cents),
    label,
  }))
}

async function releasesOf(db: Database, gameId: string): Promise<NextRelease['releases']> {
  const rows = await db
    .selectFrom('releases')
    .select(['id', 'label', 'saves', 'saves_from', 'same_as'])
    .select(isFetchable.as('is_fetchable'))
    .where('game_id', '=', gameId)
    .where('live_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('live_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, label, saves, saves_from, same_as, is_fetchable }) => ({
    id,
    label,
    saves,
    savesFrom: saves_from,
    sameAs: same_as,
    isFetchable: is_fetchable,
  }))
}
