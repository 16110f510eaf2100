import { useState } from 'react'
import { call } from '../../api/client.ts'
import { downloadFile } from '../library/download-file.ts'

/** Downloads a game's files one at a time; `busyId` is the file that is being asked for. Failures are said in a toast. */
export function useDownload(gameId: string) {
  const [busyId, setBusyId] = useState<string | null>(null)
  const download = async (fileId: string) => {
    setBusyId(fileId)
    // Quietly, so that a free game is in the library; whether the file may be had, the next call says (document 2 §4).
    await call('POST /api/library/claim', { body: { gameId } }).catch(() => undefined)
    await downloadFile(gameId, fileId)
    setBusyId(null)
  }
  return { busyId, download }
}
