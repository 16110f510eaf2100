import fc from 'fast-check'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { isAnimation } from './animation.ts'

const frames = (count: number) =>
  sharp(Buffer.concat(Array.from({ length: count }, (_, at) => Buffer.alloc(40 * 40 * 3, at * 50))), {
    raw: { width: 40, height: 40 * count, channels: 3, ...(count > 1 && { pageHeight: 40 }) },
  })

it.each(['gif', 'webp'] as const)('A moving %s is told apart from a still one', async (format) => {
  expect(isAnimation(await frames(3).toFormat(format).toBuffer())).toBe(true)
  expect(isAnimation(await frames(1).toFormat(format).toBuffer())).toBe(false)
})

it('A moving PNG is recognized by its control chunk, and every other picture counts as still', async () => {
  const png = await frames(1).png().toBuffer()
  const control = Buffer.concat([Buffer.from('00000008', 'hex'), Buffer.from('acTL'), Buffer.alloc(12)])
  expect(isAnimation(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]))).toBe(true)
  expect(isAnimation(png)).toBe(false)
  expect(isAnimation(await frames(1).jpeg().toBuffer())).toBe(false)
})

it('The search for an animation ends for any bytes', async () => {
  const gif = await frames(3).gif().toBuffer()
  for (let length = 0; length < gif.length; length += 7) isAnimation(gif.subarray(0, length))
  fc.assert(
    fc.property(
      fc.constantFrom('GIF89a', 'RIFF....WEBP', '\x89PNG\r\n\x1a\n'),
      fc.uint8Array(),
      (head, rest) => {
        expect(isAnimation(Buffer.concat([Buffer.from(head, 'latin1'), rest]))).toBeTypeOf('boolean')
      },
    ),
  )
})
