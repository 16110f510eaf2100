import type { Game } from '@nofiller/contract/catalog/catalog'
import { reviewPath } from '@nofiller/contract/reviews/review-paths'
import { REVIEW_SORTS, type ReviewSort } from '@nofiller/contract/reviews/review-rules'
import type { Review, ReviewStanding } from '@nofiller/contract/reviews/reviews'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { useState } from 'react'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { List, showingOf } from '../../ui/list/list.tsx'
import { useMutedReviews } from '../mutes/use-mutes.tsx'
import { showLocalMoment } from '../releases/local-time.ts'
import { CollapsibleReview } from './collapsible-review.tsx'
import { ReportReview } from './report-review.tsx'
import { ReviewArticle } from './review-article.tsx'
import { recentLine } from './review-words.ts'
import { SurgeNote } from './surge-note.tsx'
import { FIRST_FILTER, type ReviewFilter, useHelpful, useReviewStanding, useReviews } from './use-reviews.ts'

type ReviewsSectionProps = { game: Game; isOwner: boolean }

/**
 * What owners say of a game, in the store's colors: it is no part of the page that its developer paints. The first reviews
 * come with the page; what is the reader's own comes after.
 */
export default function ReviewsSection({ game, isOwner }: ReviewsSectionProps) {
  const { data: standing } = useReviewStanding(game._id, isOwner)
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="border-t border-line py-8 phone:py-10">
      <div className="page-edges grid grid-cols-1 gap-x-10 gap-y-6 desktop:grid-cols-[250px_minmax(0,1fr)] wide:[--page:1072px]">
        <div className="grid content-start gap-4">
          <h2 id="reviews-title" className="d3">
            Reviews
          </h2>
          <Summary game={game} />
          {game.reviews.surge && <SurgeNote gameId={game._id} surge={game.reviews.surge} />}
          {isOwner && standing && <OwnReviewLink gameId={game._id} standing={standing} />}
          <p className="text-sm text-muted">
            From owners only, a day or more after their first download. All are shown, good and bad.{' '}
            <TextLink to="/reviews-policy">How reviews work</TextLink>
          </p>
        </div>
        {game.reviews.shown > 0 && (
          <ReviewList game={game} standing={isOwner && standing ? standing : null} />
        )}
      </div>
    </section>
  )
}

function Summary({ game: { reviews } }: { game: Game }) {
  const { shown, share, counted, recent } = reviews
  if (shown === 0) return <p>No reviews yet.</p>
  if (share === null) return <p className="text-md font-650">{plural(shown, 'review')}</p>
  return (
    <div>
      <p>
        <b className="block text-[40px]/[44px] font-750">{share}%</b>{' '}
        <span className="text-muted">of {showCount(counted)} recommend it</span>
      </p>
      {recent && <p className="mt-1.5 text-sm text-muted">{recentLine(recent)}</p>}
    </div>
  )
}

/** Where an owner writes, or from when on they can. */
function OwnReviewLink({
  gameId,
  standing: { state, from, review },
}: {
  gameId: string
  standing: ReviewStanding
}) {
  if (review || state === 'may')
    return (
      <ButtonLink to={reviewPath(gameId)} size="small" className="justify-self-start">
        {review ? 'Your review' : 'Write a review'}
      </ButtonLink>
    )
  if (state !== 'too_early' || from === null) return null
  return <p className="text-sm">You can review this from {showLocalMoment(from, currentTime())}.</p>
}

const SORT_LABELS: Record<ReviewSort, string> = { helpful: 'Helpful', newest: 'Newest', oldest: 'Oldest' }

function ReviewList({ game, standing }: { game: Game; standing: ReviewStanding | null }) {
  const [filter, setFilter] = useState(FIRST_FILTER)
  const list = useReviews(game, filter)
  const muted = useMutedReviews(game._id)
  const change = (changes: Partial<ReviewFilter>) => setFilter(sameFirst({ ...filter, ...changes }))
  const { shown, shownPositive, releases } = game.reviews
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Show"
          value={filter.recommends ?? 'all'}
          onChange={(value) => change({ recommends: value === 'all' ? undefined : value })}
          options={[
            { value: 'all', label: `All ${showCount(shown)}` },
            { value: 'true', label: `Yes ${showCount(shownPositive)}` },
            { value: 'false', label: `No ${showCount(shown - shownPositive)}` },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          {releases.length > 1 && (
            <FilterSelect
              label="Version"
              none="Any version"
              names={Object.fromEntries(releases.map(({ id, label }) => [id, label]))}
              value={filter.release}
              onChange={(release) => change({ release })}
            />
          )}
          <FilterSelect
            label="Order"
            names={SORT_LABELS}
            value={filter.sort}
            onChange={(sort = REVIEW_SORTS[0]) => change({ sort })}
          />
        </div>
      </div>
      <List
        list={list}
        error="Failed to load the reviews"
        empty={<p className="text-muted">No review is like that.</p>}
      >
        {(reviews) => (
          <ul className="divide-y divide-line">
            {reviews.map((review) => (
              <li key={review.id} data-row className="py-5 first:pt-0">
                <CollapsibleReview
                  review={review}
                  isMuted={muted.includes(review.id)}
                  isOwn={standing?.review?.id === review.id}
                >
                  {(collapse) => (
                    <ReviewArticle review={review} newest={game.release?.label ?? null}>
                      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
                        <Helpful gameId={game._id} review={review} standing={standing} />
                        {collapse}
                        <ReportReview
                          game={game}
                          review={review}
                          isOwn={standing?.review?.id === review.id}
                        />
                      </div>
                    </ReviewArticle>
                  )}
                </CollapsibleReview>
              </li>
            ))}
          </ul>
        )}
      </List>
      <p role="status" className="text-sm text-muted">
        {showingOf(list)}
      </p>
    </div>
  )
}

/** The filter that the page began with is the same value again, so that its reviews are those of the page. */
const sameFirst = (filter: ReviewFilter): ReviewFilter =>
  JSON.stringify(filter) === JSON.stringify(FIRST_FILTER) ? FIRST_FILTER : filter

type HelpfulProps = { gameId: string; review: Review; standing: ReviewStanding | null }

/** How many found a review helpful, which owners who did not write it can say. */
function Helpful({ gameId, review, standing }: HelpfulProps) {
  const mayVote = standing?.state === 'may' && standing.review?.id !== review.id
  if (mayVote)
    return <HelpfulButton gameId={gameId} review={review} helps={standing.helpful.includes(review.id)} />
  return review.helpful > 0 && <p className="text-sm text-muted">{helpfulText(review.helpful)}</p>
}

type HelpfulButtonProps = { gameId: string; review: Review; helps: boolean }

function HelpfulButton({ gameId, review: { id, helpful }, helps }: HelpfulButtonProps) {
  const saying = useHelpful(gameId, id)
  const [helped] = useState(helps) // the count has this one already
  return (
    <Button
      kind="quiet"
      size="small"
      className="-ml-3 justify-self-start aria-pressed:text-text"
      aria-pressed={helps}
      busy={saying.busy}
      onClick={() => saying.press(!helps)}
    >
      {helpfulText(helpful + Number(helps) - Number(helped))}
    </Button>
  )
}

const helpfulText = (count: number) => (count > 0 ? `Helpful · ${showCount(count)}` : 'Helpful')
