import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and in the first render of its page, the real value afterwards: for anything that differs between visitors.
 * Only a true value causes a rerender.
 */
export const useOnceHydrated = (answer: boolean): boolean =>
  useSyncExternalStore(
    never,
    () => answer,
    () => false,
  )
