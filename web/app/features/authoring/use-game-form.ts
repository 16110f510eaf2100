import type { Game } from '@nofiller/contract/catalogue'
import { FILES_MAX, SCREENSHOTS_MAX } from '@nofiller/contract/game-rules'
import { showSize } from '@nofiller/contract/size'
import { useEffect, useRef, useState } from 'react'
import { fileProblem, guessDevice, pictureProblem, sortOut } from './chosen-file.ts'
import {
  type Draft,
  draftOf,
  emptyDraft,
  type FileRow,
  type Incoming,
  incomingOf,
  type SinglePicture,
  tempKeysOf,
  uploadsRunning,
} from './game-draft.ts'
import { type FileMark, giveUpUpload } from './upload.ts'
import { type UploadQueue, uploadQueue } from './upload-queue.ts'

/** The id of the demo among the files. */
export const DEMO = 'demo'

let lastId = 0
/** Not the id of a row that an earlier page has made, which a kept form brings back. */
const newId = () => `new-${Date.now()}-${++lastId}`

/** The state of the game form: what was entered, what is wrong with it, and the files on their way. */
export function useGameForm(game: Game | null) {
  const [start] = useState(() => (game === null ? emptyDraft() : draftOf(game)))
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [descriptionUploads, setDescriptionUploads] = useState(0)
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
    solve(...Object.keys({ ...changes, ...changes.theme }))
  }

  const changeFile = (id: string, changes: Partial<FileRow>) => {
    const at = draft.files.findIndex((row) => row.id === id)
    setDraft((before) => withFile(before, id, (row) => ({ ...row, ...changes })))
    solve(`files.${at}`)
  }

  /** Sends the file of a row, or the new build of one that the game has. */
  const send = (id: string, file: File, tempKey?: string) =>
    queue().add({
      id,
      file,
      tempKey,
      onChange: (upload) => {
        const incoming = { from: 'here', file, upload } as const
        setDraft((before) =>
          id === DEMO
            ? { ...before, demo: { name: file.name, sizeBytes: file.size, source: incoming } }
            : withFile(before, id, (row) => withIncoming(row, file, incoming)),
        )
      },
    })

  const uploadOf = (id: string) => {
    const source = id === DEMO ? draft.demo?.source : draft.files.find((row) => row.id === id)?.source
    return source && incomingOf(source)?.upload
  }

  /** Stops what is on its way for a file, and lets the store forget it. */
  const giveUp = (id: string) => {
    const tempKey = uploadOf(id)?.tempKey
    queue().remove(id)
    if (tempKey !== undefined) giveUpUpload(tempKey)
  }

  return {
    draft,
    problems,
    setProblems,
    complain,
    isChanged,
    change,
    changeFile,
    descriptionUploads,
    setDescriptionUploads,
    /** How many files and pictures are on their way, for which saving waits. */
    uploads: uploadsRunning(draft) + descriptionUploads,

    /** Takes a kept form in place of this one. */
    restore(kept: Draft) {
      queue().stop()
      tempKeysOf(draft).forEach(giveUpUpload)
      setProblems({})
      setDraft(kept)
    },

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
      const added = files.map((file) => ({ id: newId(), alt: '', from: 'here', file }) as const)
      setDraft((before) => ({
        ...before,
        screenshots: [...before.screenshots, ...added].slice(0, SCREENSHOTS_MAX),
      }))
      if (draft.screenshots.length + files.length > SCREENSHOTS_MAX)
        complain('screenshots', `You can only add up to ${SCREENSHOTS_MAX} screenshots.`)
      else solve('screenshots')
    },

    moveScreenshot(from: number, to: number) {
      setDraft((before) => ({ ...before, screenshots: moved(before.screenshots, from, to) }))
    },

    setAlt(id: string, alt: string) {
      setDraft((before) => ({
        ...before,
        screenshots: before.screenshots.map((shot) => (shot.id === id ? { ...shot, alt } : shot)),
      }))
    },

    addFiles(files: readonly File[]) {
      const { taken, problem } = sortOut(files, FILES_MAX - draft.files.length)
      if (problem) complain('files', problem)
      else solve('files')
      const rows = taken.map((file) => newRow(file))
      setDraft((before) => ({ ...before, files: [...before.files, ...rows] }))
      rows.forEach((row, at) => {
        const file = taken[at]
        if (file) send(row.id, file)
      })
    },

    /** Tries again after a failure; a large file goes on where it stopped. */
    retryFile(id: string, file: File) {
      send(id, file, uploadOf(id)?.tempKey)
    },

    /** Goes on with an upload that a reload has stopped, if this is the file it was about. */
    resumeFile(id: string, file: File) {
      const upload = uploadOf(id)
      const field = id === DEMO ? 'demoFile' : `files.${draft.files.findIndex((row) => row.id === id)}`
      if (upload && 'file' in upload) {
        if (!isSameFile(file, upload.file))
          return complain(
            field,
            `Choose the same file again: ${upload.file.name}, ${showSize(upload.file.size)}.`,
          )
        send(id, file, upload.tempKey)
      } else {
        giveUp(id)
        send(id, file)
      }
      solve(field)
    },

    /** Sends a new build of a file that the game has; null keeps the old one. Owners keep the file (document 2 §7). */
    replaceFile(id: string, file: File | null) {
      const at = draft.files.findIndex((row) => row.id === id)
      solve(`files.${at}`)
      giveUp(id)
      setDraft((before) => withFile(before, id, withoutReplacement))
      if (file === null) return
      const problem = fileProblem(file)
      if (problem) return complain(`files.${at}`, problem)
      send(id, file)
    },

    removeFile(id: string) {
      giveUp(id)
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
      giveUp(DEMO)
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

/** A row whose file is on its way; of one that the game has, that is its new build. */
const withIncoming = (row: FileRow, file: File, incoming: Incoming): FileRow =>
  row.source.from === 'game'
    ? {
        ...row,
        source: { ...row.source, replacement: { name: file.name, sizeBytes: file.size, ...incoming } },
      }
    : { ...row, name: file.name, sizeBytes: file.size, source: incoming }

function withoutReplacement(row: FileRow): FileRow {
  if (row.source.from !== 'game') return row
  const { replacement: _, ...source } = row.source
  return { ...row, source }
}

const isSameFile = (file: File, mark: FileMark): boolean =>
  file.name === mark.name && file.size === mark.size && file.lastModified === mark.lastModified

const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const item = items[from]
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

const newRow = (file: File): FileRow => ({
  id: newId(),
  name: file.name,
  sizeBytes: file.size,
  source: { from: 'here', file, upload: { state: 'waiting' } },
  device: guessDevice(file.name),
  customPriceEnabled: false,
  customPrice: '',
})
