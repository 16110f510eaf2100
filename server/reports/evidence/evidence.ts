import { buffer } from 'node:stream/consumers'
import type { ReportEvidence } from '@nofiller/contract/reports/reports'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Store } from '../../store.ts'
import { smallAndGray } from '../holds/redacted-preview.ts'
import { auditedSubject, findReportCase } from '../queue.ts'

/**
 * The reported part at the time of the report: texts, file names, and small gray pictures inside the response, because
 * hidden pictures have no address. Each view is logged, and the first one is the first look.
 * @throws HttpError 403 `safety_only`, 404
 */
export async function openEvidence(
  store: Store,
  actor: Actor & { id: string },
  caseId: string,
): Promise<ReportEvidence> {
  const reportCase = await findReportCase(store.db, actor.id, caseId)
  const { snapshot } = await store.db.transaction().execute(async (tx) => {
    await audit(tx, actor, {
      action: 'report_opened',
      ...auditedSubject(reportCase),
      reason: null,
      after: { case: caseId, category: reportCase.category, part: reportCase.part },
    })
    return tx
      .updateTable('report_cases')
      .set({ looked_at: sql<Date>`coalesce(looked_at, now())` })
      .where('id', '=', caseId)
      .returning('snapshot')
      .executeTakeFirstOrThrow()
  })
  const pictures = await Promise.all(snapshot.pictures.map((key) => storedPicture(store.storage, key)))
  return {
    text: snapshot.text,
    file: snapshot.file,
    pictures: pictures.filter((picture) => picture !== null),
    lost: pictures.filter((picture) => picture === null).length,
    otherTexts:
      reportCase.subject === 'review' && reportCase.part === 'text'
        ? await otherTextsOf(store.db, reportCase.subjectId, snapshot.text)
        : [],
  }
}

/** What a review says today and said before, newest first, apart from what was reported. */
async function otherTextsOf(db: Queryable, reviewId: string, reported: string | null): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from (
      select text, now() as until, 0 as id from reviews where id = ${reviewId}
      union all select text, replaced_at, id from review_versions where review_id = ${reviewId}
    ) as written order by until desc, id desc`.execute(db)
  return [...new Set(rows.map(({ text }) => text))].filter((text) => text !== '' && text !== reported)
}

/** A data URL; null when the bytes are gone. */
async function storedPicture(storage: Storage, key: string): Promise<string | null> {
  if ((await storage.sizeOf(key)) === null) return null
  return smallAndGray(await buffer(storage.read(key)))
}
