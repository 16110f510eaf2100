/**
 * Runs work that only one tab may do at a time. Web Locks exist in secure contexts only, and browsers that refuse cookies refuse
 * them too; the tabs are then not coordinated.
 */
export const withExclusiveLock = async <Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  navigator.cookieEnabled && 'locks' in navigator ? navigator.locks.request(name, work) : work()
