import { expect, it } from 'vitest'
import {
  change,
  clearRefusal,
  isWrong,
  newForm,
  type Problems,
  problemOf,
  refuse,
  refuseByServer,
  showProblems,
} from './form-state.ts'

type Account = { name: string; email: string; confirm: string }
const opened = newForm<Account>()
const rules: Problems<Account> = { name: 'Too short.', email: null, confirm: 'Not the same.' }
const shownOf = (state: typeof opened, problems = rules) =>
  (['name', 'email', 'confirm'] as const).map((name) => problemOf(state, problems, name))
const taken = { error: new Error('Taken.'), fields: { name: 'Taken.' }, failure: 'Taken.' }

it('A field shows no problem before it is submitted or left', () => {
  expect(shownOf(opened)).toEqual([null, null, null])
  expect(shownOf(showProblems(opened, ['email', 'confirm']))).toEqual([null, null, 'Not the same.'])
})

it('A refused submission shows the problem of every wrong field', () => {
  const state = refuse(opened, { ...rules, form: 'Please fill in all required fields.' })
  expect(shownOf(state)).toEqual(['Too short.', null, 'Not the same.'])
  expect(state).toMatchObject({ failure: 'Please fill in all required fields.', error: null, refusals: 1 })
})

it('The problem of a field disappears when the field or a related one is corrected', () => {
  const state = change(refuse(opened, rules), { name: 'A' })
  expect(shownOf(state)).toEqual([null, null, 'Not the same.'])
  expect(shownOf(state, { ...rules, confirm: null })).toEqual([null, null, null])
  expect(state.changes).toEqual({ name: 'A' })
})

it('The server’s message on a field stays until the field changes', () => {
  const state = refuseByServer(change(opened, { name: 'Ada', email: 'a@b.example' }), taken)
  expect(shownOf(state, {})).toEqual(['Taken.', null, null])
  expect(shownOf(change(state, { email: 'b@b.example' }), {})).toEqual(['Taken.', null, null])
  expect(shownOf(change(state, { name: 'Bea' }), {})).toEqual([null, null, null])
})

it('The form shows a general failure only if no field is wrong', () => {
  expect(refuseByServer(opened, taken)).toMatchObject({ failure: null, error: taken.error, refusals: 1 })
  expect(refuseByServer(opened, { ...taken, fields: {} })).toMatchObject({ failure: 'Taken.', refusals: 1 })
})

it('A new submission clears the last refusal but not the input', () => {
  const state = clearRefusal(refuseByServer(change(opened, { name: 'Ada' }), { ...taken, fields: {} }))
  expect(state).toMatchObject({ changes: { name: 'Ada' }, refused: {}, failure: null, error: null })
  expect(state.refusals).toBe(1)
})

it('A form with any message, of a field or of the whole, is wrong', () => {
  expect(isWrong({})).toBe(false)
  expect(isWrong({ name: null, form: undefined })).toBe(false)
  expect(isWrong({ name: null, form: 'Input too long.' })).toBe(true)
})
