/** Names under reviews that an account does not want to read (PR4). No zod: the browser loads this. */

/** How many names an account may mute. */
export const MUTES_MAX = 500

export const MUTE_TEXT = {
  full: 'You can mute up to 500 names. Unmute one first.',
  nameless: 'This review shows no name.',
  own: 'You wrote this review.',
} as const
