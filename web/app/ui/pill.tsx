import type { ReactNode } from 'react'

export type PillKind = 'neutral' | 'go' | 'warn' | 'bad' | 'info'

const KINDS: Record<PillKind, string> = {
  neutral: 'bg-muted/13 text-muted',
  go: 'bg-go/13 text-go',
  warn: 'bg-warn/13 text-warn',
  bad: 'bg-bad/13 text-bad',
  info: 'bg-info/13 text-info',
}

/** A status on a tint, with a 12 px icon before it. */
export function Pill({
  kind = 'neutral',
  icon,
  children,
}: {
  kind?: PillKind
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      translate="no"
      className={`inline-flex h-6 items-center gap-[7px] rounded-full pr-[9px] pl-2 text-[11.5px]/6 font-bold tracking-[.035em] whitespace-nowrap ${KINDS[kind]}`}
    >
      {icon && <span className="*:size-3">{icon}</span>}
      <span>{children}</span>
    </span>
  )
}
