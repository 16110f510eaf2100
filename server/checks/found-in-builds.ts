import { findingOf } from '@nofiller/contract/checks/finding-rules'
import type { Finding } from '@nofiller/contract/checks/findings'
import type { Config } from '../config.ts'
import type { Queryable } from '../platform/database/database.ts'
import { type Acknowledgement, acknowledgementsOf, withAcknowledgement } from './acknowledgements.ts'
import { type FoundInBuild, findingsOf } from './build-findings.ts'

export type CheckedBuild = {
  buildId: string
  gameId: string
  /** Its bytes were hashed and read, and scanned where the owner has a scanner. */
  isChecked: boolean
  misses: ('hash' | 'contents' | 'scan')[]
  findings: Finding[]
}

/** What the checks say of some builds, present ones or those of a draft (PF1). A build that is not there is left out. */
export async function buildFindings(
  { db, config }: { db: Queryable; config: Pick<Config, 'CLAMD_URL'> },
  buildIds: readonly string[],
): Promise<CheckedBuild[]> {
  if (buildIds.length === 0) return []
  const rows = await selectBuilds(db).where('build.id', 'in', buildIds).execute()
  const acknowledged = await acknowledgementsOf(db, [...new Set(rows.map(({ game_id }) => game_id))])
  return rows.map((row) => toChecked(row, acknowledged, config))
}

const selectBuilds = (db: Queryable) =>
  db
    .selectFrom('file_builds as build')
    .innerJoin('game_files as file', 'file.id', 'build.file_id')
    .leftJoin('malware_scans as scan', 'scan.sha256', 'build.sha256')
    .select([
      'build.id',
      'build.name',
      'build.size_bytes',
      'build.sha256',
      'build.contents',
      'scan.state as scan',
      'scan.signature',
      'scan.cleared_at',
      'file.game_id',
      'file.kind',
      'file.device',
      'file.custom_price_cents',
    ])
    .orderBy('file.kind', 'desc')
    .orderBy('file.position')

type Row = Awaited<ReturnType<ReturnType<typeof selectBuilds>['execute']>>[number]

function toChecked(
  row: Row,
  acknowledged: readonly Acknowledgement[],
  { CLAMD_URL }: Pick<Config, 'CLAMD_URL'>,
): CheckedBuild {
  const { id: buildId, game_id: gameId, kind, device, contents } = row
  const build = {
    name: row.name,
    sizeBytes: row.size_bytes,
    device,
    isExtra: row.custom_price_cents !== null,
  }
  const place = kind === 'demo' ? 'Demo' : device
  const all = [...scanFindings(row), ...(contents ? findingsOf(contents, build) : [])]
  const misses = [
    ...(row.sha256 === null ? ['hash' as const] : []),
    ...(contents === null ? ['contents' as const] : []),
    ...(row.scan === null && row.sha256 !== null && CLAMD_URL !== undefined ? ['scan' as const] : []),
  ]
  const findings = all.map((found) =>
    withAcknowledgement({ ...found, title: `${place}: ${found.title}`, where: kind, buildId }, acknowledged),
  )
  return { buildId, gameId, isChecked: misses.length === 0, misses, findings }
}

const NOT_SCANNED = {
  away: 'The scanner does not answer. We try again by ourselves.',
  too_large: 'It is larger than our scanner takes.',
}

function scanFindings({ scan, signature, cleared_at, name }: Row): FoundInBuild[] {
  if (scan === 'away' || scan === 'too_large')
    return [findingOf('not-scanned', { reason: NOT_SCANNED[scan] })]
  if (scan !== 'infected' || cleared_at !== null) return []
  return [findingOf('malware', { signature: signature ?? '', file: name })]
}
