import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import type { SellerReviewFilter } from '@nofiller/contract/reviews/review-rules'
import type { ReviewFigures, SellerReview } from '@nofiller/contract/reviews/seller-reviews'
import { showCount } from '@nofiller/contract/text/digits'
import { useRef, useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useList } from '../../../api/use-list.ts'
import { useUser } from '../../../session/session.ts'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { List, showingOf } from '../../../ui/list/list.tsx'
import { Panel } from '../../../ui/page.tsx'
import { ReportReview } from '../report-review.tsx'
import { IconThumbUp, ReviewArticle } from '../review-article.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ReviewFiguresAside } from './review-figures.tsx'

/** What owners say about a developer's game, with the answers; beside it what it comes to. */
export function SellerReviews({ game }: { game: SellerGame }) {
  const { data: figures } = useCall('GET /api/dev/games/:id/review-figures', { params: { id: game._id } })
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_344px] desktop:gap-8">
      <ReviewPanel game={game} figures={figures} />
      <ReviewFiguresAside gameId={game._id} figures={figures} />
    </div>
  )
}

const NONE: Record<SellerReviewFilter, string> = {
  all: 'No reviews yet.',
  not_recommended: 'Nobody advises against it.',
  unanswered: 'Nothing to answer.',
}

function ReviewPanel({ game, figures }: { game: SellerGame; figures: ReviewFigures | undefined }) {
  const [show, setShow] = useState<SellerReviewFilter>('all')
  const list = useList('GET /api/dev/games/:id/reviews', { show }, { params: { id: game._id } })
  const [answering, setAnswering] = useState<SellerReview | null>(null)
  const drafts = useRef(new Map<string, string>()) // of answers that are not sent, also while another is written
  const rows = useRef<HTMLUListElement>(null)
  const close = ({ id }: SellerReview) => {
    setAnswering(null)
    // The form is gone, and with it what had the focus.
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>(`[data-review="${id}"] h3`)?.focus())
  }
  const isOwn = useUser()?._id === game.developer._id
  return (
    <Panel flush>
      <section aria-labelledby="reviews-title">
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3.5 phone:px-5">
          <h2 id="reviews-title" className="text-md font-650">
            Reviews
          </h2>
          <Segmented label="Show" value={show} onChange={setShow} options={optionsOf(figures)} />
        </div>
        <List
          list={list}
          error="Failed to load the reviews"
          empty={
            <div className="p-5">
              <Empty title={NONE[show]} icon={<IconThumbUp />} />
            </div>
          }
        >
          {(shown) => (
            <ul ref={rows} className="divide-y divide-line">
              {withOpen(shown, answering).map((review) => (
                <li key={review.id} data-row data-review={review.id} className="px-4 py-5 phone:px-5">
                  {answering?.id === review.id ? (
                    <ReviewArticle review={{ ...review, answer: null }} newest={game.newest?.label ?? null}>
                      <AnswerForm review={review} drafts={drafts.current} onClose={() => close(review)} />
                    </ReviewArticle>
                  ) : (
                    <ReviewArticle review={review} newest={game.newest?.label ?? null}>
                      {isOwn && (
                        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                          <AnswerActions
                            review={review}
                            onAnswer={() => setAnswering(review)}
                            onRemoved={() => close(review)}
                          />
                          {/* The answer is the developer’s own. */}
                          <ReportReview game={game} review={{ ...review, answer: null }} isOwn={false} />
                        </div>
                      )}
                    </ReviewArticle>
                  )}
                </li>
              ))}
            </ul>
          )}
        </List>
        <p role="status" className="px-4 py-3 text-right text-sm text-muted phone:px-5">
          {showingOf(list)}
        </p>
      </section>
    </Panel>
  )
}

/** The review that is being answered stays when it leaves the list meanwhile, so that no text is lost. */
const withOpen = (rows: readonly SellerReview[], open: SellerReview | null): readonly SellerReview[] =>
  open === null || rows.some(({ id }) => id === open.id) ? rows : [open, ...rows]

const optionsOf = (figures: ReviewFigures | undefined) => {
  const count = (number: number | undefined) => (number === undefined ? '' : ` ${showCount(number)}`)
  return [
    { value: 'all' as const, label: `All${count(figures?.shown)}` },
    {
      value: 'not_recommended' as const,
      label: `No${count(figures && figures.shown - figures.shownPositive)}`,
    },
    { value: 'unanswered' as const, label: `To answer${count(figures?.unanswered)}` },
  ]
}
