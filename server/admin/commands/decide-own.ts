import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type CallName, calls, type Received } from '@nofiller/contract/calls'
import { z } from 'zod'
import { clearMalware } from '../../checks/clear-malware.ts'
import { recordCourtAction } from '../../copyright/court-papers.ts'
import { decideNotice } from '../../copyright/decide-notice.ts'
import { decideAppeal } from '../../moderation/appeals/decide-appeal.ts'
import { claimApproval } from '../../moderation/approvals/claim.ts'
import { decideApproval } from '../../moderation/approvals/decide.ts'
import { resolveCase } from '../../orders/cases/resolve-case.ts'
import { askForAddress, returnMoney } from '../../orders/cases/return-money.ts'
import { give } from '../../orders/refunds/give.ts'
import { refund } from '../../orders/refunds/refund.ts'
import { revokeItems } from '../../orders/refunds/revoke.ts'
import { liftFreeze } from '../../payouts/addresses/freeze-payouts.ts'
import { approve } from '../../payouts/approval/approve.ts'
import { giveEvidence } from '../../payouts/approval/evidence.ts'
import { block, cancel } from '../../payouts/approval/hold-back.ts'
import type { Actor } from '../../platform/database/audit.ts'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { decideCase } from '../../reports/decisions/decide-case.ts'
import { markUnfounded } from '../../reports/decisions/unfounded.ts'
import { confirmDestruction, proposeDestruction } from '../../reports/sealed/decide-destruction.ts'
import { recordAuthorityReport, setLegalHold } from '../../reports/sealed/keep-sealed.ts'
import { decideHeld } from '../../reviews/held/decide-held.ts'
import { decideSurge } from '../../reviews/surges/decide-surge.ts'
import type { Store } from '../../store.ts'
import { restoreGame, takeDown } from '../take-down.ts'
import { changeUser, declineDeveloper } from '../users/change-user.ts'

type Admin = Actor & { id: string }
type Asked<Name extends CallName> = {
  store: Store
  admin: Admin
  params: Received<Name, 'params'>
  body: Received<Name, 'body'>
  form: Received<Name, 'form'>
  files: FilePart[]
}
type Decisions<Name extends CallName> = { [Each in Name]: (asked: Asked<Each>) => Promise<unknown> }

