import { useId } from 'react'
import { TextInput } from './field.tsx'

type DayFieldProps = {
  label: string
  /** Like `2026-11-21`. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A UTC day with its label beside it. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 max-phone:grid max-phone:min-w-0 max-phone:grid-cols-1 max-phone:gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label} (UTC)
      </label>
      <TextInput
        id={id}
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="phone:w-38 max-narrow:px-2"
      />
    </div>
  )
}

type Days = { from: string | undefined; to: string | undefined }

/** The first and the last day of a filter; each is optional. */
export const DayFields = ({ from, to, onChange }: Days & { onChange: (days: Days) => void }) => (
  <>
    <DayField label="From" value={from} onChange={(day) => onChange({ from: day, to })} />
    <DayField label="To" value={to} onChange={(day) => onChange({ from, to: day })} />
  </>
)
