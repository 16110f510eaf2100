import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconFlag } from '../../ui/dashboard-icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Reportable } from './reported-review.ts'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'))

/** Opens the form for a report; without scripts it leads to the contact form. */
export default function ReportLink({
  subject,
  part,
  children,
}: {
  subject: Reportable
  part?: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <a
        href="/contact"
        className="game-link flex items-center gap-2 justify-self-start text-sm max-phone:min-h-6"
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <IconFlag className="size-3.5" />
        {children}
      </a>
      {/* Outside of the game's own colors. */}
      {isOpen &&
        createPortal(
          <ReportDialog subject={subject} part={part} onClose={() => setOpen(false)} />,
          document.body,
        )}
    </>
  )
}
