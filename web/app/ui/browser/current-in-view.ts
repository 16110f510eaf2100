import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a row of links that scrolls sideways: centers the current page's link, again whenever `row` changes.
 * The page itself does not scroll, because Back may have restored its position.
 */
export function useCurrentInView(row: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the row shows decides where its links are
  useEffect(() => {
    const links = element.current
    const current = links?.querySelector('[aria-current=page]')
    if (links && current) links.scrollLeft += middleOf(current) - middleOf(links)
  }, [row])
  return element
}

/** In pixels from the left of the window. */
function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
