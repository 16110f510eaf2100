import type { Finding } from '@nofiller/contract/authoring/findings'
import type { Queryable } from '../../platform/database/database.ts'
import { type Acknowledgement, acknowledgementsOf, withAcknowledgement } from './acknowledgements.ts'
import { findingsOf } from './build-findings.ts'

export type CheckedBuild = {
  buildId: string
  gameId: string
  /** Its bytes were hashed and read. */
  isChecked: boolean
  findings: Finding[]
}

/** What the checks say of some builds, present ones or those of a draft (PF1). A build that is not there is left out. */
export async function buildFindings(db: Queryable, buildIds: readonly string[]): Promise<CheckedBuild[]> {
  if (buildIds.length === 0) return []
  const rows = await selectBuilds(db).where('build.id', 'in', buildIds).execute()
  const acknowledged = await acknowledgementsOf(db, [...new Set(rows.map(({ game_id }) => game_id))])
  return rows.map((row) => toChecked(row, acknowledged))
}

const selectBuilds = (db: Queryable) =>
  db
    .selectFrom('file_builds as build')
    .innerJoin('game_files as file', 'file.id', 'build.file_id')
    .select([
      'build.id',
      'build.name',
      'build.size_bytes',
      'build.sha256',
      'build.contents',
      'file.game_id',
      'file.kind',
      'file.device',
      'file.custom_price_cents',
    ])
    .orderBy('file.kind', 'desc')
    .orderBy('file.position')

type Row = Awaited<ReturnType<ReturnType<typeof selectBuilds>['execute']>>[number]

function toChecked(row: Row, acknowledged: readonly Acknowledgement[]): CheckedBuild {
  const { id: buildId, game_id: gameId, kind, device, contents } = row
  const build = {
    name: row.name,
    sizeBytes: row.size_bytes,
    device,
    isExtra: row.custom_price_cents !== null,
  }
  const place = kind === 'demo' ? 'Demo' : device
  const findings = (contents ? findingsOf(contents, build) : []).map((found) =>
    withAcknowledgement({ ...found, title: `${place}: ${found.title}`, where: kind, buildId }, acknowledged),
  )
  return { buildId, gameId, isChecked: contents !== null && row.sha256 !== null, findings }
}
