import { type RefObject, useEffect, useRef } from 'react'

/** For a row of links that scrolls sideways: shows the link of the present page, again whenever `row` is another. */
export function useCurrentInView(row: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the row shows decides where its links are
  useEffect(() => {
    element.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [row])
  return element
}
