// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useCombobox } from './use-combobox.ts'

afterEach(cleanup)

const chosen = vi.fn()
function Search() {
  const { fieldProps, listProps } = useCombobox()
  return (
    <>
      <input aria-label="Search" {...fieldProps(1)} />
      <div ref={listProps.ref} id={listProps.id} role="listbox">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys */}
        <div
          role="option"
          tabIndex={-1}
          aria-selected={listProps.active === 0}
          id={listProps.optionId(0)}
          onClick={chosen}
        >
          Night Ferry
        </div>
      </div>
    </>
  )
}

it('Enter selects the active option, except the Enter that ends a composition', () => {
  Element.prototype.scrollIntoView = () => undefined
  render(<Search />)
  const field = screen.getByLabelText('Search')
  const press = (key: string, more = {}) => fireEvent.keyDown(field, { key, ...more })
  press('ArrowDown')
  press('ArrowDown')
  expect(screen.getByRole('option').getAttribute('aria-selected')).toBe('true')
  press('Enter', { isComposing: true, keyCode: 229 })
  press('Enter', { keyCode: 229 }) // Safari
  expect(chosen).not.toHaveBeenCalled()
  press('Enter', { keyCode: 13 })
  expect(chosen).toHaveBeenCalledOnce()
})
