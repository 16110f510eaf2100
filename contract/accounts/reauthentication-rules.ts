/** How long a login, or a confirmation of it, counts as fresh. */
export const FRESH_MINUTES = 10

export const REAUTHENTICATION_NEEDED = 'Confirm it’s you.'
export const REAUTHENTICATION_NEEDED_CODE = 'reauthentication_needed'
