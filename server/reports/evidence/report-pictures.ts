import { isSafetyCategory } from '@nofiller/contract/reports/report-rules'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { notFound, unprocessable } from '../../platform/http/errors/errors.ts'
import { drawPicture, oneAtATime, refusalOf } from '../../platform/uploaded-picture.ts'
import type { Store } from '../../store.ts'
import { smallAndGray } from '../holds/redacted-preview.ts'
import { auditedSubject, findReportCase } from '../queue.ts'

/** Large enough to read a screenshot's text. */
const SIZE = { width: 1280, height: 1280, fit: 'inside' } as const
const WEBP = { quality: 75 }

/** Re-encodes the pictures of a report, without metadata. @throws HttpError 422 on `pictures` that says why one is refused */
export async function encodeReportPictures(parts: readonly FilePart[]): Promise<Buffer[]> {
  const drawn = await Promise.allSettled(parts.map((part) => oneAtATime(() => encode(part))))
  const refused = drawn.find((result) => result.status === 'rejected')
  if (refused) throw unprocessable({ pictures: refusalOf(refused.reason) })
  return drawn.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

async function encode(part: FilePart): Promise<Buffer> {
  const { data, info } = await drawPicture(part, SIZE)
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } }).webp(WEBP).toBuffer()
}

/** Stores pictures with their report: no public address leads to them, and deleting the report deletes them. */
export async function addReportPictures(
  tx: Tx,
  reportId: string,
  pictures: readonly Buffer[],
): Promise<void> {
  if (pictures.length === 0) return
  const rows = pictures.map((bytes) => ({ id: uuid(), report_id: reportId, bytes }))
  await tx.insertInto('report_pictures').values(rows).execute()
}

/**
 * A picture attached to a report, as a data URL; small and gray in the safety queue. Each view is logged.
 * @throws HttpError 403 `safety_only`, 404
 */
export async function openReportPicture(
  { db }: Store,
  actor: Actor & { id: string },
  caseId: string,
  pictureId: string,
): Promise<string> {
  const reportCase = await findReportCase(db, actor.id, caseId)
  const bytes = await db.transaction().execute(async (tx) => {
    const picture = await tx
      .selectFrom('report_pictures')
      .innerJoin('reports', 'reports.id', 'report_pictures.report_id')
      .select('report_pictures.bytes')
      .where('report_pictures.id', '=', pictureId)
      .where('reports.case_id', '=', caseId)
      .executeTakeFirst()
    if (!picture) throw notFound('There is no such picture.')
    await audit(tx, actor, {
      action: 'report_picture_opened',
      ...auditedSubject(reportCase),
      reason: null,
      after: { case: caseId, picture: pictureId },
    })
    return picture.bytes
  })
  return isSafetyCategory(reportCase.category) ? smallAndGray(bytes) : dataAddress(bytes)
}

const dataAddress = (bytes: Buffer): string => `data:image/webp;base64,${bytes.toString('base64')}`
