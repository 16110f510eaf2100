/**
 * Does work that only one tab may do at a time. Web Locks exist in secure contexts only; elsewhere the tabs are not kept
 * apart.
 */
export const inTurn = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()
