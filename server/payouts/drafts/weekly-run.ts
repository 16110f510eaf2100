import { sql } from 'kysely'
import type { Store } from '../../store.ts'
import { releaseAllHolds } from '../balances/release-holds.ts'
import { lastRunBefore } from '../settings.ts'
import { draftPayout } from './draft-payout.ts'

const DEVELOPERS_AT_ONCE = 500
const DAY_MS = 86_400_000

/** Every ten minutes: releases holds that are over and, when its hour has come, starts the weekly run. */
export const startDrafting = (store: Store): Promise<void> =>
  store.jobs.schedule('payout-drafts', '*/10 * * * *', async () => {
    await releaseAllHolds(store.db, store.config, store.clock())
    await weeklyRun(store)
  })

/**
 * Drafts a payout for every developer with enough money and an address, once a week. An interrupted run can be repeated:
 * a developer with a draft has nothing left to draft. Returns how many were drafted.
 */
export async function weeklyRun(store: Store): Promise<number> {
  const now = store.clock()
  const due = lastRunBefore(store.config, now)
  const { last_run_at } = await store.db
    .selectFrom('payout_control')
    .select('last_run_at')
    .executeTakeFirstOrThrow()
  if (last_run_at !== null && last_run_at >= due) return 0
  const isLate = now.getTime() - due.getTime() > DAY_MS
  // A newly started store has missed no run.
  const drafted = last_run_at === null && isLate ? 0 : await draftAll(store)
  await store.db.updateTable('payout_control').set({ last_run_at: now }).execute()
  return drafted
}

/** Drafts a payout for every eligible developer. */
export async function draftAll(store: Store): Promise<number> {
  await releaseAllHolds(store.db, store.config, store.clock())
  let drafted = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ developer_id: string }>`
      select balance.developer_id from developer_balances as balance
      where balance.developer_id > ${last}::uuid
        and balance.available_cents >= ${store.config.PAYOUT_MINIMUM_CENTS}
        and exists (select from payout_addresses where developer_id = balance.developer_id and replaced_at is null)
      order by balance.developer_id limit ${DEVELOPERS_AT_ONCE}`.execute(store.db)
    for (const { developer_id } of rows)
      if ('payoutId' in (await draftPayout(store, developer_id))) drafted += 1
    const end = rows.at(-1)
    if (!end || rows.length < DEVELOPERS_AT_ONCE) return drafted
    last = end.developer_id
  }
}
