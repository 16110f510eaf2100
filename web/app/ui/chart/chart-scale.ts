const LINES = 4

/**
 * The values of the lines across a chart, from 0 up to at least `max`, in round steps; integers when only integers
 * occur.
 */
export function ticksOf(max: number, areIntegers: boolean): number[] {
  const step = stepFor(max / LINES, areIntegers)
  return Array.from({ length: LINES + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}

function stepFor(least: number, areIntegers: boolean): number {
  const from = areIntegers ? Math.max(least, 1) : Math.max(least, 0.01)
  const power = 10 ** Math.floor(Math.log10(from))
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power)
  return steps.find((step) => step >= from && (!areIntegers || Number.isInteger(step))) ?? 10 * power
}

const LABELS = 5
/** What fits on a phone. */
const LABELS_NARROW = 3

/**
 * The columns with a label below a chart: at equal distances, including the last. Labels that are not `isAlways`
 * are hidden when the chart is narrower than 448 px.
 */
export function labeledAt(count: number): { place: number; isAlways: boolean }[] {
  const step = Math.ceil(count / LABELS)
  const places = Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0)
  return places.map((place, nth) => ({
    place,
    isAlways: places.length <= LABELS_NARROW || (places.length - 1 - nth) % 2 === 0,
  }))
}

/** The index of the largest value, the first of several; null when all are 0 or there is none. */
export function peakOf(values: readonly number[]): number | null {
  const max = Math.max(0, ...values)
  return max === 0 ? null : values.indexOf(max)
}
