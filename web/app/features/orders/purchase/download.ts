import type { Game } from '@nofiller/contract/catalog/catalog'
import { useState } from 'react'
import { claimQuietly, downloadFile } from '../../library/download-file.ts'
import { type Ownership, useRefreshOwnership } from './ownership.ts'

type DownloadState = 'idle' | 'busy' | 'failed'

/** Downloads files of a game, and reports the state of each; a failure shows its reason in a toast. */
export function useDownload({ _id: gameId, isFree }: Game, owned: Ownership) {
  const [states, setStates] = useState<Record<string, DownloadState>>({})
  const refreshOwnership = useRefreshOwnership()

  const download = async (fileId: string) => {
    const become = (state: DownloadState) => setStates((others) => ({ ...others, [fileId]: state }))
    become('busy')
    const isNew = !owned.isOwn && (isFree || owned.base) && (await claimQuietly(gameId))
    become((await downloadFile(gameId, fileId)) ? 'idle' : 'failed')
    if (isNew) void refreshOwnership()
  }
  return { stateOf: (fileId: string) => states[fileId] ?? 'idle', download }
}
