import { VIEWED_DAYS, VIEWED_MAX } from '@nofiller/contract/catalog/viewed-rules'
import { currentTime } from '../../../ui/clock.ts'
import { storedViews } from './stored-views.ts'

/** A game that was looked at in this browser, and when, in ms. */
export type ViewedGame = { id: string; at: number }

const DAY_MS = 86_400_000

/** The games looked at last, the newest first. */
export const useViewedGames = (): ViewedGame[] => parseViewed(storedViews.use(), currentTime())

/** Remembers that a game is looked at. */
export function rememberView(gameId: string): void {
  const now = currentTime()
  const others = parseViewed(storedViews.read(), now).filter(({ id }) => id !== gameId)
  write([{ id: gameId, at: now.getTime() }, ...others])
}

/** Forgets some of them. */
export function dropGames(ids: readonly string[]): void {
  if (ids.length === 0) return
  write(parseViewed(storedViews.read(), currentTime()).filter(({ id }) => !ids.includes(id)))
}

/** Unless somebody switched it off meanwhile. */
const write = (viewed: readonly ViewedGame[]) => {
  if (storedViews.read()) storedViews.write(JSON.stringify(viewed.slice(0, VIEWED_MAX)))
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The valid part of a stored text that is not too old: other scripts, extensions and people write there too. What a clock
 * that was ahead wrote would stay until its day has come, so it goes as well.
 */
export function parseViewed(text: string | null, now: Date): ViewedGame[] {
  let value: unknown
  try {
    value = JSON.parse(text || '[]')
  } catch {
    return []
  }
  const since = now.getTime() - VIEWED_DAYS * DAY_MS
  const until = now.getTime() + DAY_MS
  const entries: unknown[] = Array.isArray(value) ? value : []
  return entries
    .filter(isViewed)
    .filter(({ at }) => at > since && at < until)
    .slice(0, VIEWED_MAX)
}

const isViewed = (entry: unknown): entry is ViewedGame =>
  typeof entry === 'object' &&
  entry !== null &&
  'id' in entry &&
  'at' in entry &&
  typeof entry.id === 'string' &&
  UUID.test(entry.id) &&
  typeof entry.at === 'number'
