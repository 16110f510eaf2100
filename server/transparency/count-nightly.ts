import type { Store } from '../store.ts'
import { countPeriod } from './count-period.ts'

/** How far back months are counted again. The cases of older ones may be deleted by now, and their figures stay as they are. */
const MONTHS_RECOUNTED = 23

export const startCounting = (store: Store): Promise<void> =>
  store.jobs.schedule('count-transparency', '35 2 * * *', () => countAll(store))

/** Counts this year and every month whose cases all still exist. */
export async function countAll({ db, clock }: Pick<Store, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  for (const period of [now.toISOString().slice(0, 4), ...monthsUntil(now)]) {
    const figures = JSON.stringify(await countPeriod(db, period))
    const row = { period, figures, counted_at: now }
    await db
      .insertInto('transparency_periods')
      .values(row)
      .onConflict((conflict) => conflict.column('period').doUpdateSet(row))
      .execute()
  }
}

/** Months like `2026-11`, the latest first. */
function monthsUntil(now: Date): string[] {
  return Array.from({ length: MONTHS_RECOUNTED }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 7),
  )
}
