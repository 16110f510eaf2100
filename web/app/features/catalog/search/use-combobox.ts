import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '../../../ui/browser/composing.ts'

/**
 * The combobox pattern of ARIA: the focus stays in the field, while the arrow keys move through the options of a list
 * below it. Options are elements with the role `option`, which Enter clicks.
 */
export function useCombobox() {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** The marked option; -1 for the field itself. */
  const [active, setActive] = useState(-1)
  const optionId = (at: number) => `${id}-${at}`

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const optionAt = (at: number) => list.current?.querySelectorAll<HTMLElement>('[role=option]')[at]
  const move = (by: 1 | -1, count: number) => {
    if (!isOpen) return setOpen(true)
    // Past either end is the field itself.
    const places = count + 1
    const next = ((active + 1 + by + places) % places) - 1
    setActive(next)
    optionAt(next)?.scrollIntoView({ block: 'nearest' })
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>, count: number) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1, count)
    }
    if (event.key === 'Escape' && count > 0) {
      event.preventDefault() // which would clear the field
      close()
    }
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      optionAt(active)?.click()
    }
  }

  return {
    id,
    isOpen,
    close,
    /** Opens the list for other words, without a marked option. */
    reopen: () => {
      setActive(-1)
      setOpen(true)
    },
    /** For the container of field and list: the list closes when the focus leaves both. */
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) close()
    },
    /** For the input, with the number of shown options. */
    fieldProps: (count: number) => ({
      id,
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': count > 0,
      'aria-controls': count > 0 ? `${id}-list` : undefined,
      'aria-activedescendant': active >= 0 && count > 0 ? optionId(active) : undefined,
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => pressed(event, count),
    }),
    listProps: { ref: list, id: `${id}-list`, optionId, active },
  }
}
