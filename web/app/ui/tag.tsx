import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconX } from './icons.tsx'

/** A tag; with `to` it is a link, `dashed` is the place-holder of a missing one. */
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

/** A tag that can be taken away; the button's name is "Remove {label}". */
export function RemovableTag({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center max-phone:h-10 rounded-1 bg-text/9 pl-2 text-xs text-muted">
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="grid size-6 shrink-0 cursor-pointer place-items-center hover:text-text max-phone:size-10"
      >
        <IconX className="size-3" />
      </button>
    </span>
  )
}
