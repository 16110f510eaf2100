import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Requests the URL of a file that the user owns, or of an older build of it, and opens it in a new tab, where it downloads. Returns whether that
 * succeeded; else shows a message at the bottom of the window. Never throws.
 */
export async function downloadFile(gameId: string, fileId: string, buildId?: string): Promise<boolean> {
  if (gameId === '' || fileId === '') return failed('Bad file selection')
  try {
    const { downloadUrl } = await call('POST /api/library/:gameId/download', {
      params: { gameId },
      body: { fileId, ...(buildId && { buildId }) },
    })
    if (!downloadUrl) return failed('Missing download url')
    openDownload(downloadUrl)
    return true
  } catch (error) {
    return failed(messageOf(error, 'Download failed'))
  }
}

/**
 * Claims a game that is free or owned before a download, so it is in the library; the download itself checks whether the file
 * is allowed (requirements 7.6). Returns whether the game is new in the library.
 */
export const claimQuietly = (gameId: string): Promise<boolean> =>
  call('POST /api/library/claim', { body: { gameId } }).then(
    ({ added }) => added,
    () => false,
  )

function failed(message: string): false {
  toast(message, { kind: 'bad' })
  return false
}

/** If the browser blocks the tab, the file downloads in this one: the response is an attachment, so the page stays. */
function openDownload(url: string) {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  else window.location.assign(url)
}
