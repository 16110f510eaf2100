import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

type PagePreviewFrameProps = {
  title: string
  /** CSS pixels of the window in which the page is laid out. */
  width: number
  children: ReactNode
}

/**
 * A part of the page in its own window, so breakpoints follow `width` and not the width of the browser. It is
 * shrunk to the box around it and scrolls there; nothing in it can be clicked or focused, and no script runs in it.
 */
export function PagePreviewFrame({ title, width, children }: PagePreviewFrameProps) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [page, setPage] = useState<HTMLElement | null>(null)
  const scale = Math.min(1, useSize(box).width / width)
  const { height } = useSize(page)
  useTheme(body)
  return (
    <section
      ref={setBox}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label={title}
      className="h-full overflow-x-hidden overflow-y-auto"
    >
      <div inert style={{ height: Math.ceil(height * scale) }} className="overflow-hidden">
        <iframe
          title={title}
          sandbox="allow-same-origin"
          srcDoc={DOCUMENT}
          onLoad={(event) => setBody(prepared(event.currentTarget.contentDocument))}
          style={{ width, height, transform: `scale(${scale})` }}
          className="max-w-none origin-top-left"
        />
        {body && createPortal(<div ref={setPage}>{children}</div>, body)}
      </div>
    </section>
  )
}

const DOCUMENT = '<!doctype html><html lang="en"><head></head><body></body></html>'

/** Copies the page's styles into a document, and returns its body. */
function prepared(page: Document | null): HTMLElement | null {
  if (!page) return null
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    page.head.append(page.importNode(sheet, true))
  // As high as its content, not as the window: the window gets the body's height.
  page.body.style.minHeight = '0'
  page.documentElement.style.overflow = 'hidden'
  return page.body
}

/** Keeps the frame in the visitor's theme. */
function useTheme(body: HTMLElement | null) {
  useEffect(() => {
    if (!body) return
    const source = document.documentElement
    const follow = () => {
      body.ownerDocument.documentElement.dataset.theme = source.dataset.theme
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(source, { attributes: true, attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [body])
}

/** The size of an element inside its borders, in CSS pixels; undefined before it exists. */
function useSize(element: Element | null): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}
