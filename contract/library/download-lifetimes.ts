/** How long the signed addresses of downloads work. No zod: the browser loads this. */

/** Of what is small, or the first file of an order; the page of a paid order renews its link in half that time. */
export const DOWNLOAD_SECONDS = 600

/**
 * An object store answers by itself for this long at most, also when the file was taken back (requirements 7.2). At the slow
 * line of `downloadSeconds` that is a file of 5 GiB, the default of `MAX_UPLOAD_BYTES`: where files are larger it rises with them.
 */
export const DOWNLOAD_HOURS_MAX = 3

/** As long as the file needs on a slow line, at 500 kB/s, within these bounds. */
export const downloadSeconds = (sizeBytes: number): number =>
  Math.min(DOWNLOAD_HOURS_MAX * 3_600, Math.max(DOWNLOAD_SECONDS, Math.ceil(sizeBytes / 500_000)))
