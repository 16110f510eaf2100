/** A number that was measured, and the one it is compared with: a bare server or a peer, measured in the same run. */
export type Figure = {
  what: string
  value: number
  unit: string
  against?: { what: string; value: number }
}

/** The size of the store: games, orders, mebibytes. */
export type Sizes = Record<string, number>

/** What `bench/all.ts` writes down of a figure; the ratio is the value by that of the reference. */
export type Reported = Figure & { ratio: number | null; sizes: Sizes }

/** Shows figures as a table, and passes them to `bench/all.ts` if that has started this benchmark. */
export function report(figures: readonly Figure[], sizes: Sizes = {}): void {
  const reported = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), sizes }))
  console.table(reported.map(toRow))
  for (const figure of reported) process.send?.(figure)
}

function ratioOf({ value, against }: Figure): number | null {
  return against ? value / against.value : null
}

/** A line of a table for people. */
export function toRow({ what, value, unit, against, ratio, sizes }: Reported): object {
  return {
    what,
    figure: `${short(value)} ${unit}`,
    ratio: ratio === null ? '' : ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2),
    against: against ? `${against.what}, ${short(against.value)}` : '',
    sizes: Object.entries(sizes)
      .map(([name, size]) => `${size.toLocaleString('en')} ${name}`)
      .join(', '),
  }
}

const short = (value: number): string =>
  value.toLocaleString('en', {
    maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0,
  })
