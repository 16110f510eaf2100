import { sumDollars } from '@nofiller/contract/pricing/money'
import { showStep, WEEKS_FROM } from './range.ts'

const WEEK = 7

type Day = { day: string }
export type Column = { key: string; label: string; value: number }

/** Days as columns of a chart: one each, or seven together for many days. `points` are in order, without gaps. */
export function columnsOf<Point extends Day>(
  points: readonly Point[],
  read: (point: Point) => number,
): Column[] {
  const size = areWeeks(points) ? WEEK : 1
  return Array.from({ length: Math.ceil(points.length / size) }, (_, nth) => {
    const days = points.slice(nth * size, (nth + 1) * size)
    const first = days[0]?.day ?? ''
    return {
      key: first,
      label: showStep(first, 'day'),
      value: sumDollars(...days.map(read)),
    }
  })
}

/** Whether a column is a week. */
export const areWeeks = (points: readonly Day[]): boolean => points.length >= WEEKS_FROM
