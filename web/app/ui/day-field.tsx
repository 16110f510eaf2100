import { useId } from 'react'
import { TextInput } from './field.tsx'

type DayFieldProps = {
  label: string
  /** Like `2026-11-21`. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day, as days begin in UTC, with its name beside it. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 max-phone:w-full">
      <label htmlFor={id} className="text-sm text-muted max-phone:w-10">
        {label}
        <span className="sr-only"> (UTC)</span>
      </label>
      <TextInput
        id={id}
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="phone:w-38"
      />
    </div>
  )
}
