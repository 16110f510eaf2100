/** How long the browser may take from the first word of the next page's address to putting this page away. */
const LEAVING_MS = 30_000
/** Once its requests are cut off, a page that is left is gone within this time. */
const GONE_MS = 3_000

let leftAt = -LEAVING_MS

// Also fired by a link to a download, which leaves the page where it is.
if (typeof window !== 'undefined')
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })

/**
 * A page that is being left has its requests cut off, which is no failure to tell of: what is said then would move the
 * page just before its place is stored. Waits until the page is gone, or has turned out to stay.
 */
export async function unlessLeaving(): Promise<void> {
  if (performance.now() < leftAt + LEAVING_MS) await new Promise((resolve) => setTimeout(resolve, GONE_MS))
}
