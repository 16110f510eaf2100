import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { NOTICE_TEXT } from '@nofiller/contract/copyright/copyright-rules'
import { v7 as uuid } from 'uuid'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { refuseOwn } from '../platform/database/own-case.ts'
import type { FilePart } from '../platform/http/bodies/multipart.ts'
import { notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { courtMail } from './emails.ts'
import { claimantOf, developerOf, lockNotice, type Notice, requireState } from './lock-notice.ts'

type Admin = Actor & { id: string }
type CourtAction = { text: string; filedOn: string }

const COURT_PAPER_SECONDS = 60

/**
 * Records a court action against a counter-notice, with its document: the content stays off.
 * @throws HttpError 404, 403 `own_case`, 409 `already_decided`, 422 on `document` for anything but PDF, JPEG and PNG
 */
export async function recordCourtAction(
  store: Store,
  admin: Admin,
  number: string,
  action: CourtAction,
  parts: readonly FilePart[],
): Promise<void> {
  const document = parts.find(({ field }) => field === 'document')
  const ending = document && (await endingOf(document))
  if (!document || !ending) throw unprocessable({ document: NOTICE_TEXT.document })
  const key = `court-papers/${uuid()}.${ending}`
  await store.storage.receive(key, createReadStream(document.path), document.sizeBytes)
  try {
    await store.db.transaction().execute((tx) => note(store, tx, admin, { number, action, key }))
  } catch (error) {
    await store.storage.remove(key)
    throw error
  }
  store.log.info({ notice: number, by: admin.id }, 'court action noted')
}

type Noted = { number: string; action: CourtAction; key: string }

async function note(store: Store, tx: Tx, admin: Admin, { number, action, key }: Noted): Promise<void> {
  const { text, filedOn } = action
  const notice = await lockNotice(tx, number)
  const decider = await refuseOwn(tx, admin, [notice.developer_id, await claimantOf(tx, notice)])
  requireState(notice, ['countered'])
  await tx
    .updateTable('copyright_notices')
    .set({ state: 'court', court_reference: text, court_on: filedOn, court_document: key })
    .where('id', '=', notice.id)
    .execute()
  await audit(tx, decider, {
    ...about(notice),
    action: 'notice_decided',
    reason: text,
    before: { notice: number, state: notice.state },
    after: { decision: 'court', filedOn },
  })
  const developer = await developerOf(tx, notice)
  await store.mail.queue(tx, courtMail(store.config, developer.email, notice, text))
}

/** A URL of the document, valid for a minute; each one is in the audit log. @throws HttpError 404, also about one's own game */
export async function openCourtPapers(
  { db, storage }: Store,
  admin: Admin,
  number: string,
): Promise<{ downloadUrl: string }> {
  const key = await db.transaction().execute(async (tx) => {
    const notice = await lockNotice(tx, number)
    if (!notice.court_document || notice.developer_id === admin.id)
      throw notFound('This notice has no court papers.')
    await audit(tx, admin, {
      ...about(notice),
      action: 'court_papers_opened',
      reason: null,
      after: { notice: number },
    })
    return notice.court_document
  })
  const ending = key.slice(key.lastIndexOf('.'))
  const fileName = `${number} court papers${ending}`
  return { downloadUrl: await storage.presignGet({ key, fileName, expiresInSeconds: COURT_PAPER_SECONDS }) }
}

const about = ({ game_id, title }: Notice) => ({ kind: 'game' as const, id: game_id, name: title })

const BEGINNINGS: [ending: string, beginning: RegExp][] = [
  ['pdf', /^255044462d/],
  ['jpg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
]

/** A document's type by its first bytes, whatever its name says; undefined for any other. */
async function endingOf({ path }: FilePart): Promise<string | undefined> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close())
  const head = buffer.toString('hex')
  return BEGINNINGS.find(([, beginning]) => beginning.test(head))?.[0]
}
