/** Developers and games that an account does not want to see. No zod: the browser loads this. */

export const BLOCK_KINDS = ['developer', 'game'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** How many of each an account may block. */
export const BLOCKS_MAX: Record<BlockKind, number> = { developer: 500, game: 2_000 }

export const BLOCK_TEXT = {
  full: {
    developer: 'You can block up to 500 developers. Unblock one first.',
    game: 'You can hide up to 2,000 games. Show one again first.',
  },
  own: { developer: 'You can’t block yourself.', game: 'This is your own game.' },
  missing: { developer: 'There is no such developer.', game: 'This game isn’t available.' },
} as const satisfies Record<string, Record<BlockKind, string>>
