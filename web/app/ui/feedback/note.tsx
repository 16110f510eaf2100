import type { ReactNode } from 'react'
import {
  IconCircleAlert,
  IconCircleCheck,
  IconCircleInfo,
  type IconProps,
  IconTriangleAlert,
} from '../icons.tsx'

export type NoteKind = 'go' | 'bad' | 'warn' | 'plain'

const LOOKS: Record<NoteKind, { box: string; tint: string; icon: (props: IconProps) => ReactNode }> = {
  go: { box: 'border-go/45 bg-go/9', tint: 'text-go', icon: IconCircleCheck },
  bad: { box: 'border-bad/55 bg-bad/10', tint: 'text-bad', icon: IconCircleAlert },
  warn: { box: 'border-warn/50 bg-warn/9', tint: 'text-warn', icon: IconTriangleAlert },
  plain: { box: 'border-line bg-surface', tint: 'text-muted', icon: IconCircleInfo },
}

type NoteProps = {
  kind?: NoteKind
  /** An icon other than the kind's. */
  icon?: ReactNode
  /** A button or link at the right. */
  action?: ReactNode
  /** `alert` for an error that just happened, `status` for a success; `none` for a note that was always there. */
  role?: 'alert' | 'status' | 'none'
  className?: string
  children: ReactNode
}

/** A tinted box with an icon. `bad` is announced as an alert and `go` as a status unless `role` overrides it. */
export function Note({ kind = 'plain', icon, action, role, className = '', children }: NoteProps) {
  const look = LOOKS[kind]
  const said = role ?? (kind === 'bad' ? 'alert' : kind === 'go' ? 'status' : 'none')
  return (
    <div
      role={said === 'none' ? undefined : said}
      className={`flex gap-3 rounded-2 border px-4 py-3 text-ui/[22px] ${look.box} ${action ? 'items-center' : ''} ${className}`}
    >
      <span className={`${look.tint} ${action ? '' : 'mt-0.5'}`}>
        {icon ?? look.icon({ className: 'size-[18px]' })}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}
