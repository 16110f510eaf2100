import { useEffect } from 'react'
import { storedViews } from './stored-views.ts'

/** Remembers a game that is looked at, in a browser that was asked to. For the others there is nothing to load. */
export function useRememberedView(gameId: string): void {
  useEffect(() => {
    if (!storedViews.read()) return
    import('./viewed-games.ts').then(
      ({ rememberView }) => rememberView(gameId),
      () => undefined,
    )
  }, [gameId])
}
