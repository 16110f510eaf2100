/** How long the archive of an account's data can be downloaded. */
export const EXPORT_DAYS = 7
/** How long after one export the next may be asked for. */
export const EXPORT_PAUSE_HOURS = 24
