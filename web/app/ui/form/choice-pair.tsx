import { useId } from 'react'
import { FieldError, RadioBox } from './field.tsx'

type ChoicePairProps<Value extends string> = {
  legend: string
  name: string
  options: readonly { value: Value; label: string; hint?: string }[]
  value: Value | ''
  onChange: (value: Value) => void
  error?: string | null
}

/** Two or three bordered radios side by side, such as SFW / NSFW. */
export function ChoicePair<Value extends string>(props: ChoicePairProps<Value>) {
  const { legend, name, options, value, onChange, error } = props
  const id = useId()
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-ui font-semibold">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-4">
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control
          <label
            key={option.value}
            className={`flex min-h-11 cursor-pointer items-center gap-2.5 rounded-2 border bg-inset px-3 py-2 hover:border-muted has-checked:border-accent ${error ? 'border-bad inset-ring-1 inset-ring-bad' : 'border-edge'}`}
          >
            <RadioBox
              name={name}
              value={option.value}
              checked={value === option.value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.hint && <span className="block text-sm text-faint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
