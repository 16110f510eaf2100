import { isAnimation } from '@nofiller/contract/authoring/animation'
import { PICTURE_TEXT } from '@nofiller/contract/authoring/picture-rules'
import { useEffect, useState } from 'react'

/** Says that only the first frame of a chosen animation is shown; nothing for any other picture. */
export function FirstFrameNote({ file }: { file: File | null }) {
  const [moving, setMoving] = useState<File | null>(null)
  useEffect(() => {
    let isChosen = true
    if (file) void isMoving(file).then((is) => isChosen && is && setMoving(file))
    return () => {
      isChosen = false
    }
  }, [file])
  return moving !== null && moving === file ? (
    <p role="status" className="text-sm text-muted">
      {PICTURE_TEXT.firstFrame}
    </p>
  ) : null
}

/** Whether a chosen picture is animated; an unreadable one counts as still. */
export const isMoving = (file: File): Promise<boolean> =>
  file.arrayBuffer().then(
    (bytes) => isAnimation(new Uint8Array(bytes)),
    () => false,
  )
