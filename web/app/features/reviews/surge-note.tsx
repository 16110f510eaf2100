import type { ReviewSummary } from '@nofiller/contract/reviews/reviews'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconTriangleAlert } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { surgeLine } from './review-words.ts'

const ReviewWeeks = lazyPart(() => import('./review-weeks.tsx'))

type SurgeNoteProps = { gameId: string; surge: NonNullable<ReviewSummary['surge']> }

/** That a game got unusually many reviews, and what became of it; the reviews by week and both shares are one press away. */
export function SurgeNote({ gameId, surge }: SurgeNoteProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex gap-2 text-sm">
        <IconTriangleAlert className="mt-[3px] size-3.5 flex-none text-warn" />
        <span>{surgeLine(surge)}</span>
      </p>
      <Button
        size="small"
        className="justify-self-start"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Reviews by week
      </Button>
      {isOpen && <ReviewWeeks gameId={gameId} />}
    </div>
  )
}
