import fc from 'fast-check'
import { expect, it } from 'vitest'
import { POST_LIMITS, POST_TEXT, postProblems } from './post-rules.ts'

it('FO3 A post goes out with any text of 20 characters, wherever its words end', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      const text = words.join(' ')
      const { body } = postProblems({ title: 'A title', body: `<p>${text}</p>`, isExplicit: null }, false)
      expect(body).toBe(text.length < POST_LIMITS.textMin ? POST_TEXT.short : undefined)
    }),
  )
})
