/**
 * Does work that only one tab may do at a time. Web Locks exist in secure contexts only, and browsers refuse them along with
 * cookies; the tabs are then not kept apart.
 */
export const withExclusiveLock = async <Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  navigator.cookieEnabled && 'locks' in navigator ? navigator.locks.request(name, work) : work()
