import type { LibraryEntry, LibraryUpdate } from '@nofiller/contract/library/library'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { downloadFile } from './download-file.ts'
import { useRefreshLibrary } from './library-entry.ts'

type Build = Pick<LibraryUpdate['build'], 'fileId' | 'buildId'>

/** A game with its version, of which an owner decides what to do. */
export type OwnedGame = Pick<LibraryEntry, 'gameId' | 'update'> & { game: { title: string } }

/** What an owner can do about the updates of a game. Each is done at once, and what is heard of no more can be taken back. */
export function useUpdates({ gameId, game: { title }, update }: OwnedGame, onGone: () => void = nothing) {
  const refresh = useRefreshLibrary()
  const label = update?.newest.label
  const put = async (body: { muted?: boolean; skipped?: string | null }) => {
    await call('PUT /api/library/:gameId/updates', { params: { gameId }, body })
    if (body.muted || body.skipped) onGone()
    await refresh()
  }
  const undo = (body: { muted?: boolean; skipped?: string | null }) => ({
    action: { label: 'Undo', onPress: () => void put(body).catch(() => undefined) },
  })
  const download = useAction(async ({ fileId, buildId }: Build) => {
    if (!(await downloadFile(gameId, fileId, buildId))) return
    if (buildId === update?.build.buildId) onGone()
    await refresh()
  })
  const have = useAction(async ({ fileId, buildId }: Build) => {
    await call('PUT /api/library/:gameId/version', { params: { gameId }, body: { fileId, buildId } })
    onGone()
    await refresh()
    toast(`You have ${label} of ${title}.`)
  })
  const skip = useAction(async (releaseId: string) => {
    await put({ skipped: releaseId })
    toast(`${title} ${label} is skipped.`, undo({ skipped: null }))
  })
  const mute = useAction(async (muted: boolean) => {
    await put({ muted })
    if (muted) toast(`${title} is muted.`, undo({ muted: false }))
  })
  return { download, have, skip, mute }
}

const nothing = () => undefined
