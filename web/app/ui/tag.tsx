import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A tag; with `to` it is a link, `dashed` is the placeholder of a missing one. */
export function Tag({ to, dashed, children }: { to?: string; dashed?: boolean; children: ReactNode }) {
  if (to)
    return (
      <Link to={to} className="tag hover:bg-text/16 hover:text-text max-phone:px-3 max-phone:py-3">
        {children}
      </Link>
    )
  if (dashed)
    return (
      <span className="truncate rounded-1 border border-dashed border-edge px-2 py-[3px] text-xs text-faint">
        {children}
      </span>
    )
  return <span className="tag">{children}</span>
}
