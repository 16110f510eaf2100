import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Removes notices beyond their period. */
export const purgeNotices = (db: Database) =>
  sql`delete from notices where created_at < now() - ${RETENTION.notices.after}::interval`.execute(db)
