// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Textarea, TextInput } from './field.tsx'

afterEach(cleanup)

const FAMILY = '👨‍👩‍👧‍👦'

function Name() {
  const [name, setName] = useState('')
  return (
    <>
      <TextInput
        aria-label="Name"
        maxLength={3}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <output>{name}</output>
    </>
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('Name')
const typed = (value: string, caret = value.length, more = {}) => {
  const target = { value, selectionStart: caret, selectionEnd: caret }
  fireEvent.input(field(), { target, ...more })
  return [field().value, screen.getByRole('status').textContent]
}

it('A field accepts as many characters as people count', () => {
  render(<Name />)
  for (const character of ['a', 'é', '夜', FAMILY, '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '🇩🇪'])
    expect(typed(character.repeat(4))).toEqual([character.repeat(3), character.repeat(3)])
  expect(field().hasAttribute('maxlength')).toBe(false)
})

it('A paste that is too long loses its own end and not the text behind it', () => {
  render(<Name />)
  typed('ab')
  expect(typed(`a${FAMILY}${FAMILY}b`, 1 + 2 * FAMILY.length)).toEqual([`a${FAMILY}b`, `a${FAMILY}b`])
  expect(field().selectionEnd).toBe(1 + FAMILY.length)
})

it('A field is only cut after a composition ends', () => {
  render(<Name />)
  fireEvent.compositionStart(field())
  expect(typed('よるのまち', 5, { isComposing: true })).toEqual(['よるのまち', 'よるのまち'])
  fireEvent.compositionEnd(field())
  expect([field().value, screen.getByRole('status').textContent]).toEqual(['よるの', 'よるの'])
})

it('A field of several lines counts in the same way', () => {
  render(<Textarea aria-label="Text" maxLength={5} />)
  const text = screen.getByLabelText<HTMLTextAreaElement>('Text')
  fireEvent.input(text, { target: { value: `a\n${FAMILY}\nbc` } })
  expect(text.value).toBe(`a\n${FAMILY}\nb`)
})
