import type { BasketItem } from '@nofiller/contract/basket/basket'
import type { GoodState } from '@nofiller/contract/basket/basket-rules'
import { expect, it } from 'vitest'
import { changesText } from './changes-text.ts'

const item = (title: string | null, state: GoodState) => ({ title, state, fileName: null }) as BasketItem

it('An unchanged basket has no text', () => {
  expect(changesText([item('Velvet Orbit', 'unchanged')])).toBeNull()
})

it('A single change is described in the singular', () => {
  expect(changesText([item('Velvet Orbit', 'unchanged'), item('Rust Choir', 'withdrawn')])).toEqual({
    heading: 'One thing changed since you added it.',
    text: 'Rust Choir is no longer sold.',
  })
})

it('Each kind of change has its sentence, and long lists are shortened', () => {
  const many = ['A', 'B', 'C', 'D', 'E'].map((title) => item(title, 'dearer'))
  expect(changesText([...many, item('F', 'cheaper'), item('G', 'free'), item('H', 'free')])?.text).toBe(
    'A, B, C, and 2 others cost more now. F costs less now. G and H are free now.',
  )
  expect(changesText([item('A', 'owned'), item(null, 'withdrawn')])).toEqual({
    heading: 'Two things changed since you added them.',
    text: 'One item is no longer sold. You already own A.',
  })
})
