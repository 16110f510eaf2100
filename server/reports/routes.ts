import { actorOf } from '../platform/database/audit.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { decideCase } from './decisions/decide-case.ts'
import { sendReporterAppeal } from './decisions/send-reporter-appeal.ts'
import { markUnfounded } from './decisions/unfounded.ts'
import { openEvidence } from './evidence/evidence.ts'
import { openReportPicture } from './evidence/report-pictures.ts'
import { seeWriter } from './evidence/review-writer.ts'
import { openReportCase } from './open-case.ts'
import { listReportCases, summarizeReports } from './queue.ts'
import { setSafety } from './safety.ts'
import { confirmDestruction, proposeDestruction } from './sealed/decide-destruction.ts'
import { recordAuthorityReport, setLegalHold } from './sealed/keep-sealed.ts'
import { listSealed } from './sealed/sealed-games.ts'
import { ownReports } from './sending/own-reports.ts'
import { sendReport } from './sending/send-report.ts'

const ok = { ok: true } as const

export function reportRoutes(serve: Serve, store: Store): void {
  serve('POST /api/reports', async ({ account, body, files, request }) =>
    sendReport(
      store,
      { account, address: request.ip, browser: request.headers['user-agent'] ?? '' },
      body,
      files,
    ),
  )

  serve('POST /api/reports/:number/appeal', async ({ account, params, body }) => {
    await sendReporterAppeal(
      store,
      { accountId: account?.id ?? null, token: body.token },
      params.number,
      body.text,
    )
    return ok
  })

  serve('GET /api/reports/mine', async ({ account }) => ownReports(store.db, account.id))
}

/** The admins' calls: the queue, the reported part, and the decision. */
export function reportCaseRoutes(serve: Serve, store: Store): void {
  serve('GET /api/admin/reports', async ({ account, query }) => listReportCases(store.db, account.id, query))

  serve('GET /api/admin/reports/summary', async ({ account }) => summarizeReports(store.db, account.id))

  serve('GET /api/admin/reports/:id', async ({ account, params }) =>
    openReportCase(store, account.id, params.id),
  )

  serve('POST /api/admin/reports/:id/evidence', async ({ account, params }) =>
    openEvidence(store, { ...actorOf(account), id: account.id }, params.id),
  )

  serve('POST /api/admin/reports/:id/writer', async ({ account, params }) =>
    seeWriter(store, { ...actorOf(account), id: account.id }, params.id),
  )

  serve('POST /api/admin/reports/:id/pictures/:pictureId', async ({ account, params }) => ({
    picture: await openReportPicture(
      store,
      { ...actorOf(account), id: account.id },
      params.id,
      params.pictureId,
    ),
  }))

  serve('POST /api/admin/reports/:id/decision', async ({ account, params, body }) => {
    await decideCase(store, { ...actorOf(account), id: account.id }, params.id, body)
    return ok
  })

  serve('POST /api/admin/reports/:id/unfounded', async ({ account, params, body }) => {
    await markUnfounded(store, { ...actorOf(account), id: account.id }, params.id, body)
    return ok
  })

  serve('GET /api/admin/sealed', async ({ account }) => listSealed(store, account.id))

  serve('PUT /api/admin/sealed/:gameId/authority-report', async ({ account, params, body }) => {
    await recordAuthorityReport(store, { ...actorOf(account), id: account.id }, params.gameId, body)
    return ok
  })

  serve('PUT /api/admin/sealed/:gameId/legal-hold', async ({ account, params, body }) => {
    await setLegalHold(store, { ...actorOf(account), id: account.id }, params.gameId, body)
    return ok
  })

  serve('POST /api/admin/sealed/:gameId/destruction', async ({ account, params }) => {
    await proposeDestruction(store, { ...actorOf(account), id: account.id }, params.gameId)
    return ok
  })

  serve('POST /api/admin/sealed/:gameId/destruction/confirm', async ({ account, params }) => {
    await confirmDestruction(store, { ...actorOf(account), id: account.id }, params.gameId)
    return ok
  })

  serve('PUT /api/admin/users/:id/safety', async ({ account, params, body }) => {
    await setSafety(store, { ...actorOf(account), id: account.id }, params.id, body)
    return ok
  })
}
