import { expect, it } from 'vitest'
import { CONTACT_TEXT, contactProblems } from './contact-rules.ts'

const fine = { email: 'june@example.test', subject: 'Hello', message: 'I wonder.' }

it('A message within the limits is accepted', () => {
  expect(contactProblems(fine)).toEqual({})
  expect(contactProblems({ ...fine, subject: 's'.repeat(100), message: 'm'.repeat(2_000) })).toEqual({})
})

it('Every wrong field of a message is named', () => {
  expect(contactProblems({ email: '', subject: ' ', message: '\n' })).toEqual({
    email: CONTACT_TEXT.missing,
    subject: CONTACT_TEXT.missing,
    message: CONTACT_TEXT.missing,
  })
  expect(
    contactProblems({ email: 'june@example', subject: 's'.repeat(101), message: 'm'.repeat(2_001) }),
  ).toEqual({
    email: CONTACT_TEXT.email,
    subject: CONTACT_TEXT.subject,
    message: CONTACT_TEXT.message,
  })
})
