/**
 * The newest games with no two neighbors of one developer, if possible: a developer who publishes many at once does not
 * fill the page. Otherwise they keep their order.
 */
export function spread<Game extends { developer: { _id: string } }>(games: readonly Game[]): Game[] {
  const waiting = [...games]
  const shown: Game[] = []
  while (waiting.length > 0) {
    const last = shown.at(-1)?.developer._id
    const other = waiting.findIndex(({ developer }) => developer._id !== last)
    shown.push(...waiting.splice(Math.max(other, 0), 1))
  }
  return shown
}
