import type { ReactNode } from 'react'

type SegmentedProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  /** Null while the choice is unknown, as in server-rendered pages. */
  value: Value | null
  onChange: (value: Value) => void
}

/** Two or three short modes side by side, such as Dark / Light. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row with its name hidden
    <div
      role="group"
      aria-label={label}
      className="inline-flex gap-0.5 rounded-2 border border-line bg-inset p-[3px] light:bg-bg"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
          className="flex min-h-7 cursor-pointer max-phone:min-h-10 items-center gap-1.5 rounded-[4px] px-3 py-1 text-sm max-narrow:px-2 font-semibold whitespace-nowrap text-muted hover:text-text aria-pressed:bg-raised aria-pressed:text-text aria-pressed:ring-1 aria-pressed:ring-line [&>svg]:size-3.5"
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
