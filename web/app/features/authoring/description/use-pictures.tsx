import { GAME_TEXT } from '@nofiller/contract/authoring/game-rules'
import { PICTURE_TEXT } from '@nofiller/contract/authoring/picture-rules'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { isMoving } from '../../../ui/form/first-frame-note.tsx'
import { IconX } from '../../../ui/icons.tsx'
import { pickedFiles } from '../files/file-pick.tsx'

/** Uploads a picture and inserts it into the text. @throws Error with a sentence */
type Place = (file: File, signal: AbortSignal) => Promise<void>

/**
 * Accepts pictures for a text. Running uploads stop when the editor unmounts.
 * @param onUploads gets the number of running uploads
 */
export function usePictures(onUploads: (running: number) => void, onChosen: (files: File[]) => void) {
  const [said, setSaid] = useState<Said | null>(null)
  const fail = (text: string) => setSaid({ kind: 'bad', text })
  const input = useRef<HTMLInputElement>(null)
  const running = useRef(0)
  const leaving = useLeaving()

  const take = async (file: File, place: Place) => {
    const signal = leaving()
    onUploads(++running.current)
    try {
      await place(file, signal)
      if (await isMoving(file)) setSaid({ kind: 'plain', text: `${file.name}: ${PICTURE_TEXT.firstFrame}` })
    } catch (error) {
      if (!signal.aborted) fail(error instanceof Error ? error.message : 'Failed to upload image.')
    } finally {
      onUploads(--running.current)
    }
  }

  return {
    /** Picks the pictures among some files. */
    take(files: readonly File[], place: Place) {
      const pictures = files.filter((file) => file.type.startsWith('image/'))
      setSaid(null)
      if (pictures.length < files.length) fail(GAME_TEXT.picture)
      for (const file of pictures) void take(file, place)
    },
    choose: () => input.current?.click(),
    /** The messages about pictures, and the file input. */
    shown: (
      <>
        {said && <Dismissible {...said} onDismiss={() => setSaid(null)} />}
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          aria-label="Images for the description"
          className="hidden"
          onChange={(event) => onChosen(pickedFiles(event))}
        />
      </>
    ),
  }
}

type Said = { kind: 'bad' | 'plain'; text: string }

const Dismissible = ({ kind, text, onDismiss }: Said & { onDismiss: () => void }) => (
  <Note
    kind={kind}
    role={kind === 'bad' ? 'alert' : 'status'}
    className="m-2 flex-none"
    action={
      <Button kind="quiet" size="small" square aria-label="Dismiss" onClick={onDismiss}>
        <IconX />
      </Button>
    }
  >
    {text}
  </Note>
)

/** A signal that aborts when the editor unmounts. */
function useLeaving(): () => AbortSignal {
  const abort = useRef(new AbortController())
  useEffect(() => {
    abort.current = new AbortController()
    return () => abort.current.abort()
  }, [])
  return () => abort.current.signal
}
