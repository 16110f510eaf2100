import { expect, it } from 'vitest'
import { ApiError, networkError } from '../../api/api-error.ts'
import { contactFailure } from './contact-failure.ts'

it.each([
  [networkError(), 'There was an error sending your message. Please check your connection and try again.'],
  [new ApiError({ status: 429, message: 'Wait 40 seconds.' }), 'Wait 40 seconds.'],
  [
    new ApiError({ status: 429, message: 'Request failed: 429' }),
    'Too many submissions. Please try again later.',
  ],
  [new ApiError({ status: 503, message: 'Busy.' }), 'Busy.'],
  [
    new ApiError({ status: 502, message: '<html>Bad gateway</html>' }),
    'There was an error sending your message. Please try again.',
  ],
])('The page says what happened to a message: %s', (error, said) => {
  expect(contactFailure(error)).toBe(said)
})
