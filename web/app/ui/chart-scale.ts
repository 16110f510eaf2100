const LINES = 4

/**
 * The values of the lines across a chart, from 0 up to at least `max`, in steps that read well; whole ones when only whole
 * values occur.
 */
export function ticksOf(max: number, areWhole: boolean): number[] {
  const step = stepFor(max / LINES, areWhole)
  return Array.from({ length: LINES + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}

function stepFor(least: number, areWhole: boolean): number {
  const from = areWhole ? Math.max(least, 1) : Math.max(least, 0.01)
  const power = 10 ** Math.floor(Math.log10(from))
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power)
  return steps.find((step) => step >= from && (!areWhole || Number.isInteger(step))) ?? 10 * power
}

/** The places of at most `most` labels among `count` columns, spread evenly from the first to the last. */
export function labelledAt(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at)
  return Array.from({ length: most }, (_, nth) => Math.round((nth * (count - 1)) / (most - 1)))
}

/** The place of the largest value, the first of several; null when all are 0 or there is none. */
export function peakOf(values: readonly number[]): number | null {
  const max = Math.max(0, ...values)
  return max === 0 ? null : values.indexOf(max)
}
