import { type ComponentProps, useId } from 'react'
import { Checkbox, FieldError } from '../../ui/form/field.tsx'

type Tick = Pick<ComponentProps<'input'>, 'checked'> & {
  onChange: (event: { target: { checked: boolean } }) => void
}

/** A statement required by law, to be checked word for word. */
export function Statement({ tick, error, text }: { tick: Tick; error: string | null; text: string }) {
  const id = useId()
  return (
    <div>
      <Checkbox {...tick} aria-invalid={error ? true : undefined} aria-describedby={error ? id : undefined}>
        {text}
      </Checkbox>
      <FieldError id={id} error={error} />
    </div>
  )
}
