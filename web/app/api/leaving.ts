/** How long the browser may take from the first byte of the next page to unloading this page. */
const LEAVING_MS = 30_000
/** Once its requests are aborted, a page is unloaded within this time. */
const GONE_MS = 3_000

let leftAt = -LEAVING_MS

// Also fired by a link to a download, which does not leave the page.
if (typeof window !== 'undefined')
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })

/**
 * Leaving a page aborts its requests, which is not an error to show: an error message would move the page
 * just before its scroll position is stored. Waits until the page is unloaded, or turns out to stay.
 */
export async function unlessLeaving(): Promise<void> {
  if (performance.now() < leftAt + LEAVING_MS) await new Promise((resolve) => setTimeout(resolve, GONE_MS))
}
