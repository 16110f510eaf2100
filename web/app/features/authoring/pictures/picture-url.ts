import { useEffect, useState } from 'react'
import { chosenFile, type PictureChoice } from '../form/game-draft.ts'

/** A URL that shows a picture of the form; null while there is none. */
export function usePictureUrl(choice: PictureChoice): string | null {
  const file = chosenFile(choice)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [file])
  return choice.from === 'store' ? choice.picture.url : url
}
