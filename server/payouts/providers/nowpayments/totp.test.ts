import { expect, it } from 'vitest'
import { codeOfStep, secretBytes, stepAt } from './totp.ts'

/** The secret of RFC 6238, appendix B, `12345678901234567890`, as an app would show it. */
const SECRET = 'GEZD GNBV GY3T QOJQ gezd gnbv gy3t qojq'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('gives the codes of RFC 6238: %i s', (seconds, code) => {
  expect(codeOfStep(secretBytes(SECRET), stepAt(new Date(seconds * 1_000)))).toBe(code)
})

it.each(['', 'GEZDGNBV', 'GEZDGNBVGY3TQOJ1', '12345678901234567890'])(
  'takes nothing that is no secret, and does not repeat it: %j',
  (secret) => {
    expect(() => secretBytes(secret)).toThrow(/^the secret of the second factor is not Base32$/)
  },
)
