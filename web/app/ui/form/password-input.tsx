import { type ComponentProps, useState } from 'react'
import { buttonClass } from '../button.tsx'
import { TextInput } from './field.tsx'

/** A password input with a Show/Hide button inside. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'size'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={shown ? 'text' : 'password'}
        className={`pr-[72px] ${props.className ?? ''}`}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className={buttonClass({
          kind: 'quiet',
          size: 'small',
          className: 'absolute top-1.5 right-1.5 max-phone:top-0.5 max-phone:right-0.5',
        })}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
