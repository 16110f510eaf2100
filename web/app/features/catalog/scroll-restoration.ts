import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** A list's length, and how far its cards begin below the window's top: what stands above them may come later. */
type Place = { pages: number; top: number }

type Growing = { pages: number; canGrow: boolean; grow: () => void }

/**
 * Restores the place in a list that grows by pages, for each history entry of this tab: on Back, and after a reload, the
 * list gets its earlier length and scroll position.
 */
export function usePlace({ pages, canGrow, grow }: Growing): void {
  const { key, search } = useLocation()
  const name = `place ${key} ${search}`
  const [saved] = useState(() => read(name))
  const isRestoring = useRef(saved !== null && saved.pages > pages)

  const restore = useEffectEvent(() => {
    if (!isRestoring.current || saved === null) return
    if (pages < saved.pages && canGrow) return grow()
    if (pages < saved.pages) return
    isRestoring.current = false
    window.scrollBy({ top: topOfCards() - saved.top, behavior: 'instant' })
    requestAnimationFrame(followGrowth)
  })
  useLayoutEffect(() => {
    if (isRestoring.current) ignoreGrowth()
    return followGrowth
  }, [])
  useLayoutEffect(() => restore())

  const leave = useEffectEvent(() => {
    if (!isRestoring.current && pages > 1) write(name, { pages, top: topOfCards() })
  })
  // A layout effect ends before the next page is shown and scrolled.
  useLayoutEffect(() => {
    const left = () => leave()
    window.addEventListener('pagehide', left)
    return () => {
      window.removeEventListener('pagehide', left)
      left()
    }
  }, [])
}

const topOfCards = () => document.querySelector('.cards')?.getBoundingClientRect().top ?? 0

/** While a list is restored, the browser must not anchor its scroll position to what is below it. */
const ignoreGrowth = () => void document.documentElement.style.setProperty('overflow-anchor', 'none')
const followGrowth = () => void document.documentElement.style.removeProperty('overflow-anchor')

function read(name: string): Place | null {
  if (typeof window === 'undefined') return null
  try {
    const text = window.sessionStorage.getItem(name)
    return text === null ? null : (JSON.parse(text) as Place) // only `write` writes there
  } catch {
    return null
  }
}

function write(name: string, place: Place): void {
  try {
    window.sessionStorage.setItem(name, JSON.stringify(place))
  } catch {
    // Forbidden or full: the list then starts at its top.
  }
}
