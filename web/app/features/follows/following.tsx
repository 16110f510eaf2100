import { FOLLOWS_MAX } from '@nofiller/contract/follows/follow-rules'
import type { Follow } from '@nofiller/contract/follows/follows'
import { showCount } from '@nofiller/contract/text/digits'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../shell/avatar.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { IconBell } from '../../ui/dashboard-icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { showDay } from '../../ui/when.ts'
import { GamePicture } from '../catalog/game-picture.tsx'
import { useFollowing, useFollows } from './use-follows.ts'

const NOBODY = (
  <Empty
    title="You follow nothing yet."
    icon={<IconBell />}
    action={<ButtonLink to="/games">Browse games</ButtonLink>}
  >
    Follow a game or a developer on their page, and hear of new versions, posts and games.
  </Empty>
)

/** Whom and what the user follows. Nobody else sees it. */
export function Following() {
  const follows = useFollows()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="grid gap-3" aria-labelledby="follows">
      <h2 id="follows" ref={heading} tabIndex={-1} className="sr-only outline-none">
        Games and developers
      </h2>
      <QueryView query={follows} error="Failed to load what you follow" empty={NOBODY}>
        {(list) => (
          <>
            <p className="text-sm text-muted">
              {showCount(list.length)} of up to {showCount(FOLLOWS_MAX)}. Only you see this list.
            </p>
            <Panel flush>
              <ul className="divide-y divide-line">
                {list.map((follow) => (
                  <Row key={follow.id} follow={follow} onGone={() => heading.current?.focus()} />
                ))}
              </ul>
            </Panel>
          </>
        )}
      </QueryView>
    </section>
  )
}

function Row({ follow, onGone }: { follow: Follow; onGone: () => void }) {
  const { kind, id, name, path, picture, developer, since } = follow
  const following = useFollowing(onGone)
  return (
    <li className="grid grid-cols-[60px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 p-4 phone:grid-cols-[60px_minmax(0,1fr)_auto] phone:px-5 phone:py-3">
      {developer ? (
        <span className="grid w-15 place-items-center">
          <Avatar user={developer} />
        </span>
      ) : (
        <GamePicture
          game={{ title: name, cardPicture: picture }}
          className="aspect-10/7 w-15 rounded-1"
          sizes="60px"
        />
      )}
      <span className="min-w-0">
        <Link to={path} translate="no" dir="auto" className="block font-550 wrap-anywhere">
          {name}
        </Link>
        <span className="block text-sm text-muted">
          {kind === 'game' ? 'Game' : 'Developer'} · since {showDay(since)}
        </span>
      </span>
      <Button
        size="small"
        className="justify-self-start max-phone:col-start-2"
        busy={following.busy}
        onClick={() => following.press({ kind, id, follows: false })}
      >
        Unfollow
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
