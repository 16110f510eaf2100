import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and in the first render of its page, the answer from then on: for what one page for all cannot hold.
 * Only a true one renders again.
 */
export const useOnceHydrated = (answer: boolean): boolean =>
  useSyncExternalStore(
    never,
    () => answer,
    () => false,
  )
