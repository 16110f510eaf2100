import { PICTURE_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import { PICTURE_TEXT } from '@nofiller/contract/authoring/picture-rules'
import { ApiError } from '../../../api/api-error.ts'
import { postForm } from '../../../api/post-form.ts'

type PictureToSend = {
  file: File
  /** The game's title, which names the folder of its pictures. */
  title: string
  signal: AbortSignal
}

/**
 * Stores a picture of a description. Returns its URL.
 * @param onProgress gets the sent share, from 0 to 1
 * @throws Error with a sentence
 */
export async function sendPicture(
  { file, title, signal }: PictureToSend,
  onProgress?: (share: number) => void,
): Promise<string> {
  if (file.size > PICTURE_BYTES_MAX) throw new Error(`Failed to upload image. ${PICTURE_TEXT.bytes}`)
  const form = new FormData()
  form.append('title', title)
  form.append('descImage', file)
  try {
    const { url } = await postForm('POST /api/upload/desc-image', {
      form,
      signal,
      onProgress: (sentBytes, totalBytes) => onProgress?.(sentBytes / totalBytes),
    })
    return url
  } catch (error) {
    const reason = error instanceof ApiError ? error.fields.descImage : undefined
    throw new Error(reason ? `Failed to upload image. ${reason}` : 'Failed to upload image.')
  }
}