/** Every call by which an admin decides about somebody. Each refuses the admin's own case. */
export const DECISIONS = decisions({
  'PATCH /api/admin/users/:id': ({ store, admin, params, body: { reason, ...change } }) =>
    changeUser(store, admin, params.id, change, reason),
  'POST /api/admin/users/:id/decline-developer': ({ store, admin, params, body }) =>
    declineDeveloper(store, admin, params.id, body.reason),
  'POST /api/admin/users/:id/unfreeze-payouts': ({ store, admin, params, body }) =>
    liftFreeze(store, admin, params.id, body.reason),
  'POST /api/admin/games/:id/take-down': ({ store, admin, params, body }) =>
    takeDown(store, admin, params.id, body),
  'POST /api/admin/games/:id/restore': ({ store, admin, params, body }) =>
    restoreGame(store, admin, params.id, body.reason),
  'POST /api/admin/builds/:id/clear-malware': ({ store, admin, params, body }) =>
    clearMalware(store, admin, params.id, body.reason),
  'POST /api/admin/approvals/:id/claim': ({ store, admin, params, body }) =>
    claimApproval(store, admin, params.id, body),
  'POST /api/admin/approvals/:id/decision': ({ store, admin, params, body }) =>
    decideApproval(store, admin, params.id, body),
  'POST /api/admin/appeals/:id/decision': ({ store, admin, params, body }) =>
    decideAppeal(store, admin, params.id, body),
  'POST /api/admin/reports/:id/decision': ({ store, admin, params, body }) =>
    decideCase(store, admin, params.id, body),
  'POST /api/admin/reports/:id/unfounded': ({ store, admin, params, body }) =>
    markUnfounded(store, admin, params.id, body),
  'POST /api/admin/review-surges/:id/decision': ({ store, admin, params, body }) =>
    decideSurge(store, admin, params.id, body),
  'POST /api/admin/held-reviews/:id/decision': ({ store, admin, params, body }) =>
    decideHeld(store, admin, params.id, body),
  'PUT /api/admin/sealed/:gameId/authority-report': ({ store, admin, params, body }) =>
    recordAuthorityReport(store, admin, params.gameId, body),
  'PUT /api/admin/sealed/:gameId/legal-hold': ({ store, admin, params, body }) =>
    setLegalHold(store, admin, params.gameId, body),
  'POST /api/admin/sealed/:gameId/destruction': ({ store, admin, params }) =>
    proposeDestruction(store, admin, params.gameId),
  'POST /api/admin/sealed/:gameId/destruction/confirm': ({ store, admin, params }) =>
    confirmDestruction(store, admin, params.gameId),
  'POST /api/admin/copyright/:number/decision': ({ store, admin, params, body }) =>
    decideNotice(store, admin, params.number, body),
  'POST /api/admin/copyright/:number/court': ({ store, admin, params, form, files }) =>
    recordCourtAction(store, admin, params.number, form, files),
  'POST /api/admin/orders/:orderId/refunds': ({ store, admin, params, body }) =>
    refund(store, admin, params.orderId, body),
  'POST /api/admin/orders/:orderId/revocations': ({ store, admin, params, body }) =>
    revokeItems(store, admin, params.orderId, body),
  'POST /api/admin/grants': ({ store, admin, body }) => give(store, admin, body),
  'POST /api/admin/payment-cases/:orderId/:kind/ask': ({ store, admin, params, body }) =>
    askForAddress(store, admin, { ...params, ...body }),
  'POST /api/admin/payment-cases/:orderId/:kind/refund': ({ store, admin, params, body }) =>
    returnMoney(store, admin, { ...params, ...body }),
  'POST /api/admin/payment-cases/:orderId/:kind/resolve': ({ store, admin, params, body }) =>
    resolveCase(store, admin, { ...params, ...body }),
  'POST /api/admin/payouts/approve': ({ store, admin, body }) => approve(store, admin, body),
  'POST /api/admin/payouts/:id/block': ({ store, admin, params, body }) =>
    block(store, admin, params.id, body.reason),
  'POST /api/admin/payouts/:id/cancel': ({ store, admin, params, body }) =>
    cancel(store, admin, params.id, body.reason),
  'POST /api/admin/payouts/:id/evidence': ({ store, admin, params, body }) =>
    giveEvidence(store, admin, params.id, body),
})

/** Keeps the types of each. */
function decisions<Name extends CallName>(of: Decisions<Name>): Decisions<Name> {
  return of
}

type DecisionName = keyof typeof DECISIONS

/** The arguments: the call with its URL, its body as JSON, and the path of a document. */
export type TypedDecision = { call: string; body: string; document: string | undefined }

/**
 * Decides as an admin on the command line, by the call as the API has it.
 * @returns the call's response
 * @throws Error with a sentence for an invalid call or body; HttpError as the call
 */
export async function decideOwn(
  store: Store,
  admin: Admin,
  { call, body, document }: TypedDecision,
): Promise<unknown> {
  const found = findDecision(call)
  if (!found)
    throw new Error(
      `"${call}" is no call that decides. Say it as the API has it, like "POST /api/admin/payouts/approve".`,
    )
  const { name, params } = found
  const shapes: { params?: z.ZodType; body?: z.ZodType; form?: z.ZodType } = calls[name]
  const typed: unknown = JSON.parse(body)
  const asked = {
    store,
    admin,
    params: parse(shapes.params, params),
    body: parse(shapes.body, typed),
    form: parse(shapes.form, typed),
    files: document === undefined ? [] : [await fileOf(document)],
  }
  return (DECISIONS[name] as (asked: object) => Promise<unknown>)(asked) // the schemas have given each part its type
}

function findDecision(call: string): { name: DecisionName; params: Record<string, string> } | null {
  for (const name of Object.keys(DECISIONS) as DecisionName[]) {
    const pattern = name.replace(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(call)
    if (match) return { name, params: { ...match.groups } }
  }
  return null
}

function parse(shape: z.ZodType | undefined, value: unknown): unknown {
  if (!shape) return undefined
  const { data, error } = shape.safeParse(value)
  if (error) throw new Error(z.prettifyError(error))
  return data
}

async function fileOf(path: string): Promise<FilePart> {
  const { size } = await stat(path)
  return { field: 'document', fileName: basename(path), path, sizeBytes: size }
}
