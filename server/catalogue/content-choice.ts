import type { GameCard, GamesQuery } from '@nofiller/contract/catalogue'
import type { ContentChoice } from '@nofiller/contract/content-choice'
import type { ContentCategory } from '@nofiller/contract/game-kinds'

/** A query for whom it is answered: who chose SFW only finds no other game, whatever else is asked for. */
export const queryFor = <Query extends Pick<GamesQuery, 'category'>>(
  choice: ContentChoice,
  query: Query,
): Query => (choice === 'sfw' ? { ...query, category: 'SFW' } : query)

/** Whether the pictures and words of a game are kept from who made this choice. */
export const isWithheld = (choice: ContentChoice, category: ContentCategory): boolean =>
  choice === 'sfw' && category === 'NSFW'

/** A card for a list that holds a game whatever the choice, such as a library: it then comes without its pictures. */
export const cardFor = (choice: ContentChoice, card: GameCard): GameCard =>
  isWithheld(choice, card.category) ? { ...card, cardImageUrl: null, cardPicture: null } : card
