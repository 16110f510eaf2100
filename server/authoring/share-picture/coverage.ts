/** In pixels, from the upper left. */
export type Point = { x: number; y: number }
/** Closed lines. Where they turn the same way around a point it is inside, however often (the rule `nonzero`). */
export type Outline = readonly (readonly Point[])[]

/** Each row of pixels is looked at along so many lines; along a line the edges are exact. */
const LINES = 8

export type Size = { width: number; height: number }
/** The pixels that an outline may reach, and how much of each it covers, from 0 to 1, row by row. */
export type Coverage = Size & { left: number; top: number; shares: Float32Array }

/**
 * How much of each pixel of a picture an outline covers. What lies beyond its edges is left out.
 *
 * The store fills its letters itself: the decoder that could draw them from an SVG stays shut, as it would be open for
 * uploads as well (security E3).
 */
export function coverageOf(outline: Outline, picture: Size): Coverage {
  const { left, top, width, height } = boundsOf(outline, picture)
  const shares = new Float32Array(width * height)
  const inBounds = outline.map((points) => points.map(({ x, y }) => ({ x: x - left, y: y - top })))
  for (const [line, crossings] of crossingsOf(inBounds, height * LINES).entries()) {
    const start = Math.floor(line / LINES) * width
    const row = shares.subarray(start, start + width)
    let turns = 0
    for (const [at, { x, turn }] of crossings.sort((one, other) => one.x - other.x).entries()) {
      turns += turn
      const end = crossings[at + 1]?.x
      if (turns !== 0 && end !== undefined) addSpan(row, x, end)
    }
  }
  return { left, top, width, height, shares }
}

/** The whole pixels of the picture that hold the outline. */
function boundsOf(outline: Outline, { width, height }: Size) {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (const { x, y } of outline.flat()) {
    left = Math.min(left, Math.floor(x))
    top = Math.min(top, Math.floor(y))
    right = Math.max(right, Math.ceil(x))
    bottom = Math.max(bottom, Math.ceil(y))
  }
  left = Math.max(0, left)
  top = Math.max(0, top)
  return {
    left,
    top,
    width: Math.max(0, Math.min(width, right) - left),
    height: Math.max(0, Math.min(height, bottom) - top),
  }
}

type Crossing = { x: number; turn: 1 | -1 }

/** Where the edges cross the middle of each line, and whether down or up. */
function crossingsOf(outline: Outline, count: number): Crossing[][] {
  const lines: Crossing[][] = Array.from({ length: count }, () => [])
  for (const points of outline)
    for (const [at, from] of points.entries()) {
      const to = points[(at + 1) % points.length] ?? from
      const [upper, lower, turn] = from.y < to.y ? [from, to, 1 as const] : [to, from, -1 as const]
      const first = Math.max(0, Math.ceil(upper.y * LINES - 0.5))
      const end = Math.min(count, Math.ceil(lower.y * LINES - 0.5))
      for (let line = first; line < end; line += 1) {
        const share = ((line + 0.5) / LINES - upper.y) / (lower.y - upper.y)
        lines[line]?.push({ x: upper.x + share * (lower.x - upper.x), turn })
      }
    }
  return lines
}

function addSpan(row: Float32Array, from: number, to: number): void {
  const [start, end] = [Math.max(0, from), Math.min(row.length, to)]
  for (let pixel = Math.floor(start); pixel < end; pixel += 1)
    row[pixel] = (row[pixel] ?? 0) + (Math.min(pixel + 1, end) - Math.max(pixel, start)) / LINES
}
