const MAX = 99

type CountProps = {
  count: number
  /** The counted things, for screen readers: `to do`. */
  what: string
  loud?: boolean
  className?: string
}

/** The number of waiting items, in a small pill; nothing for none. */
export function Count({ count, what, loud, className = '' }: CountProps) {
  if (count === 0) return null
  return (
    <span
      className={`inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-[12px]/5 font-650 tabular-nums ${loud ? 'bg-accent text-on-accent' : 'bg-text/12 text-muted'} ${className}`}
    >
      <span>
        {count > MAX ? `${MAX}+` : count}
        <span className="sr-only"> {what}</span>
      </span>
    </span>
  )
}
