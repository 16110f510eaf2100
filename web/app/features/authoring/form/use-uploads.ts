import { FILES_MAX } from '@nofiller/contract/authoring/game-rules'
import { showSize } from '@nofiller/contract/text/size'
import { type Dispatch, useEffect, useRef } from 'react'
import { fileProblem, guessDevice, sortOut } from '../files/chosen-file.ts'
import { DEMO, type FilesDraft, type FilesEvent, fieldOf, uploadOf } from '../files/edited-files.ts'
import { type FileMark, giveUpUpload } from '../files/upload.ts'
import { type UploadQueue, uploadQueue } from '../files/upload-queue.ts'
import { type FileRow, tempKeysOf } from './game-draft.ts'
import { newId } from './new-id.ts'

/**
 * The running uploads of a form with files. They stop when the form unmounts.
 * @param gameId the game whose form it is, once it was saved
 */
export function useUploads(draft: FilesDraft, dispatch: Dispatch<FilesEvent>, gameId: string | undefined) {
  const queue = useUploadQueue()

  /** Uploads the file of a row, or the new build of an existing one. */
  const send = (id: string, file: File, tempKey?: string) =>
    queue().add({
      id,
      file,
      tempKey,
      gameId,
      onChange: (upload) => dispatch({ type: 'upload-changed', id, file, upload }),
    })

  /** Stops a file's upload, and deletes it from the store. */
  const giveUp = (id: string) => {
    const tempKey = uploadOf(draft, id)?.tempKey
    queue().remove(id)
    if (tempKey !== undefined) giveUpUpload(tempKey)
  }

  const refuse = (id: string, problem: string) =>
    dispatch({ type: 'field-refused', field: fieldOf(draft, id), problem })

  return {
    addFiles(files: readonly File[]) {
      const { taken, problem } = sortOut(files, FILES_MAX - draft.files.length)
      const added = taken.map((file) => ({ file, row: newRow(file) }))
      dispatch({ type: 'files-added', rows: added.map(({ row }) => row), problem })
      for (const { row, file } of added) send(row.id, file)
    },

    /** Retries after a failure; a large file continues where it stopped. */
    retryFile: (id: string, file: File) => send(id, file, uploadOf(draft, id)?.tempKey),

    /** Resumes an upload that a reload interrupted, if this is the same file. */
    resumeFile(id: string, file: File) {
      const upload = uploadOf(draft, id)
      const expected = upload && 'file' in upload ? upload.file : null
      if (expected && !isSameFile(file, expected))
        return refuse(id, `Choose the same file again: ${expected.name}, ${showSize(expected.size)}.`)
      if (!expected) giveUp(id)
      send(id, file, expected ? upload?.tempKey : undefined)
      dispatch({ type: 'file-problem-cleared', id })
    },

    /** Uploads a new build of an existing file; null keeps the old one. Owners keep the file (requirements 5.12). */
    replaceFile(id: string, file: File | null) {
      giveUp(id)
      dispatch({ type: 'replacement-removed', id })
      if (file === null) return
      const problem = fileProblem(file)
      if (problem) refuse(id, problem)
      else send(id, file)
    },

    removeFile(id: string) {
      giveUp(id)
      dispatch({ type: 'file-removed', id })
    },

    setDemo(file: File | null) {
      giveUp(DEMO)
      dispatch({ type: 'file-problem-cleared', id: DEMO })
      if (file === null) return dispatch({ type: 'demo-removed' })
      const problem = fileProblem(file)
      if (problem) refuse(DEMO, problem)
      else send(DEMO, file)
    },

    /** Stops everything, and deletes all uploads from the store. */
    giveUpAll() {
      queue().stop()
      tempKeysOf(draft).forEach(giveUpUpload)
    },
  }
}

function useUploadQueue(): () => UploadQueue {
  const queue = useRef<UploadQueue>(null)
  useEffect(() => () => queue.current?.stop(), [])
  return () => {
    queue.current ??= uploadQueue()
    return queue.current
  }
}

const isSameFile = (file: File, mark: FileMark): boolean =>
  file.name === mark.name && file.size === mark.size && file.lastModified === mark.lastModified

const newRow = (file: File): FileRow => ({
  id: newId(),
  name: file.name,
  sizeBytes: file.size,
  source: { from: 'here', file, upload: { state: 'waiting' } },
  device: guessDevice(file.name),
  customPriceEnabled: false,
  customPrice: '',
})
