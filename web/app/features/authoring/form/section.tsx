import { type ReactNode, useEffect, useId, useState } from 'react'
import { useStore } from '../../../shell/store-info.ts'
import { Button } from '../../../ui/button.tsx'
import { contentsOf, sectionOf } from './section-contents.ts'
import type { SectionId } from './section-ids.ts'
import type { GameFormState } from './use-game-form.ts'

type SectionProps = {
  form: Pick<GameFormState, 'draft' | 'missing' | 'problems'>
  id: SectionId
  title: string
  hint?: string
  children: ReactNode
}

/**
 * A part of the game form: its name and a hint at the left, its fields at the right. One that is filled in when the form opens is
 * a line that says what it holds; it never closes by itself.
 */
export function Section({ form, id, title, hint, children }: SectionProps) {
  const { forbiddenThemes } = useStore()
  const contents = contentsOf(id, form.draft, form.missing, forbiddenThemes)
  const fields = useId()
  const fold = useFold(id, contents !== null, hasProblem(form.problems, id))
  return (
    <section
      id={id}
      className={`grid border-t border-line first:border-t-0 first:pt-0 bar:grid-cols-[184px_minmax(0,1fr)] bar:gap-8 ${fold.isOpen ? 'gap-4 py-8' : 'gap-1 py-5'}`}
    >
      <div className="bar:grid bar:content-start bar:justify-items-start">
        <h2 className="text-md font-650">{title}</h2>
        {hint && fold.isOpen && <p className="text-sm text-faint">{hint}</p>}
        {contents !== null && (
          <Button
            kind="quiet"
            size="small"
            aria-expanded={fold.isOpen}
            aria-controls={fields}
            aria-label={`${fold.isOpen ? 'Fold' : 'Change'} ${title.toLowerCase()}`}
            className="-ml-3"
            onClick={fold.toggle}
          >
            {fold.isOpen ? 'Fold' : 'Change'}
          </Button>
        )}
      </div>
      {!fold.isOpen && (
        <p dir="auto" className="line-clamp-2 min-w-0 text-ui/6 wrap-anywhere text-muted">
          {contents}
        </p>
      )}
      <div id={fields} hidden={!fold.isOpen} className="grid min-w-0 content-start gap-5">
        {fold.wasOpen && children}
      </div>
    </section>
  )
}

const hasProblem = (problems: Record<string, string>, id: SectionId): boolean =>
  Object.keys(problems).some((problem) => sectionOf(problem) === id)

/** Whether a section is open. What is missing or wrong in it is in sight, and stays so when it is mended. */
function useFold(id: SectionId, isComplete: boolean, hasProblem: boolean) {
  const [state, setState] = useState<'never opened' | 'open' | 'folded'>(isComplete ? 'never opened' : 'open')
  if (state !== 'open' && (hasProblem || !isComplete)) setState('open')
  // The form renders after its page, so the browser finds nothing to scroll to.
  useEffect(() => {
    if (location.hash !== `#${id}`) return
    setState('open')
    document.getElementById(id)?.scrollIntoView()
  }, [id])
  return {
    isOpen: state === 'open',
    /** Fields are kept when they are folded: some of them send pictures. */
    wasOpen: state !== 'never opened',
    toggle: () => setState(state === 'open' ? 'folded' : 'open'),
  }
}
