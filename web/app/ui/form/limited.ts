import { countCharacters, cutText, isLonger } from '@nofiller/contract/text/characters'
import type { ChangeEvent, CompositionEvent } from 'react'
import { isComposing } from '../browser/composing.ts'

type Typed = HTMLInputElement | HTMLTextAreaElement
type Limits<Element extends Typed> = {
  maxLength?: number | undefined
  onChange?: ((event: ChangeEvent<Element>) => void) | undefined
}

/**
 * The same field with a `maxLength` in characters as people count them: a browser counts UTF-16 code units, and would cut a
 * flag in two. Text that an input method is composing is left alone until it is done.
 */
export function limited<Element extends Typed, Props extends Limits<Element>>(
  props: Props & Limits<Element>,
) {
  const { maxLength, onChange } = props
  if (maxLength === undefined) return props
  return {
    ...props,
    maxLength: undefined,
    onChange: (event: ChangeEvent<Element>) => {
      if (!isComposing(event)) dropExcess(event.target, maxLength)
      onChange?.(event)
    },
    onCompositionEnd: (event: CompositionEvent<Element>) => {
      if (dropExcess(event.currentTarget, maxLength)) onChange?.(event as unknown as ChangeEvent<Element>) // its target is the same
    },
  }
}

/** Removes the end of the last typed or pasted text, as far as it is too much. Returns whether it was. */
function dropExcess(field: Typed, charactersMax: number): boolean {
  const { value } = field
  if (!isLonger(value, charactersMax)) return false
  const caret = field.selectionEnd ?? value.length
  const after = value.slice(caret)
  const before = cutText(value.slice(0, caret), Math.max(0, charactersMax - countCharacters(after)))
  field.value = cutText(before + after, charactersMax)
  if (field.selectionEnd !== null) field.setSelectionRange(before.length, before.length)
  return true
}
