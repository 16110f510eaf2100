import { expect, it } from 'vitest'
import { emailProblem, normalEmail, TEXT } from './account-rules.ts'

it.each([
  ['June@Example.TEST', 'june@example.test'],
  ['june@ｅｘａｍｐｌｅ.test', 'june@example.test'],
  ['june@mail．example.test', 'june@mail.example.test'],
  ['june@exämple.test', 'june@xn--exmple-cua.test'],
  ['june@EXÄMPLE.test', 'june@xn--exmple-cua.test'],
  ['june@xn--exmple-cua.test', 'june@xn--exmple-cua.test'],
  ['june@exam\u00adple.test', 'june@example.test'],
])('The email address %j is kept as %j', (typed, stored) => {
  expect(emailProblem(typed)).toBeNull()
  expect(normalEmail(typed)).toBe(stored)
})

it.each(['june@127.1', 'june@1.2.3.4', 'june@x.test/y', 'june@x.te?st', 'june@x%2etest.de', 'june@x.test#'])(
  'The email address %j is refused',
  (email) => expect(emailProblem(email)).toBe(TEXT.email),
)
