/** Under it this browser remembers how many rows each list had last: `{"updates":3,"news":1}`. */
export const ROOM_KEY = 'own-news'

type Rows = { updates: number; news: number }

/** Shows the lists that have rows, and keeps as much room the next time; null forgets it. */
export function keepRoom(rows: Rows | null): void {
  try {
    if (rows === null) window.localStorage.removeItem(ROOM_KEY)
    else window.localStorage.setItem(ROOM_KEY, JSON.stringify(rows))
  } catch {
    // without storage no room is kept the next time
  }
  const { dataset } = document.documentElement
  dataset.ownUpdates = String(rows?.updates ?? 0)
  dataset.ownFollows = String(rows?.news ?? 0)
}
