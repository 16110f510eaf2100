/** How long the archive of an account's data can be downloaded. */
export const EXPORT_DAYS = 7
/** How long after one export the next may be asked for. */
export const EXPORT_PAUSE_HOURS = 24

/** Why an account cannot be deleted by its owner: it is an admin's, or it has sold or published something. */
export const DELETION_OBSTACLES = ['admin', 'developer'] as const
export type DeletionObstacle = (typeof DELETION_OBSTACLES)[number]

/** What is said of each. */
export const DELETION_REFUSED: Readonly<Record<DeletionObstacle, string>> = {
  admin: 'Admins cannot delete their account. Have another admin take the role from it first.',
  developer: 'Developers cannot delete their account here. Write to us, and we close it with you.',
}
/** Says a call that an account cannot make while it waits for its deletion. */
export const ACCOUNT_CLOSED =
  'This account is closed and waits for its deletion. You can still keep it, in your settings.'
