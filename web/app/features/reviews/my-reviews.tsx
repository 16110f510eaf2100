import { gamePath } from '@nofiller/contract/catalog/paths'
import { reviewPath } from '@nofiller/contract/reviews/review-paths'
import type { MyReview } from '@nofiller/contract/reviews/reviews'
import { Link } from 'react-router'
import { useList } from '../../api/use-list.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { List } from '../../ui/list/list.tsx'
import { Panel } from '../../ui/page.tsx'
import { IconThumbUp, ReviewArticle } from './review-article.tsx'
import { ReviewNote } from './review-note.tsx'

const NONE = (
  <Empty
    title="You haven’t reviewed a game yet."
    icon={<IconThumbUp />}
    action={<ButtonLink to="/library">Library</ButtonLink>}
  >
    You can review a game that you own a day after you first download it.
  </Empty>
)

/** The user's reviews, the newest first. Nobody else sees this list. */
export function MyReviews() {
  const reviews = useList('GET /api/my-reviews', {})
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">Only you see this list.</p>
      <List list={reviews} error="Failed to load your reviews" empty={NONE}>
        {(rows) => (
          <Panel>
            <ul className="divide-y divide-line">
              {rows.map((review) => (
                <li key={review.id} data-row className="grid grid-cols-1 gap-3 py-5 first:pt-0 last:pb-0">
                  <Row review={review} />
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </List>
    </div>
  )
}

function Row({ review }: { review: MyReview }) {
  const { game } = review
  return (
    <>
      <h2 className="text-md font-650 wrap-anywhere">
        {game ? (
          <Link to={gamePath(game.slug)} translate="no" dir="auto">
            {game.title}
          </Link>
        ) : (
          'A game that your limits hide'
        )}
      </h2>
      <ReviewNote review={review} />
      <ReviewArticle review={review} newest={null}>
        {game && (
          <ButtonLink to={reviewPath(game.id)} size="small" className="justify-self-start">
            Change or remove<span className="sr-only"> your review of {game.title}</span>
          </ButtonLink>
        )}
      </ReviewArticle>
    </>
  )
}
