/**
 * Who sees a game that is published and that nothing holds (LA1). Its status and what moderators decide stand apart: a game is
 * shown when all three allow it. No zod: the browser loads this.
 */

export const VISIBILITIES = ['public', 'unlisted', 'private'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Each choice: who sees the page, and what it means for lists, buyers and notices; `holds` is false for what does not happen. */
export const VISIBILITY_TEXT: Record<
  Visibility,
  { name: string; who: string; consequences: readonly { holds: boolean; text: string }[] }
> = {
  public: {
    name: 'Public',
    who: 'Everybody',
    consequences: [
      { holds: true, text: 'Lists, search, feeds, your page' },
      { holds: true, text: 'Anyone can buy' },
      { holds: true, text: 'Wishlists and followers are told' },
    ],
  },
  unlisted: {
    name: 'Unlisted',
    who: 'Anyone with the link',
    consequences: [
      { holds: false, text: 'Not in lists, search or feeds' },
      { holds: true, text: 'Anyone with the link can buy' },
      { holds: false, text: 'Only owners are told' },
    ],
  },
  private: {
    name: 'Private',
    who: 'Only you and its owners',
    consequences: [
      { holds: false, text: 'Nobody else finds the page' },
      { holds: false, text: 'Nobody can buy' },
      { holds: false, text: 'Only owners are told' },
    ],
  },
}

export const ACCESS_TEXT = {
  ownersKeep: 'Owners always keep library, downloads and receipts.',
  onDeveloperPage: 'Show it on your page',
  onDeveloperPageHint: 'Visitors of your developer page find an unlisted game there.',
  notForSale: 'Not for sale at present',
  notForSaleHint: 'The page stays. Nobody can buy; owners keep everything.',
  /** What a call answers that would sell it. */
  notForSaleRefusal: 'This game is not for sale at present.',
} as const
