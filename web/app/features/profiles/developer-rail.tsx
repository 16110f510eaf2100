import { developerFeedPath } from '@nofiller/contract/catalog/feed-paths'
import type { PublicProfile } from '@nofiller/contract/profiles/profiles'
import { plural } from '@nofiller/contract/text/digits'
import type { ReactNode } from 'react'
import { Avatar } from '../../shell/avatar.tsx'
import { IconAt, IconGlobe, IconHeart } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { FeedLink } from '../feeds/feed-link.tsx'
import { nameOf } from './developer-meta.ts'
import { type ProfileLink, profileLinks } from './profile-links.ts'

const FollowButton = lazyPart(() => import('../follows/follow-button.tsx'))
const SubjectLinks = lazyPart(() => import('../blocks/subject-links.tsx'))

type RailProps = Pick<PublicProfile, 'user' | 'followers'> & { gameCount: number }

/** A developer's picture, name, bio and links. */
export function DeveloperRail({ user, gameCount, followers }: RailProps) {
  const links = profileLinks(user)
  return (
    <aside aria-label="Developer" className="grid content-start gap-4">
      <Avatar user={user} size="large" />
      <div>
        <PageTitle className="d3 break-words">
          <span translate="no">{nameOf(user)}</span>
        </PageTitle>
        <span className="text-sm text-muted">{plural(gameCount, 'game')}</span>
      </div>
      <FollowButton
        kind="developer"
        id={user._id}
        name={nameOf(user)}
        developerId={user._id}
        followers={followers}
      />
      <FeedLink to={developerFeedPath(user.username)} />
      {user.bio && (
        <p dir="auto" className="max-w-[60ch] text-ui/[22px] break-words whitespace-pre-line text-muted">
          {user.bio}
        </p>
      )}
      {links.length > 0 && (
        <ul className="grid gap-1 text-ui">
          {links.map((link) => (
            <li key={link.site}>
              <Elsewhere link={link} />
            </li>
          ))}
        </ul>
      )}
      <SubjectLinks subject={{ kind: 'developer', developer: user }} />
    </aside>
  )
}

const SITES: Record<ProfileLink['site'], { name: string; icon: ReactNode }> = {
  website: { name: 'Website', icon: <IconGlobe /> },
  twitter: { name: 'Twitter', icon: <IconAt /> },
  patreon: { name: 'Patreon', icon: <IconHeart /> },
}

function Elsewhere({ link: { site, label, href } }: { link: ProfileLink }) {
  const { name, icon } = SITES[site]
  return (
    <a
      href={href}
      rel="noopener nofollow ugc"
      aria-label={`${name}: ${label}`}
      className="flex min-h-8 items-center gap-2 max-phone:min-h-10 no-underline"
    >
      <span className="text-faint">{icon}</span>
      <span className="min-w-0 break-words underline decoration-faint decoration-1 underline-offset-3 hover:decoration-current">
        {label}
      </span>
    </a>
  )
}
