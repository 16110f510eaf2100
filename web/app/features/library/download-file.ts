import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Asks for the address of a file that the user owns and opens it in a new tab, where it downloads. Answers whether that
 * went well; else says so at the bottom of the window. Never throws.
 */
export async function downloadFile(gameId: string, fileId: string): Promise<boolean> {
  if (gameId === '' || fileId === '') return failed('Bad file selection')
  try {
    const { downloadUrl } = await call('POST /api/library/:gameId/download', {
      params: { gameId },
      body: { fileId },
    })
    if (!downloadUrl) return failed('Missing download url')
    openDownload(downloadUrl)
    return true
  } catch (error) {
    return failed(messageOf(error, 'Download failed'))
  }
}

/**
 * Claims a game that is free or owned before something of it is downloaded, so that it is in the library; whether the file
 * may be had, the download says (requirements 7.6). Answers whether the game is new there.
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

/** A browser that refuses the tab downloads in this one instead: the answer is an attachment, so the page stays. */
function openDownload(url: string) {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  else window.location.assign(url)
}
