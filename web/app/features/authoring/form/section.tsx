import { type ReactNode, useEffect } from 'react'
import type { SectionId } from './section-ids.ts'

type SectionProps = { id: SectionId; title: string; hint?: string; children: ReactNode }

/** A part of the game form: its name and a hint at the left, its fields at the right. */
export function Section({ id, title, hint, children }: SectionProps) {
  useShownWhenLinked(id)
  return (
    <section
      id={id}
      className="grid gap-4 border-t border-line py-8 first:border-t-0 first:pt-0 bar:grid-cols-[184px_minmax(0,1fr)] bar:gap-8"
    >
      <div>
        <h2 className="text-md font-650">{title}</h2>
        {hint && <p className="text-sm text-faint">{hint}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </section>
  )
}

/** The form renders after its page, so the browser finds nothing to scroll to. */
function useShownWhenLinked(id: SectionId) {
  useEffect(() => {
    if (location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [id])
}
