// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FirstFrameNote } from './first-frame-note.tsx'

/** A GIF with that many frames of one pixel. */
function aGif(frames: number): File {
  const frame = Buffer.from('2c00000000010001000002024401 00'.replaceAll(' ', ''), 'hex')
  const bytes = Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from('01000100800000000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ])
  return new File([bytes], 'a.gif')
}

it('Only an animation has the note that its first frame is shown', async () => {
  const { rerender } = render(<FirstFrameNote file={aGif(2)} />)
  expect((await screen.findByRole('status')).textContent).toBe(
    'This is an animation. Only its first frame is shown.',
  )
  rerender(<FirstFrameNote file={aGif(1)} />)
  expect(screen.queryByRole('status')).toBeNull()
})
