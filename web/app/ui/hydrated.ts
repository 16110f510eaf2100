import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first render of its page, true from then on: for what one page for all cannot hold. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
