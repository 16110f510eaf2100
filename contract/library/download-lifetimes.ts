/** How long the signed addresses of downloads work. No zod: the browser loads this. */

/** Of what is small, or the first file of an order. */
export const DOWNLOAD_SECONDS = 600

/** An object store answers by itself for this long at most, also when the file was taken back (requirements 7.2). */
export const LINKS_HOURS = 3

/** As long as the file needs at 500 kB/s, within these bounds. */
export const downloadSeconds = (sizeBytes: number): number =>
  Math.min(LINKS_HOURS * 3_600, Math.max(DOWNLOAD_SECONDS, Math.ceil(sizeBytes / 500_000)))
