import { gamePath } from '@nofiller/contract/catalog/paths'
import { reviewPath } from '@nofiller/contract/reviews/review-paths'
import { REVIEW_TEXT } from '@nofiller/contract/reviews/review-rules'
import type { ReviewStanding } from '@nofiller/contract/reviews/reviews'
import { Link, Navigate } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useLibraryEntry } from '../../features/library/library-entry.ts'
import { showLocalMoment } from '../../features/releases/local-time.ts'
import { ReviewForm } from '../../features/reviews/review-form.tsx'
import { ReviewNote } from '../../features/reviews/review-note.tsx'
import { useReviewStanding } from '../../features/reviews/use-reviews.ts'
import type { Meeting } from '../../session/guard.tsx'
import { SessionEndedNote } from '../../session/session-ended-note.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconChevronLeft } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import type { Route } from './+types/review.ts'

export const meta = titled('Your review')

export const handle: Meeting = { onEnded: <SessionEndedNote /> }

/** The user's review of a game that they own, by the game's id or the name in its address. */
export default function ReviewPage({ params: { id } }: Pick<Route.ComponentProps, 'params'>) {
  const standing = useReviewStanding(id)
  if (isRefused(standing.error, 400)) return <ReviewBySlug slug={id} />
  if (isRefused(standing.error, 404)) return <NoGame />
  return <OwnReview id={id} standing={standing} />
}

/** Reviews are found by the id of their game. */
function ReviewBySlug({ slug }: { slug: string }) {
  const game = useCall('GET /api/games/:id', { params: { id: slug }, retry: false })
  if (isRefused(game.error, 404)) return <NoGame />
  if (game.data) return <Navigate to={reviewPath(game.data._id)} replace />
  return (
    <Container className="pt-10 pb-24">
      <QueryView query={game} error={FAILED} skeleton={<Skeleton className="h-120" />}>
        {() => null}
      </QueryView>
    </Container>
  )
}

const FAILED = 'Failed to load your review'

const isRefused = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status

const NoGame = () => (
  <Container className="pt-10 pb-24">
    <Empty title="This game isn’t available" action={<ButtonLink to="/games">Browse games</ButtonLink>} />
  </Container>
)

type OwnReviewProps = { id: string; standing: ReturnType<typeof useReviewStanding> }

function OwnReview({ id, standing }: OwnReviewProps) {
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
      <QueryView query={standing} error={FAILED} skeleton={<Skeleton className="h-120" />}>
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
