import { gamePath } from '@nofiller/contract/catalog/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconChevronLeft } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Container } from '../../ui/page.tsx'
import { GamePicture } from '../catalog/game-picture.tsx'
import type { ShownCard } from '../catalog/shown-card.ts'
import { useLibraryEntry } from '../library/library-entry.ts'

/** Only for few visitors, so loaded separately. */
const OwnVersion = lazyPart(() => import('../releases/own-version.tsx'))
const FollowButton = lazyPart(() => import('../follows/follow-button.tsx'))

type FrameProps = { game: ShownCard; back?: { to: string; label: string }; children: ReactNode }

/** The page of posts about a game; who owns it sees their version and its download beside them (FO6). */
export function PostFrame({ game, back, children }: FrameProps) {
  const entry = useLibraryEntry(game._id).data ?? null
  const { to, label } = back ?? { to: gamePath(game.slug), label: game.title }
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <Link
        to={to}
        translate={back ? undefined : 'no'}
        className="mb-3 inline-flex items-center gap-1.5 text-ui text-muted hover:text-text max-phone:min-h-8"
      >
        <IconChevronLeft className="size-4" />
        {label}
      </Link>
      <div className="grid items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_344px] desktop:gap-10">
        <div className="min-w-0">{children}</div>
        <aside
          aria-label={game.title}
          className="grid gap-4 max-desktop:order-first desktop:sticky desktop:top-22"
        >
          <GamePicture
            game={entry?.isBeyondLimits ? { ...game, cardPicture: null } : game}
            className="aspect-10/7 w-full rounded-2 max-desktop:hidden"
            sizes="344px"
          />
          {entry?.version && <OwnVersion entry={entry} isWhole />}
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            {back && (
              <Link
                to={gamePath(game.slug)}
                translate="no"
                dir="auto"
                className="min-w-0 font-650 wrap-anywhere underline underline-offset-3"
              >
                {game.title}
              </Link>
            )}
            <FollowButton
              kind="game"
              id={game._id}
              name={game.title}
              developerId={game.developer._id}
              followers={null}
            />
          </div>
        </aside>
      </div>
    </Container>
  )
}
