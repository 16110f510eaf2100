/**
 * Does work that only one tab may do at a time. Where there are no Web Locks the tabs are not kept apart: outside of secure
 * contexts, and in Firefox while it refuses cookies.
 */
export async function inTurn<Result>(
  name: string,
  work: () => Promise<Result>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Result> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(name, signal ? { signal } : {}, work).catch((error) => {
    if (error instanceof DOMException && error.name === 'SecurityError') return work()
    throw error
  })
}
