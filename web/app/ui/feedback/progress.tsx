/** A 4 px bar; `value` is 0 to 1. The caller renders the text beside it. */
export function Progress({
  value,
  label,
  kind = 'accent',
}: {
  value: number
  label: string
  kind?: 'accent' | 'bad' | 'go'
}) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  const fill = { accent: 'bg-accent', bad: 'bg-bad', go: 'bg-go' }[kind]
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1 overflow-hidden rounded-[2px] bg-line"
    >
      <div className={`h-full ${fill}`} style={{ width: `${percent}%` }} />
    </div>
  )
}
