import { useLayoutEffect, useRef } from 'react'

type Find = () => HTMLElement | null | undefined

/**
 * Focuses an element that is not rendered yet: `find` is called after each render until it returns one. A later call
 * replaces an earlier one, and null cancels it.
 */
export function useFocusAfterLoad(options?: FocusOptions) {
  const pending = useRef<Find | null>(null)
  useLayoutEffect(() => {
    const element = pending.current?.()
    if (!element) return
    pending.current = null
    element.focus(options)
  })
  return (find: Find | null) => {
    pending.current = find
  }
}
