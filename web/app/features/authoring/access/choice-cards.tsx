import { type ReactNode, useId } from 'react'
import { RadioBox } from '../../../ui/form/field.tsx'
import { IconCheck, IconMinus } from '../../../ui/icons.tsx'

type ChoiceCard<Value extends string> = {
  value: Value
  label: string
  hint: string
  /** What follows from it; what does not happen `holds` not. */
  consequences: readonly { holds: boolean; text: string }[]
  /** Its fields, shown while it is chosen. */
  fields?: ReactNode
}

type ChoiceCardsProps<Value extends string> = {
  /** The name of the choice; a heading says it to those who see it. */
  legend: string
  options: readonly ChoiceCard<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of three with much to weigh up: a card each, side by side where there is room. */
export function ChoiceCards<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: ChoiceCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="grid grid-cols-1 gap-3 bar:grid-cols-3">
        {options.map((option) => (
          <div
            key={option.value}
            className="flex flex-col rounded-3 border border-edge bg-surface hover:border-muted has-[input[type=radio]:checked]:border-accent has-[input[type=radio]:checked]:inset-ring has-[input[type=radio]:checked]:inset-ring-accent"
          >
            {/* biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control */}
            <label className="grid flex-1 cursor-pointer grid-cols-[20px_minmax(0,1fr)] content-start gap-x-3 p-4">
              <RadioBox
                name={id}
                value={option.value}
                checked={value === option.value}
                aria-labelledby={`${id}-${option.value}`}
                aria-describedby={`${id}-${option.value}-what`}
                onChange={() => onChange(option.value)}
              />
              <b id={`${id}-${option.value}`} className="font-650 leading-5">
                {option.label}
              </b>
              <span id={`${id}-${option.value}-what`} className="contents">
                <span className="col-start-2 mt-1 text-sm text-muted">{option.hint}</span>
                <Consequences of={option.consequences} />
              </span>
            </label>
            {option.fields && value === option.value && (
              <div className="border-t border-line px-4 py-3">{option.fields}</div>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** In a label, which holds no list. */
const Consequences = ({ of }: { of: readonly { holds: boolean; text: string }[] }) => (
  <span className="col-span-full mt-3.5 grid gap-2 border-t border-line pt-3.5 text-ui/5">
    {of.map(({ holds, text }) => (
      <span key={text} className={`grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 ${holds ? '' : 'text-muted'}`}>
        <span className="grid h-5 place-items-center">
          {holds ? <IconCheck className="size-3.5 text-go" /> : <IconMinus className="size-3.5" />}
        </span>
        <span>{text}</span>
      </span>
    ))}
  </span>
)
