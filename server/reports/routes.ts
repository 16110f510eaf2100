import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { confirmReport } from './confirm-report.ts'
import { ownReports } from './own-reports.ts'
import { sendReport } from './send-report.ts'

export function reportRoutes(serve: Serve, store: Store): void {
  serve('POST /api/reports', async ({ account, body, request }) =>
    sendReport(store, { account, address: request.ip, browser: request.headers['user-agent'] ?? '' }, body),
  )

  serve('POST /api/reports/confirm', async ({ body }) => ({ number: await confirmReport(store, body.token) }))

  serve('GET /api/reports/mine', async ({ account }) => ownReports(store.db, account.id))
}
