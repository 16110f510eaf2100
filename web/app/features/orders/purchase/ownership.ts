import type { Game, GameFile } from '@nofiller/contract/catalog/catalog'
import type { LibraryEntry } from '@nofiller/contract/library/library'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshUser, useOwns, useUser } from '../../../session/session.ts'
import { LIBRARY, useLibraryEntry } from '../../library/library-entry.ts'

/**
 * The signed-in user's files of a game: its base, and which extras. `since` is the date, as an ISO time. A developer
 * owns all of their own game.
 */
export type Ownership = {
  base: boolean
  extraIds: readonly string[]
  since: string | null
  isOwn: boolean
  /** What the library says of the game. */
  entry: LibraryEntry | null
}

/** By the library; until it has responded, by the session. Nothing when the library fails (requirements 7.5). */
export function useOwnership(game: Game): Ownership {
  const gameId = game._id
  const user = useUser()
  const inSession = useOwns(gameId)
  const library = useLibraryEntry(gameId)
  const base = library.isPending ? inSession : (library.data?.baseOwned ?? false)

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the documents ask for a warning (requirements 7.5)
    if (library.error) console.warn('The ownership check failed', library.error)
  }, [library.error])

  useEffect(() => {
    // The badges of other pages follow the session.
    if (base && !inSession) void refreshUser()
  }, [base, inSession])

  if (user === null) return NOTHING
  if (user._id === game.developer._id) return { ...ALL, extraIds: game.gameFiles.map(({ _id }) => _id) }
  const entry = library.data
  if (!entry) return { ...NOTHING, base }
  return { ...NOTHING, base, extraIds: entry.extrasOwnedFileIds, since: entry.addedAt, entry }
}

export const NOTHING: Ownership = { base: false, extraIds: [], since: null, isOwn: false, entry: null }
const ALL: Ownership = { ...NOTHING, base: true, isOwn: true }

/** Files without a price of their own come with the base (requirements 7.6). */
export const ownsFile = (owned: Ownership, file: GameFile): boolean =>
  file.customPriceEnabled ? owned.extraIds.includes(file._id) : owned.base

/** Refetches what the user owns, everywhere it is shown. */
export function useRefreshOwnership() {
  const queries = useQueryClient()
  /** A first response that is still loading may be older than the change; invalidating alone would wait for it. */
  const readAgain = async (queryKey: string[]) => {
    await queries.cancelQueries({ queryKey })
    await queries.invalidateQueries({ queryKey })
  }
  return () => Promise.all([refreshUser(), readAgain(LIBRARY), readAgain(['basket'])])
}
