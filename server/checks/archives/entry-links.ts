/** An entry of an archive: its path as the archive spells it, and a symbolic link's target. */
export type Placed = { path: string; target: string | null }

/** As many as Linux follows. */
const FOLLOWED_MAX = 40

/**
 * The first link that does not lead to an entry of the archive: to nothing, in a circle, out of it, or to a place of the
 * player's disk. Null when each does, as in the frameworks of a Mac program.
 */
export function strayLink(entries: readonly Placed[]): Placed | null {
  const tree = new Map<string, string | null>([['', null]])
  for (const { path, target } of entries) {
    const parts = partsOf(path)
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/')
      if (!tree.has(folder)) tree.set(folder, null)
    }
    tree.set(parts.join('/'), target)
  }
  return entries.find(({ path, target }) => target !== null && !leadsToEntry(tree, partsOf(path))) ?? null
}

/** Resolves like a system does: each link in a path is followed before the rest of the path. */
function leadsToEntry(tree: ReadonlyMap<string, string | null>, path: readonly string[]): boolean {
  const place: string[] = []
  const ahead = [...path]
  let followed = 0
  for (let part = ahead.shift(); part !== undefined; part = ahead.shift()) {
    if (part === '..') {
      if (place.pop() === undefined) return false
      continue
    }
    place.push(part)
    const target = tree.get(place.join('/'))
    if (target === undefined) return false
    if (target === null) continue
    followed += 1
    if (followed > FOLLOWED_MAX || /^[/\\]|^[a-z]:/i.test(target)) return false
    place.pop()
    ahead.unshift(...partsOf(target))
  }
  return true
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')
