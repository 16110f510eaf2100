import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconX } from './icons.tsx'

const TAG = 'min-w-0 truncate rounded-1 bg-text/9 px-2 py-[3px] text-xs text-muted no-underline'

/** A tag; with `to` it is a link, `dashed` is the place-holder of a missing one. */
export function Tag({ to, dashed, children }: { to?: string; dashed?: boolean; children: ReactNode }) {
  if (to)
    return (
      <Link to={to} className={`${TAG} hover:bg-text/16 hover:text-text`}>
        {children}
      </Link>
    )
  if (dashed)
    return (
      <span className="truncate rounded-1 border border-dashed border-edge px-2 py-[3px] text-xs text-faint">
        {children}
      </span>
    )
  return <span className={TAG}>{children}</span>
}

/** A tag that can be taken away; the button's name is "Remove {label}". */
export function RemovableTag({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-1 bg-text/9 pl-2 text-xs text-muted">
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="grid size-6 cursor-pointer place-items-center hover:text-text"
      >
        <IconX className="size-3" />
      </button>
    </span>
  )
}
