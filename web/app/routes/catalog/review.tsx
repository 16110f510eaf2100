import { gamePath } from '@nofiller/contract/catalog/paths'
import { REVIEW_TEXT } from '@nofiller/contract/reviews/review-rules'
import type { ReviewStanding } from '@nofiller/contract/reviews/reviews'
import { Link } from 'react-router'
import { useLibraryEntry } from '../../features/library/library-entry.ts'
import { showLocalMoment } from '../../features/releases/local-time.ts'
import { ReviewForm } from '../../features/reviews/review-form.tsx'
import { ReviewNote } from '../../features/reviews/review-note.tsx'
import { useReviewStanding } from '../../features/reviews/use-reviews.ts'
import type { Meeting } from '../../session/guard.tsx'
import { SessionEndedNote } from '../../session/session-ended-note.tsx'
import { titled } from '../../shell/store-info.ts'
import { currentTime } from '../../ui/clock.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconChevronLeft } from '../../ui/icons.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import type { Route } from './+types/review.ts'

export const meta = titled('Your review')

export const handle: Meeting = { onEnded: <SessionEndedNote /> }

/** The user's review of a game that they own. */
export default function ReviewPage({ params: { id } }: Pick<Route.ComponentProps, 'params'>) {
  const standing = useReviewStanding(id)
  const title = useLibraryEntry(id).data?.game.title ?? 'this game'
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <Link
        to={gamePath(id)}
        className="mb-3 inline-flex items-center gap-1.5 text-ui text-muted no-underline hover:text-text"
      >
        <IconChevronLeft className="size-4" />
        {title === 'this game' ? 'Game' : <span translate="no">{title}</span>}
      </Link>
      <div className="mb-6">
        <PageTitle>{standing.data?.review ? 'Your review' : 'Write a review'}</PageTitle>
      </div>
      <QueryView
        query={standing}
        error="Failed to load your review"
        skeleton={<Skeleton className="h-120" />}
      >
        {(found) => <ReviewState gameId={id} title={title} standing={found} />}
      </QueryView>
    </Container>
  )
}

type ReviewStateProps = { gameId: string; title: string; standing: ReviewStanding }

function ReviewState({ gameId, title, standing }: ReviewStateProps) {
  const { state, review } = standing
  if (state !== 'may') return <Note>{refusalOf(standing)}</Note>
  return (
    <div className="grid grid-cols-1 gap-6">
      {review && <ReviewNote review={review} />}
      {review?.decisionId == null && <ReviewForm gameId={gameId} title={title} standing={standing} />}
    </div>
  )
}

const refusalOf = ({ state, from }: ReviewStanding): string => {
  if (state === 'own_game') return REVIEW_TEXT.ownGame
  if (state === 'not_an_owner') return REVIEW_TEXT.notOwner
  return from === null
    ? REVIEW_TEXT.notDownloaded
    : `You can review this from ${showLocalMoment(from, currentTime())}.`
}
