import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment, such as what someone is typing. The first one counts at once. */
export function useRested<T>(value: T, afterMs = 250): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return rested
}
