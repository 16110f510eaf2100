import { useEffect } from 'react'

/** `/` focuses the page's search, unless the user is typing or a dialog is open. */
export function useSearchKey(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target, key } = event
      if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input, textarea, select'))
      if (isTyping || document.querySelector('dialog:modal')) return
      const search = document.querySelector<HTMLInputElement>(
        'main :is(input[type=search], input[enterkeyhint=search])',
      )
      if (!search) return
      event.preventDefault() // or the slash would be typed
      search.focus()
      search.select()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
