import type { Received, ResponseBody } from '@nofiller/contract/calls'
import type { Finding } from '@nofiller/contract/checks/findings'
import { auditChange } from '../catalog/audit-change.ts'
import { findOwnGame, lockOwnGame } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { removeAcknowledgement, writeAcknowledgement } from './acknowledgements.ts'
import { byLevel } from './build-findings.ts'
import { queueCheck } from './check-build.ts'
import { queueLinks } from './dead-links.ts'
import { buildFindings, type CheckedBuild } from './found-in-builds.ts'
import { pageFindings } from './found-on-page.ts'
import { queueScan } from './scan-build.ts'

/** What the checks say of a game's page, present files and drafts, those that block first (PF1). @throws HttpError 404 */
export async function preflight(
  store: Store,
  author: Account,
  gameId: string,
): Promise<ResponseBody<'POST /api/games/:id/preflight'>> {
  await findOwnGame(store.db, author, gameId)
  const offered = await offeredBuilds(store.db, gameId)
  const builds = await buildFindings(store, [...offered.keys()])
  const unread = builds.filter(({ isChecked }) => !isChecked)
  for (const build of unread) await queueMissing(store, build)
  await queueLinks(store, gameId)
  const findings = [...builds.flatMap((build) => build.findings), ...(await pageFindings(store, gameId))]
  return {
    checkedAt: store.clock().toISOString(),
    isComplete: unread.length === 0,
    findings: findings
      .sort(byLevel)
      .map((found) => ({ ...found, draft: offered.get(found.buildId ?? '') ?? null })),
  }
}

/** Of a build from before the checks, or before the owner had a scanner. */
async function queueMissing(store: Store, { buildId, misses }: CheckedBuild): Promise<void> {
  if (misses.includes('contents')) await queueCheck(store.jobs, store.db, buildId)
  if (misses.includes('scan')) await queueScan(store, store.db, buildId)
}

type Draft = { id: string; label: string }

/** The builds that buyers get, and those of drafts with their draft. */
async function offeredBuilds(db: Queryable, gameId: string): Promise<Map<string, Draft | null>> {
  const present = await db
    .selectFrom('built_files')
    .select('build_id')
    .where('game_id', '=', gameId)
    .where('withdrawn_at', 'is', null)
    .execute()
  const drafted = await db
    .selectFrom('releases')
    .innerJoin('release_builds as part', 'part.release_id', 'releases.id')
    .select(['part.build_id', 'releases.id', 'releases.label'])
    .where('releases.game_id', '=', gameId)
    .where('releases.live_at', 'is', null)
    .execute()
  return new Map([
    ...present.map(({ build_id }) => [build_id, null] as const),
    ...drafted.map(({ build_id, ...draft }) => [build_id, draft] as const),
  ])
}

type Named = Pick<Finding, 'id' | 'where' | 'buildId'>

/** Writes down that a warning is meant so. @throws HttpError 404 for a finding that is not there, 409 `not_a_warning` */
export async function acknowledge(
  store: Store,
  author: Account,
  gameId: string,
  { reason, ...named }: Received<'POST /api/games/:id/preflight/acknowledgements', 'body'>,
): Promise<void> {
  await findOwnGame(store.db, author, gameId)
  const finding = (await findingsAbout(store, gameId, named)).find(isNamed(named))
  if (!finding) throw notFound()
  if (finding.level !== 'warns') throw conflict('not_a_warning', 'Only a warning can be meant so.')
  await change(store, author, gameId, { acknowledged: wordsOf(finding), because: reason }, (tx) =>
    writeAcknowledgement(tx, gameId, author.id, finding, reason),
  )
}

/** Takes back that a warning is meant so; without such a word nothing happens. @throws HttpError 404 */
export const takeBackAcknowledgement = (
  store: Store,
  author: Account,
  gameId: string,
  named: Named,
): Promise<void> =>
  change(store, author, gameId, { acknowledged: null, finding: named.id }, (tx) =>
    removeAcknowledgement(tx, gameId, named),
  )

async function findingsAbout(store: Store, gameId: string, { buildId }: Named): Promise<Finding[]> {
  if (buildId === null) return pageFindings(store, gameId)
  const builds = await buildFindings(store, [buildId])
  return builds.filter((build) => build.gameId === gameId).flatMap(({ findings }) => findings)
}

const isNamed = (named: Named) => (finding: Finding) =>
  finding.id === named.id && finding.where === named.where && finding.buildId === named.buildId

const wordsOf = ({ title, sentence }: Finding): string => `${title}. ${sentence}`

const change = (
  { db }: Store,
  author: Account,
  gameId: string,
  after: Record<string, unknown>,
  write: (tx: Tx) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    await write(tx)
    await auditChange(tx, author, game, { after })
  })
