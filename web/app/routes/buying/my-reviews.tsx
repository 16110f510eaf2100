import { MyReviews } from '../../features/reviews/my-reviews.tsx'
import { titled } from '../../shell/store-info.ts'
import { Page } from '../../ui/page.tsx'

export const meta = titled('My reviews')

/** What the user wrote about games. */
export default function MyReviewsPage() {
  return (
    <Page title="My reviews">
      <MyReviews />
    </Page>
  )
}
