import type { FollowKind } from '@nofiller/contract/follows/follow-rules'
import { showCount } from '@nofiller/contract/text/digits'
import { Link, useLocation } from 'react-router'
import { useUser } from '../../session/session.ts'
import { IconBell } from '../../ui/dashboard-icons.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { IconCheck } from '../../ui/icons.tsx'
import { useFollowing, useFollows } from './use-follows.ts'

type FollowButtonProps = {
  kind: FollowKind
  id: string
  /** Of whom or what is followed. */
  name: string
  developerId: string
  followers: number | null
}

/** Follows a developer or a game; who is not logged in logs in first. What is one's own is not followed. */
export default function FollowButton({ followers, ...target }: FollowButtonProps) {
  const user = useUser()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {user?._id !== target.developerId && <Press {...target} />}
      {followers !== null && <span className="text-sm text-muted">{showCount(followers)} followers</span>}
    </div>
  )
}

function Press({ kind, id, name }: Omit<FollowButtonProps, 'followers'>) {
  const user = useUser()
  const { pathname } = useLocation()
  const follows = useFollows()
  const following = useFollowing()
  const label = kind === 'game' ? 'Follow game' : 'Follow'
  if (user === null)
    return (
      <Link to={`/login?next=${encodeURIComponent(pathname)}`} className={LOOK}>
        <IconBell />
        {label}
        <span className="sr-only"> {name}</span>
      </Link>
    )
  const isOn = follows.data?.some((one) => one.kind === kind && one.id === id) ?? false
  return (
    <button
      type="button"
      className={LOOK}
      aria-pressed={isOn}
      aria-busy={following.busy || undefined}
      onClick={() => {
        if (!following.busy) following.press({ kind, id, follows: !isOn })
      }}
    >
      {following.busy ? <Spinner /> : isOn ? <IconCheck /> : <IconBell />}
      {isOn ? 'Following' : label}
      <span className="sr-only"> {name}</span>
    </button>
  )
}

/** As the button of the wishlist, beside which it stands. */
const LOOK = 'inline-flex min-h-11 cursor-pointer items-center gap-2 font-650 no-underline hover:underline'
