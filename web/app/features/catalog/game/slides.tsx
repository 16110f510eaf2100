import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

type SlidesProps = {
  label: string
  /** The visible slide. */
  at: number
  /** Another slide came into view, by a swipe or by scrolling. */
  onMove: (at: number) => void
  onKeyDown?: (event: KeyboardEvent) => void
  className?: string
  /** `<li>`s of the class `SLIDE`. */
  children: ReactNode
}

export const SLIDE = 'relative w-full flex-none snap-center snap-always'

/** Pictures side by side in a row as wide as one of them. The browser itself scrolls it, so that swiping needs no script. */
export function Slides({ label, at, onMove, onKeyDown, className = '', children }: SlidesProps) {
  const { row, scrolled, released } = useShown(at, onMove)
  return (
    <section aria-label={label} className={className}>
      <ul
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={scrolled}
        onPointerDown={released}
        onWheel={released}
        className="flex size-full snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto overflow-y-hidden overscroll-x-contain -outline-offset-2"
      >
        {children}
      </ul>
    </section>
  )
}

const seenIn = (row: Element): number => Math.round(row.scrollLeft / Math.max(row.clientWidth, 1))

const show = (row: Element, slide: number): void =>
  row.scrollTo({ left: slide * row.clientWidth, behavior: 'instant' })

/**
 * Scrolls a slide into view, unless it already is: a running swipe is not disturbed. The slide requested by a click or a key
 * is held until the row is swiped again, because a swipe's momentum would scroll the row back.
 */
function useShown(at: number, onMove: (at: number) => void) {
  const row = useRef<HTMLUListElement>(null)
  const held = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (!row.current || seenIn(row.current) === at) return
    held.current = at
    show(row.current, at)
  }, [at])
  const scrolled = ({ currentTarget }: { currentTarget: Element }) => {
    const seen = seenIn(currentTarget)
    if (held.current === at) show(currentTarget, at)
    else if (seen !== at) onMove(seen)
  }
  const released = () => {
    held.current = null
  }
  return { row, scrolled, released }
}

/** The slide that a key selects among `count`; null for an unused key. */
export function slideByKey({ key }: Pick<KeyboardEvent, 'key'>, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
