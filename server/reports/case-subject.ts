import type { Asset } from '@nofiller/contract/moderation/moderation'
import { partName } from '@nofiller/contract/reports/report-rules'
import type { AdminCaseDetail } from '@nofiller/contract/reports/reports'
import { assetsOf, postName, snapshotOf } from '../moderation/approvals/snapshot.ts'
import { effectsOf } from '../moderation/decisions/effects.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { sha256 } from '../platform/signatures.ts'
import type { ReportCase } from './queue.ts'
import { reviewSubject } from './review-subject.ts'

/** The subject of a case, as it is now: its parts, what a decision would affect, and a hash that changes with any part. */
export type CaseSubject = Pick<AdminCaseDetail, 'isGone' | 'assets' | 'effects' | 'revision'> & {
  game: GameRow | null
  /** The reported part, the first of `assets`. */
  reported: Asset
}

/** A reported part can be decided after it was deleted: it is then the only part. */
export async function findCaseSubject(db: Queryable, reportCase: ReportCase): Promise<CaseSubject> {
  if (reportCase.subject === 'review') return { game: null, ...(await reviewSubject(db, reportCase)) }
  const game = reportCase.subject === 'game' ? await gameOf(db, reportCase.subjectId) : null
  const [assets, now] = game ? await partsOfGame(db, game) : await partsOfProfile(db, reportCase)
  const reported = reportedPart(reportCase)
  return {
    game,
    reported,
    isGone: reportCase.subject === 'game' && !game,
    assets: [reported, ...assets.filter(({ id }) => id !== reported.id)],
    effects: await effectsOf(
      db,
      reportCase.subject === 'game' ? reportCase.subjectId : null,
      reportCase.developerId,
    ),
    revision: sha256(JSON.stringify(now)).toString('hex'),
  }
}

const gameOf = async (db: Queryable, id: string): Promise<GameRow | null> =>
  (await db.selectFrom('games').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

type Parts = [assets: Asset[], now: unknown]

const partsOfGame = async (db: Queryable, game: GameRow): Promise<Parts> => [
  await assetsOf(db, game),
  await snapshotOf(db, game.id),
]

const named = (name: string): Asset => ({ id: name, name })

const PROFILE_PARTS = ['Profile name', 'Profile text', 'Profile links', 'Profile picture'].map(named)

async function partsOfProfile(db: Queryable, { subject, subjectId }: ReportCase): Promise<Parts> {
  if (subject === 'game') return [[], null]
  const profile = await db
    .selectFrom('accounts')
    .select(['username', 'display_name', 'bio', 'website', 'twitter', 'patreon', 'avatar_url'])
    .where('id', '=', subjectId)
    .executeTakeFirst()
  return [PROFILE_PARTS, profile]
}

/** The reported part as decisions name it: a post by its title when it was reported. */
function reportedPart(reportCase: ReportCase): Asset {
  const { part, postTitle } = reportCase
  return postTitle === null ? named(reportedName(reportCase)) : { id: part, name: postName(postTitle) }
}

function reportedName({ subject, part, fileName }: ReportCase): string {
  if (subject === 'developer') return 'Profile text'
  if (part.startsWith('file-')) return `File ${fileName ?? ''}`.trim()
  if (part === 'card') return 'Card picture'
  if (part === 'cover') return 'Cover'
  if (part === 'text') return 'Description'
  return partName(part)
}
