import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import './prose.css'

/** A text as clean HTML (server/content/markdown.ts). */
export function Prose({ html, className = '' }: { html: string; className?: string }) {
  const follow = useFollow()
  return (
    // biome-ignore lint/a11y: what is pressed is a link inside, by mouse or key
    <div
      onClick={follow}
      className={`prose ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server, which wrote it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** A feed or a text, which is not a page of the router. */
const isFile = (path: string): boolean => /\.\w+$/.test(path)

/** Follows a link to another page of the store without a full reload. */
function useFollow() {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const wantsNewTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || wantsNewTab || link.origin !== location.origin || isFile(link.pathname)) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  }
}
