import { useSyncExternalStore } from 'react'

/** The fragment of the URL, which no server sees: empty in server rendering. */
export const useFragment = (): string =>
  useSyncExternalStore(
    onFragmentChange,
    () => location.hash.slice(1),
    () => '',
  )

function onFragmentChange(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
