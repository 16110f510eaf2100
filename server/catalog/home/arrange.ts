import {
  FEATURED,
  isShown,
  NEW_GAMES,
  ON_SALE,
  OPEN_CATEGORIES,
  UPDATED,
} from '@nofiller/contract/catalog/home-rules'
import { CARDS_PER_SECTION } from '@nofiller/contract/catalog/sections'

export type Candidate = { id: string; developerId: string }

/** What could stand on the home page, each list in its order. */
export type Candidates = {
  chosen: readonly Candidate[]
  popular: readonly Candidate[]
  newGames: readonly Candidate[]
  onSale: readonly Candidate[]
  updated: readonly Candidate[]
  sections: readonly { name: string; count: number; games: readonly Candidate[] }[]
}

/** Ids of games. */
export type Arranged = {
  featured: string[]
  newGames: string[]
  onSale: string[]
  updated: string[]
  sections: { name: string; count: number; isOpen: boolean; games: string[] }[]
}

/**
 * Which game stands where on the home page. Pure. No game is in two of the four regions, and a region with fewer than half of
 * its places filled is left out, so that its games are free for the next.
 * @param day a number that grows by one each day
 */
export function arrangeHome(found: Candidates, day: number): Arranged {
  const taken = new Set<string>()
  const fill = (from: readonly Candidate[], rule: { places: number; ofDeveloper: number }): string[] => {
    const free = from.filter(({ id }) => !taken.has(id))
    const games = atMostOf(free, rule.ofDeveloper).slice(0, rule.places)
    if (!isShown(games.length, rule.places)) return []
    for (const { id } of games) taken.add(id)
    return games.map(({ id }) => id)
  }
  const chosen = found.chosen.slice(0, FEATURED.places)
  const featured = fill([...chosen, ...inTurn(found.popular, chosen, day)], {
    places: FEATURED.places,
    ofDeveloper: FEATURED.places,
  })
  const newGames = fill(found.newGames, NEW_GAMES)
  const onSale = fill(found.onSale, ON_SALE)
  const updated = fill(found.updated, UPDATED)
  return { featured, newGames, onSale, updated, sections: categories(found.sections, taken) }
}

/** The popular games that fill the places which an admin left free: one of a developer, others each day. */
function inTurn(
  popular: readonly Candidate[],
  chosen: readonly Candidate[],
  day: number,
): readonly Candidate[] {
  const others = popular.filter(
    (game) => !chosen.some(({ id, developerId }) => id === game.id || developerId === game.developerId),
  )
  const start = others.length === 0 ? 0 : (day * FEATURED.places) % others.length
  return atMostOf([...others.slice(start), ...others.slice(0, start)], 1)
}

/** The same without the games of a developer beyond so many. */
function atMostOf(games: readonly Candidate[], ofDeveloper: number): Candidate[] {
  const seen = new Map<string, number>()
  return games.filter(({ developerId }) => {
    const nth = (seen.get(developerId) ?? 0) + 1
    seen.set(developerId, nth)
    return nth <= ofDeveloper
  })
}

/** The first categories with a full row stand open. Games that the page has not shown yet go before the others. */
function categories(sections: Candidates['sections'], shown: Set<string>): Arranged['sections'] {
  let open = 0
  const arranged = sections.map(({ name, count, games }) => {
    const isOpen = open < OPEN_CATEGORIES && games.length >= CARDS_PER_SECTION
    if (isOpen) open += 1
    const unseen = new Set(games.filter(({ id }) => !shown.has(id)).slice(0, CARDS_PER_SECTION))
    const missing = CARDS_PER_SECTION - unseen.size
    const again = new Set(games.filter((game) => !unseen.has(game)).slice(0, missing))
    const ids = games.filter((game) => unseen.has(game) || again.has(game)).map(({ id }) => id)
    for (const id of ids) shown.add(id)
    return { name, count, isOpen, games: ids }
  })
  return [...arranged.filter(({ isOpen }) => isOpen), ...arranged.filter(({ isOpen }) => !isOpen)]
}
