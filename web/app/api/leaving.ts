/** How long the browser may take from the first word of the next page's address to putting this page away. */
const LEAVING_MS = 30_000

let leavingSince = Number.NEGATIVE_INFINITY

// Also fired by a link to a download, which leaves the page where it is.
if (typeof window !== 'undefined')
  window.addEventListener('beforeunload', () => {
    leavingSince = performance.now()
  })

/**
 * A page that is being left has its requests cut off, which is no failure to tell of: what is said then would move the
 * page just before its place is kept. Waits until the page is gone, or has turned out to stay.
 */
export async function unlessLeaving(): Promise<void> {
  const left = leavingSince + LEAVING_MS - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(left, STAYS_MS)))
}

/** Once its requests are cut off, a page that is left is gone within this time. */
const STAYS_MS = 3_000
