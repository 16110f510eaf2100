import { PrivateFeed } from '../../features/feeds/private-feed.tsx'
import { Following } from '../../features/follows/following.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

export const meta = titled('Following')

/** Whom and what the user follows, and their own feed of it. */
export default function FollowingPage() {
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageTitle>Following</PageTitle>
        <ButtonLink to="/notices/preferences" size="small">
          Preferences
        </ButtonLink>
      </div>
      <div className="grid grid-cols-1 gap-8">
        <Following />
        <PrivateFeed />
      </div>
    </Container>
  )
}
