import type { Review } from '@nofiller/contract/reviews/reviews'
import { type ReactNode, useRef, useState } from 'react'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useMuteName } from '../mutes/use-mutes.tsx'

type CollapsibleReviewProps = {
  review: Review
  /** Signed with a name that the reader muted. */
  isMuted: boolean
  isOwn: boolean
  /** The open review; `collapse` is the button that closes it, where its reader may. */
  children: (collapse: ReactNode) => ReactNode
}

/**
 * A review of a list, which its reader can collapse: by muting the name under it, here and everywhere, or one that is signed
 * "Owner" by itself, as long as the page is open. It stays in its place and is counted either way.
 */
export function CollapsibleReview({
  review: { id, name },
  isMuted,
  isOwn,
  children,
}: CollapsibleReviewProps) {
  const isSignedIn = useUser() !== null
  const box = useRef<HTMLDivElement>(null)
  const focus = () => box.current?.focus()
  const [isCollapsed, setCollapsed] = useState(false)
  const [isShownOnce, setShownOnce] = useState(false)
  const { mute, unmute } = useMuteName(id, name ?? '', () => {
    setShownOnce(false)
    focus()
  })
  const isClosed = isMuted ? !isShownOnce : isCollapsed
  const close = (closed: boolean) => {
    if (isMuted) setShownOnce(!closed)
    else setCollapsed(closed)
    focus()
  }
  const buttons = () => {
    if (!isSignedIn || isOwn) return null
    if (name === null || isMuted) return <QuietButton onClick={() => close(true)}>Collapse</QuietButton>
    return (
      <QuietButton busy={mute.busy} onClick={() => mute.press()}>
        Mute <bdi translate="no">{name}</bdi>
      </QuietButton>
    )
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {isClosed ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {isMuted ? (
            <span className="min-w-0 wrap-anywhere">
              You muted <bdi translate="no">{name}</bdi>.
            </span>
          ) : (
            <span>You collapsed this review.</span>
          )}
          <Button size="small" onClick={() => close(false)}>
            {isMuted ? 'Show once' : 'Show'}
          </Button>
          {isMuted && (
            <Button kind="quiet" size="small" busy={unmute.busy} onClick={() => unmute.press()}>
              Unmute
            </Button>
          )}
        </div>
      ) : (
        children(buttons())
      )}
    </div>
  )
}

type QuietButtonProps = { busy?: boolean; onClick: () => void; children: ReactNode }

const QuietButton = ({ busy = false, onClick, children }: QuietButtonProps) => (
  <Button kind="quiet" size="small" busy={busy} onClick={onClick}>
    {children}
  </Button>
)
