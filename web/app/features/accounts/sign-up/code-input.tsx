import { CODE_LENGTH, codeDigits } from '@nofiller/contract/accounts/account-rules'
import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '../../../ui/browser/composing.ts'

type CodeInputProps = { code: string; onChange: (code: string) => void; 'data-retry'?: boolean | undefined }

/**
 * Six boxes over one input, so typing, pasting and the phone's one-time-code suggestion all work.
 * Anything that is not a digit is dropped; digits of any script count.
 */
export function CodeInput({ code, onChange, ...rest }: CodeInputProps) {
  const [focused, setFocused] = useState(false)
  const at = Math.min(code.length, CODE_LENGTH - 1)
  return (
    <div className="relative">
      <div aria-hidden="true" className="grid grid-cols-6 gap-2">
        {Array.from({ length: CODE_LENGTH }, (_, box) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never move
            key={box}
            className={`grid min-h-15 place-items-center rounded-2 border bg-inset text-[26px] font-650 ${
              focused && box === at ? 'border-transparent outline-2 outline-focus' : 'border-edge'
            }`}
          >
            {code[box] ?? ''}
          </span>
        ))}
      </div>
      <input
        {...rest}
        aria-label="6-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => onChange(codeDigits(event.target.value))}
        onKeyDown={submitOnEnter}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // Invisible but in place: a click on a box focuses it, and password managers still see a field.
        className="absolute inset-0 size-full cursor-text bg-transparent text-[26px] text-transparent caret-transparent outline-none selection:bg-transparent"
      />
    </div>
  )
}

/** A form with a disabled button ignores Enter; the form's own message about an incomplete code says more. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || isComposing(event)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
