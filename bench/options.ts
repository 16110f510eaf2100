/** What the command line asks of a benchmark: `--games 1000,10000`, and whatever has no name. */
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string' },
    orders: { type: 'string' },
    reviews: { type: 'string' },
    accounts: { type: 'string' },
    builds: { type: 'string' },
    fetches: { type: 'string' },
    grants: { type: 'string' },
    developers: { type: 'string' },
    events: { type: 'string' },
    mib: { type: 'string' },
    seconds: { type: 'string' },
    scale: { type: 'string' },
  },
})
type Size = keyof typeof values

/** The sizes that were asked for, or else the usual ones. */
export const sizesOf = (name: Size, usual: readonly number[]): readonly number[] =>
  values[name]?.split(',').map(Number) ?? usual

/** The first size that was asked for, or else the usual one. */
export const sizeOf = (name: Size, usual: number): number => sizesOf(name, [usual])[0] ?? usual

export { positionals }
