import type { Game } from '@nofiller/contract/catalog/catalog'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { IconChevronDown } from '../../../ui/icons.tsx'

/** The height of a folded description, `max-h-54`, and how much more there has to be so that folding it is worth a press. */
const FOLDED_PX = 216
const WORTH_PX = 120
/** Until a description is measured: as much HTML fills that height on a phone. */
const LONG_HTML = 700

/**
 * The developer's own text; on phones a long one is folded. The server sanitizes it when it is saved and again when it is read
 * (requirements 5.5).
 */
export function Description({ game: { description } }: { game: Pick<Game, 'description'> }) {
  const text = useRef<HTMLDivElement>(null)
  const isLong = useIsLong(text, description)
  const [isOpen, setOpen] = useState(false)
  const isFolded = isLong && !isOpen
  return (
    <div className="game-description min-w-0">
      <div className={isFolded ? 'game-fold' : undefined}>
        <div
          ref={text}
          dir="auto"
          className="game-text"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised HTML, see above
          dangerouslySetInnerHTML={{ __html: description }}
        />
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-3 flex min-h-11 cursor-pointer items-center gap-1.5 text-ui font-650 phone:hidden noscript:hidden"
        >
          {isOpen ? 'Read less' : 'Read more'}
          <IconChevronDown className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      )}
    </div>
  )
}

/** Whether a text is much higher than what is shown of it when it is folded. */
function useIsLong(text: RefObject<HTMLElement | null>, description: string): boolean {
  const [isLong, setLong] = useState(description.length > LONG_HTML)
  useEffect(() => {
    if (!text.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setLong(entry.contentRect.height > FOLDED_PX + WORTH_PX)
    })
    observer.observe(text.current)
    return () => observer.disconnect()
  }, [text])
  return isLong
}
