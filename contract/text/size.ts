/** A file size as shown everywhere: MB with one decimal, bytes divided by 1048576 (requirements 1.7). */
export const showSize = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

/** An amount of storage: `61.8 GB`, bytes divided by 1073741824; a smaller one in MB. */
export const showGigabytes = (bytes: number): string =>
  bytes < 2 ** 30 ? showSize(bytes) : `${(bytes / 2 ** 30).toFixed(1)} GB`
