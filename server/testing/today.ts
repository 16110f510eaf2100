import { setTimeout as sleep } from 'node:timers/promises'

const DAY_MS = 86_400_000
const NEEDED_MS = 100_000

/** Lets a day that ends soon end, in UTC, so that what a test calls today is still today at the test's end. */
export async function untilTodayLasts(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS)
  if (leftMs < NEEDED_MS) await sleep(leftMs + 1_000)
}
