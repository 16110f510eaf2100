import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment, such as typed text. The first one counts at once. */
export function useDebounced<T>(value: T, afterMs = 250): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return debounced
}
