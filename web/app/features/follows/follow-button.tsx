import type { FollowKind } from '@nofiller/contract/follows/follow-rules'
import { showCount } from '@nofiller/contract/text/digits'
import { useLocation } from 'react-router'
import { useUser } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { IconBell } from '../../ui/dashboard-icons.tsx'
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
      <ButtonLink to={`/login?next=${encodeURIComponent(pathname)}`} kind="quiet" size="small">
        <IconBell className="size-4" />
        {label}
        <span className="sr-only"> {name}</span>
      </ButtonLink>
    )
  const isOn = follows.data?.some((one) => one.kind === kind && one.id === id) ?? false
  return (
    <Button
      kind="quiet"
      size="small"
      aria-pressed={isOn}
      busy={following.busy}
      onClick={() => following.press({ kind, id, follows: !isOn })}
    >
      {isOn ? <IconCheck className="size-4" /> : <IconBell className="size-4" />}
      {isOn ? 'Following' : label}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}
