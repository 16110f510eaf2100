// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TagInput } from './tag-input.tsx'

function Tags() {
  const [tags, setTags] = useState<string[]>([])
  return <TagInput tags={tags} error={null} onChange={setTags} />
}
const field = () => screen.getByLabelText<HTMLInputElement>('Tags')
const type = (value: string, more = {}) => fireEvent.input(field(), { target: { value }, ...more })
const added = () => screen.queryAllByRole('listitem').map((item) => item.textContent)

beforeEach(() => void render(<Tags />))
afterEach(cleanup)

it.each([
  ['Chrome and Firefox', { isComposing: true, keyCode: 229 }],
  ['Safari', { isComposing: false, keyCode: 229 }],
])('The Enter key that ends a composition in %s adds no tag', (_, key) => {
  type('よる')
  const isLeft = fireEvent.keyDown(field(), { key: 'Enter', ...key })
  expect([added(), field().value, isLeft]).toEqual([[], 'よる', true])
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 })
  expect([added(), field().value]).toEqual([['よる'], ''])
})

it.each([',', '，', '、', '،'])('A tag is added by %s', (comma) => {
  type(`夜${comma}`)
  expect([added(), field().value]).toEqual([['夜'], ''])
})

it('A comma adds no tag during a composition', () => {
  type('よる、', { isComposing: true })
  expect([added(), field().value]).toEqual([[], 'よる、'])
  fireEvent.compositionEnd(field())
  expect([added(), field().value]).toEqual([['よる'], ''])
})

it('A long tag is cut between characters', () => {
  type(`${'👨‍👩‍👧‍👦'.repeat(16)},`)
  expect(added()).toEqual(['👨‍👩‍👧‍👦'.repeat(15)])
})
