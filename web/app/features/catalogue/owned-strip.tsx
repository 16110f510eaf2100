import { Link } from 'react-router'
import { IconCheck } from '../../ui/icons.tsx'
import { showDay } from '../../ui/when.ts'

/** Says that the game is the visitor's already. `since` is an ISO time, null until the library has answered. */
export default function OwnedStrip({ since }: { since: string | null }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border border-line bg-text/7 px-4 py-3 text-[14px]/5"
    >
      <IconCheck className="size-[18px]" />
      <span className="mr-auto">
        <b className="font-650">You own this</b>
        {since && <span className="text-muted">, since {showDay(since)}</span>}
      </span>
      <Link to="/library" className="game-link">
        Library
      </Link>
    </p>
  )
}
