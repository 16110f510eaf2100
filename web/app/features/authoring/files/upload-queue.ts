import { startUpload, type ToSend, type Upload } from './upload.ts'

const AT_ONCE = 2

type Job = ToSend & { id: string; onChange: (upload: Upload) => void }

/** Sends files two at a time, in the order in which they were added; the others wait. */
export function uploadQueue(start: typeof startUpload = startUpload) {
  let waiting: Job[] = []
  const running = new Map<string, () => void>()

  function startNext() {
    const job = running.size < AT_ONCE ? waiting.shift() : undefined
    if (!job) return
    const cancel = start(job, (upload) => {
      const isOver = upload.state === 'complete' || upload.state === 'error'
      if (isOver) running.delete(job.id)
      job.onChange(upload)
      if (isOver) startNext()
    })
    running.set(job.id, cancel)
    startNext()
  }

  function remove(id: string) {
    waiting = waiting.filter((job) => job.id !== id)
    running.get(id)?.()
    running.delete(id)
    startNext()
  }

  return {
    /** Adds a file; adding one with the same id again restarts it. */
    add(job: Job) {
      remove(job.id)
      job.onChange({ state: 'waiting', ...(job.tempKey && { tempKey: job.tempKey }) })
      waiting.push(job)
      startNext()
    },
    /** Removes a file, and stops its upload. */
    remove,
    /** Stops everything. */
    stop() {
      waiting = []
      for (const id of [...running.keys()]) remove(id)
    },
  }
}

export type UploadQueue = ReturnType<typeof uploadQueue>
