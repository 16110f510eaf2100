import { RELATED } from '@nofiller/contract/suggestions/related-rules'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

/** Pairs that are counted at a time: with eight bytes each, 20 MB, however many games a store has. */
const COUNTED_AT_ONCE = 2_500_000
const LIBRARIES_AT_ONCE = 1_000
const STORED_AT_ONCE = 10_000

/** A game as the counting knows it: its owners, in squares of claims, all and those that ever paid. */
type CountedGame = { is_paid: boolean; all_owners: number; paying_owners: number }
type Library = {
  pays: boolean
  /** Ascending. */
  games: number[]
  /** What each is worth, in claims: whole numbers add up without rounding. */
  claims: number[]
  /** The bundle that each game came with, if any did; null where all came alone. */
  bundles: (number | null)[] | null
  sizes: (number | null)[] | null
}

/**
 * Fills `game_pairs` with how close the owners of two games are: the cosine of who owns them, less where few own both. Of a
 * pair with a paid game only accounts count that ever paid, so that no number of claims moves what stands beside it (RE9).
 * Counted here, as a database would write and sort a row for each pair of each library.
 */
export async function countPairs(tx: Tx): Promise<void> {
  const { rows: games } = await sql<CountedGame>`
    select is_paid, coalesce(all_owners, 0) as all_owners, coalesce(paying_owners, 0) as paying_owners
    from numbered_games left join game_norms using (game) order by game`.execute(tx)
  for (const [from, to] of piecesOf(games.length)) {
    const counts = new PairCounts(from, to)
    for await (const library of librariesWith(tx, from, to)) counts.add(library, games)
    await storePairs(tx, counts.pairs(games))
  }
}

/** The numbers of all games, as many at a time as have few enough pairs with those before them. */
export function piecesOf(games: number): [from: number, to: number][] {
  const pieces: [number, number][] = []
  for (let from = 1; from <= games; ) {
    let to = from
    while (to < games && pairsBefore(to + 2) - pairsBefore(from) <= COUNTED_AT_ONCE) to += 1
    pieces.push([from, to])
    from = to + 1
  }
  return pieces
}

/** How many pairs the games before this one have among themselves. */
const pairsBefore = (game: number): number => ((game - 1) * (game - 2)) / 2

async function* librariesWith(tx: Tx, from: number, to: number): AsyncGenerator<Library> {
  await sql`declare libraries_of_piece cursor for
    select pays, games, claims, bundles, sizes from libraries
    where account in (select account from counted_grants where game between ${sql.lit(from)} and ${sql.lit(to)})`.execute(
    tx,
  )
  for (;;) {
    const { rows } = await sql<Library>`fetch ${sql.lit(LIBRARIES_AT_ONCE)} from libraries_of_piece`.execute(
      tx,
    )
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close libraries_of_piece`.execute(tx)
}

/** What the owners of the games of one piece have in common with those of each game before. */
class PairCounts {
  readonly #from: number
  readonly #to: number
  /** Owners of both, in squares of claims. */
  readonly #common: Float32Array
  /** Owners of both, each as many claims as the lesser of their two games. */
  readonly #owners: Uint32Array

  constructor(from: number, to: number) {
    this.#from = from
    this.#to = to
    const pairs = pairsBefore(to + 1) - pairsBefore(from)
    this.#common = new Float32Array(pairs)
    this.#owners = new Uint32Array(pairs)
  }

  #placeOf(game: number, other: number): number {
    return pairsBefore(game) - pairsBefore(this.#from) + other - 1
  }

  add({ pays, games, claims, bundles, sizes }: Library, counted: readonly CountedGame[]): void {
    const counts = pays ? games.map(() => true) : games.map((game) => !counted[game - 1]?.is_paid)
    for (const [nth, game] of games.entries()) {
      if (game < this.#from || game > this.#to || !counts[nth]) continue
      const weight = claims[nth] ?? 0
      const bundle = bundles?.[nth] ?? null
      const size = sizes?.[nth] ?? 1
      for (let before = 0; before < nth; before += 1) {
        if (!counts[before]) continue
        const otherWeight = claims[before] ?? 0
        const place = this.#placeOf(game, games[before] ?? 0)
        const isOfBundle = bundle !== null && bundles?.[before] === bundle
        this.#common[place] = (this.#common[place] ?? 0) + (weight * otherWeight) / (isOfBundle ? size : 1)
        this.#owners[place] = (this.#owners[place] ?? 0) + Math.min(weight, otherWeight)
      }
    }
  }

  *pairs(counted: readonly CountedGame[]): Generator<Pair> {
    for (let game = this.#from; game <= this.#to; game += 1)
      for (let other = 1; other < game; other += 1) {
        const place = this.#placeOf(game, other)
        if ((this.#owners[place] ?? 0) < RELATED.commonOwnersMin * RELATED.claimsOfPurchase) continue
        const [one, two] = [counted[game - 1], counted[other - 1]]
        if (!one || !two) continue
        yield { game, other, score: closeness(this.#common[place] ?? 0, one, two) }
      }
  }
}

type Pair = { game: number; other: number; score: number }

/** All in squares of claims. */
function closeness(common: number, one: CountedGame, two: CountedGame): number {
  const norm =
    one.is_paid || two.is_paid ? one.paying_owners * two.paying_owners : one.all_owners * two.all_owners
  const shrinkage = RELATED.shrinkage * RELATED.claimsOfPurchase ** 2
  return ((common / Math.sqrt(norm)) * common) / (common + shrinkage)
}

async function storePairs(tx: Tx, pairs: Iterable<Pair>): Promise<void> {
  let batch: Pair[] = []
  const store = async () => {
    await sql`insert into game_pairs (game, other, score)
      select * from unnest(${batch.map(({ game }) => game)}::integer[], ${batch.map(({ other }) => other)}::integer[],
        ${batch.map(({ score }) => score)}::float8[])`.execute(tx)
    batch = []
  }
  for (const pair of pairs) if (batch.push(pair) === STORED_AT_ONCE) await store()
  if (batch.length > 0) await store()
}
