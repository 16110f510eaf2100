import { ownMalware } from '../../checks/list-malware.ts'
import { ownNotices } from '../../copyright/show-notices.ts'
import { ownAppeals } from '../../moderation/appeals/list-appeals.ts'
import { ownApprovals } from '../../moderation/approvals/list-approvals.ts'
import { ownPaymentCases } from '../../orders/cases/list-cases.ts'
import { ownPayouts } from '../../payouts/history/admin-payouts.ts'
import type { OwnCase } from '../../platform/database/own-case.ts'
import { ownReports } from '../../reports/open-case.ts'
import { ownSealed } from '../../reports/sealed/sealed-games.ts'
import { ownHeld } from '../../reviews/held/list-held.ts'
import { ownSurges } from '../../reviews/surges/list-surges.ts'
import type { Store } from '../../store.ts'

/** Waiting items that are the admin's own, so *To do* hides them or offers no decision; the oldest first. */
export async function findOwnCases(store: Store, adminId: string): Promise<OwnCase[]> {
  const { db } = store
  const cases = await Promise.all([
    ownReports(db, adminId),
    ownApprovals(db, adminId),
    ownAppeals(db, adminId),
    ownNotices(db, adminId),
    ownSealed(store, adminId),
    ownMalware(db, adminId),
    ownPaymentCases(db, adminId),
    ownPayouts(db, adminId),
    ownSurges(db, adminId),
    ownHeld(db, adminId),
  ])
  return cases.flat().sort((one, other) => Date.parse(one.since) - Date.parse(other.since))
}
