import type { Game } from '@nofiller/contract/catalogue'
import { FILES_MAX, GAME_TEXT, PICTURE_BYTES_MAX, SCREENSHOTS_MAX } from '@nofiller/contract/game-rules'
import { showSize } from '@nofiller/contract/size'
import { useEffect, useRef, useState } from 'react'
import { type Draft, draftOf, emptyDraft, type FileRow, type SinglePicture } from './game-draft.ts'
import { type UploadQueue, uploadQueue } from './upload-queue.ts'

const GAME_FILE = /\.(?:apk|rar|zip|jpe?g|png|gif|webp)$/i
const DEMO = 'demo'

let lastId = 0
const newId = () => `new-${++lastId}`

/** The state of the game form: what was entered, what is wrong with it, and the files on their way. */
export function useGameForm(game: Game | null) {
  const [start] = useState(() => (game === null ? emptyDraft() : draftOf(game)))
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const queue = useUploadQueue()
  const isChanged = draft !== start

  const solve = (...fields: string[]) =>
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))),
    )
  const complain = (field: string, problem: string) =>
    setProblems((before) => ({ ...before, [field]: problem }))

  /** Changes some fields; what was wrong with them is forgotten. */
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    solve(...Object.keys(changes))
  }

  const changeFile = (id: string, changes: Partial<FileRow>) => {
    const at = draft.files.findIndex((row) => row.id === id)
    setDraft((before) => withFile(before, id, (row) => ({ ...row, ...changes })))
    solve(`files.${at}`)
  }

  const send = (id: string, file: File) =>
    queue().add({
      id,
      file,
      onChange: (upload) => {
        const source = { from: 'here', file, upload } as const
        setDraft((before) =>
          id === DEMO
            ? { ...before, demo: { name: file.name, sizeBytes: file.size, source } }
            : withFile(before, id, (row) => ({ ...row, source })),
        )
      },
    })

  return {
    draft,
    problems,
    setProblems,
    complain,
    isChanged,
    change,
    changeFile,

    async setPicture(field: SinglePicture, file: File | null) {
      const problem = file && (await pictureProblem(file))
      if (problem) return complain(field, problem)
      const choice = file === null ? ({ from: 'nowhere' } as const) : ({ from: 'here', file } as const)
      setDraft((before) => ({ ...before, pictures: { ...before.pictures, [field]: choice } }))
      solve(field)
    },

    async addScreenshots(files: readonly File[]) {
      const problem = (await Promise.all(files.map(pictureProblem))).find((found) => found !== null)
      if (problem) return complain('screenshots', problem)
      const added = files.map((file) => ({ id: newId(), from: 'here', file }) as const)
      setDraft((before) => ({
        ...before,
        screenshots: [...before.screenshots, ...added].slice(0, SCREENSHOTS_MAX),
      }))
      solve('screenshots')
    },

    addFiles(files: readonly File[]) {
      solve('files')
      const taken = files.slice(0, FILES_MAX - draft.files.length)
      const problem = files.map(fileProblem).find((found) => found !== null)
      if (problem) return complain('files', problem)
      const rows = taken.map((file) => newRow(file))
      setDraft((before) => ({ ...before, files: [...before.files, ...rows] }))
      rows.forEach((row, at) => {
        const file = taken[at]
        if (file) send(row.id, file)
      })
    },

    /** Tries again after a failure. */
    retryFile: send,

    removeFile(id: string) {
      queue().remove(id)
      // The first file is the game itself and has no price of its own.
      setDraft((before) => ({
        ...before,
        files: before.files
          .filter((row) => row.id !== id)
          .map((row, at) => (at === 0 ? { ...row, customPriceEnabled: false } : row)),
      }))
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !field.startsWith('files.'))),
      )
    },

    setDemo(file: File | null) {
      solve('demoFile')
      queue().remove(DEMO)
      if (file === null) return change({ demo: null })
      const problem = fileProblem(file)
      if (problem) return complain('demoFile', problem)
      send(DEMO, file)
    },
  }
}

export type GameFormState = ReturnType<typeof useGameForm>

/** Everything that is still being sent stops when the form goes away. */
function useUploadQueue(): () => UploadQueue {
  const queue = useRef<UploadQueue>(null)
  useEffect(() => () => queue.current?.stop(), [])
  return () => {
    queue.current ??= uploadQueue()
    return queue.current
  }
}

const withFile = (draft: Draft, id: string, change: (row: FileRow) => FileRow): Draft => ({
  ...draft,
  files: draft.files.map((row) => (row.id === id ? change(row) : row)),
})

const newRow = (file: File): FileRow => ({
  id: newId(),
  name: file.name,
  sizeBytes: file.size,
  source: { from: 'here', file, upload: { state: 'waiting' } },
  device: '',
  customPriceEnabled: false,
  customPrice: '',
})

function fileProblem(file: File): string | null {
  if (!GAME_FILE.test(file.name)) return 'Only .zip, .apk, .rar and image files are allowed.'
  return file.size === 0 ? `${file.name} is empty.` : null
}

/** A picture is what the browser can draw, whatever its name says. */
async function pictureProblem(file: File): Promise<string | null> {
  if (file.size > PICTURE_BYTES_MAX) return `A picture can have at most ${showSize(PICTURE_BYTES_MAX)}.`
  const picture = await createImageBitmap(file).catch(() => null)
  picture?.close()
  return picture === null ? GAME_TEXT.picture : null
}
