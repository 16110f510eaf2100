import { useSyncExternalStore } from 'react'

/** What stands behind the # of the address, which no server sees: empty in the page that it renders. */
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
