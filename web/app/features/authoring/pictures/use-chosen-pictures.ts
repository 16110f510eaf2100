import type { Picture } from '@nofiller/contract/catalog/catalog'
import { useEffect, useMemo, useRef, useState } from 'react'
import { chosenFiles, type Draft } from '../form/game-draft.ts'
import type { ChosenPicture } from '../preview/preview-game.ts'
import { measurePicture } from './measure-picture.ts'

/** Shows a form's chosen pictures like pages do; their URLs are released with the pictures or the form. */
export function useChosenPictures({ pictures, screenshots }: Draft): ChosenPicture {
  const files = useMemo(() => chosenFiles({ pictures, screenshots }), [pictures, screenshots])
  const [shown, setShown] = useState<ReadonlyMap<File, Picture>>(() => new Map())
  const urls = useRef(new Map<File, string>())

  useEffect(() => {
    for (const file of files) {
      if (urls.current.has(file)) continue
      const url = URL.createObjectURL(file)
      urls.current.set(file, url)
      pictureAt(url).then(
        (picture) => setShown((before) => new Map(before).set(file, picture)),
        () => undefined, // the form has refused pictures that the browser cannot show
      )
    }
    for (const [file, url] of urls.current) {
      if (files.includes(file)) continue
      URL.revokeObjectURL(url)
      urls.current.delete(file)
    }
  }, [files])

  useEffect(() => {
    const made = urls.current
    return () => {
      for (const url of made.values()) URL.revokeObjectURL(url)
      made.clear()
    }
  }, [])

  return useMemo(() => (file: File) => shown.get(file) ?? null, [shown])
}

const pictureAt = async (url: string): Promise<Picture> => ({
  url,
  ...(await measurePicture(url)),
  blur: '',
  widths: [],
  alt: '',
})
