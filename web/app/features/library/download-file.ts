import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Asks for the address of a file that the user owns and opens it in a new tab, where it downloads.
 * Says so at the bottom of the window when that fails; never throws.
 */
export async function downloadFile(gameId: string, fileId: string): Promise<void> {
  if (gameId === '' || fileId === '') return void toast('Bad file selection', { kind: 'bad' })
  try {
    const { downloadUrl } = await call('POST /api/library/:gameId/download', {
      params: { gameId },
      body: { fileId },
    })
    openDownload(downloadUrl)
  } catch (error) {
    toast(messageOf(error, 'Download failed'), { kind: 'bad' })
  }
}

/** A browser that refuses the tab downloads in this one instead: the answer is an attachment, so the page stays. */
function openDownload(url: string | undefined) {
  if (!url) throw new Error('Missing download url')
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  else window.location.assign(url)
}
