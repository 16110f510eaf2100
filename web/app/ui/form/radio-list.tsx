import { type ReactNode, useId } from 'react'
import { FieldError, RadioBox } from './field.tsx'

type RadioOption<Value extends string> = {
  value: Value
  label: string
  /** What follows from it. */
  hint?: ReactNode
  /** Its number, at the right. */
  note?: ReactNode
  /** Its fields, shown while it is chosen. */
  fields?: ReactNode
}

type RadioListProps<Value extends string> = {
  /** The name of the choice; the heading beside the list says it to those who see it. */
  legend: string
  options: readonly RadioOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  error?: string | null
}

/** A choice of three to five, a row each: what follows from it under its name. */
export function RadioList<Value extends string>({
  legend,
  options,
  value,
  onChange,
  error,
}: RadioListProps<Value>) {
  const id = useId()
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="sr-only">{legend}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-2 border border-line bg-inset">
        {options.map(({ value: each, label, hint, note, fields }) => (
          <div key={each} className="has-checked:bg-accent/6 has-checked:inset-shadow-[2px_0_var(--accent)]">
            {/* biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control */}
            <label className="grid cursor-pointer grid-cols-[20px_minmax(0,1fr)] gap-x-3 px-3.5 py-2.5 leading-[22px] phone:grid-cols-[20px_minmax(0,1fr)_auto]">
              <RadioBox name={id} value={each} checked={value === each} onChange={() => onChange(each)} />
              <span>
                <b className="block font-semibold">{label}</b>
                {hint && <span className="block text-sm text-muted">{hint}</span>}
              </span>
              {note && (
                <span className="self-center text-sm whitespace-nowrap text-muted max-phone:col-start-2">
                  {note}
                </span>
              )}
            </label>
            {fields && value === each && <div className="pr-3.5 pb-3 pl-11.5">{fields}</div>}
          </div>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
