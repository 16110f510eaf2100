/** How long after a read-back an order is read back again: young orders soon, old ones rarely, so a lost message costs minutes. */
export function nextCheckSeconds(ageSeconds: number): number {
  if (ageSeconds < 600) return 15
  if (ageSeconds < 3_600) return 60
  return ageSeconds < 86_400 ? 600 : 3_600
}
