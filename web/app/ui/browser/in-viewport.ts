import { type RefObject, useEffect, useState } from 'react'

/** Where an element is: in the window, or above or below it; null until known. */
export function useInViewport(element: RefObject<Element | null>): 'in' | 'above' | 'below' | null {
  const [sight, setSight] = useState<'in' | 'above' | 'below' | null>(null)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([seen]) => {
      if (seen) setSight(seen.isIntersecting ? 'in' : seen.boundingClientRect.top < 0 ? 'above' : 'below')
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return sight
}
