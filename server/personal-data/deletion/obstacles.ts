import type { DeletionObstacle } from '@nofiller/contract/personal-data/personal-data-rules'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** Obstacles to deleting an account; none for most. A report that its developer was not notified of is not one. */
export async function obstaclesTo(db: Queryable, accountId: string): Promise<DeletionObstacle[]> {
  const own = sql`(select id from games where developer_id = ${accountId})`
  const { rows } = await sql<{ obstacle: DeletionObstacle }>`
    select obstacle from (values
      ('admin', exists (select from accounts where id = ${accountId} and role = 'admin')),
      ('payout', exists (select from payouts where developer_id = ${accountId} and ended_at is null)),
      ('payment', exists (
        select from payment_cases join order_items using (order_id)
        where resolved_at is null and game_id in ${own})),
      ('copyright', exists (
        select from copyright_notices where developer_id = ${accountId} and state in ('answered', 'countered', 'court'))),
      ('appeal', exists (
        select from appeals where developer_id = ${accountId} and reporter_decision_id is null and decided_at is null)),
      ('taken_down', exists (select from games where developer_id = ${accountId} and is_illegal)
        or exists (select from game_holds where ended_at is null and game_id in ${own}))
    ) as checked (obstacle, stands) where stands`.execute(db)
  return rows.map(({ obstacle }) => obstacle)
}
