/** Whether a picture has more than one frame, by its bytes: a GIF, a WebP or a PNG. */
export function isAnimation(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (textAt(view, 0, 4) === 'GIF8') return hasTwoImages(view)
    if (textAt(view, 8, 4) === 'WEBP')
      return textAt(view, 12, 4) === 'VP8X' && (view.getUint8(20) & 0b10) !== 0
    return textAt(view, 1, 3) === 'PNG' && hasAnimationControl(view)
  } catch (error) {
    if (error instanceof RangeError) return false // truncated
    throw error
  }
}

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))

const EXTENSION = 0x21
const IMAGE = 0x2c

/** A GIF is a list of blocks; each image is one. */
function hasTwoImages(view: DataView): boolean {
  let images = 0
  let at = 13 + colorBytes(view.getUint8(10))
  for (;;) {
    const kind = view.getUint8(at)
    if (kind === IMAGE && ++images === 2) return true
    if (kind === IMAGE) at = behindParts(view, at + 11 + colorBytes(view.getUint8(at + 9)))
    else if (kind === EXTENSION) at = behindParts(view, at + 2)
    else return false
  }
}

/** The number of color bytes that follow these flags. */
const colorBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The end of a row of parts: each starts with its length, the last with zero. */
function behindParts(view: DataView, start: number): number {
  let at = start
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1
  return at + 1
}

/** It comes before the first pixels. */
function hasAnimationControl(view: DataView): boolean {
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const kind = textAt(view, at + 4, 4)
    if (kind === 'acTL') return true
    if (kind === 'IDAT') return false
  }
}
