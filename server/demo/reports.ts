import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { findReported } from '../moderation/reported.ts'
import type { Tx } from '../platform/database/database.ts'
import { dueTimes } from '../reports/decisions/due-times.ts'

type DemoReport = { gameId: string; reporter: { id: string; email: string }; hash: Buffer; now: Date }

/** A report of a player that waits for a decision. */
export async function plantReport(tx: Tx, { gameId, reporter, hash, now }: DemoReport): Promise<void> {
  const about = { subject: 'game', id: gameId, part: 'page' } as const
  const { snapshot, contentHash } = await findReported(tx, about)
  const openedAt = new Date(now.getTime() - 3 * 3_600_000)
  const caseId = uuid()
  const matter = {
    subject_kind: about.subject,
    subject_id: gameId,
    part: about.part,
    category: 'fraud',
    snapshot: JSON.stringify(snapshot),
  } as const
  await tx
    .insertInto('report_cases')
    .values({
      ...matter,
      id: caseId,
      is_safety: false,
      content_hash: contentHash,
      opened_at: openedAt,
      ...dueTimes('fraud'),
    })
    .execute()
  await tx
    .insertInto('reports')
    .values({
      ...matter,
      id: uuid(),
      case_id: caseId,
      text: 'The page promises controller support and two endings. The build from this week has neither.',
      reported_for: 'myself',
      signature: null,
      reporter_id: reporter.id,
      email: reporter.email,
      network_hash: hash,
      browser_hash: hash,
      confirm_hash: null,
      created_at: openedAt,
      confirmed_at: sql<Date>`${openedAt}`,
    })
    .execute()
}
