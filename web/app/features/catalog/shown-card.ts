import type { GameCard, Picture } from '@nofiller/contract/catalog/catalog'

/** The drawn part of a picture's data. */
export type ShownPicture = Omit<Picture, 'blur' | 'alt'>

/** A game's data for its card: what pages include for their scripts. */
export type ShownCard = Pick<
  GameCard,
  | '_id'
  | 'slug'
  | 'title'
  | 'price'
  | 'sale'
  | 'isFree'
  | 'notForSale'
  | 'tags'
  | 'devices'
  | 'devName'
  | 'recommended'
> & { developer: Pick<GameCard['developer'], '_id'>; cardPicture: ShownPicture | null }

export const shownCard = ({
  _id,
  slug,
  title,
  price,
  sale,
  isFree,
  notForSale,
  tags,
  devices,
  devName,
  developer,
  cardPicture,
  recommended,
}: GameCard): ShownCard => ({
  _id,
  slug,
  title,
  price,
  sale,
  isFree,
  ...(notForSale && { notForSale }),
  tags,
  devices,
  devName,
  developer: { _id: developer._id },
  cardPicture: cardPicture && shownPicture(cardPicture),
  ...(recommended && { recommended }),
})

export const shownPicture = ({ blur: _blur, alt: _alt, ...picture }: Picture): ShownPicture => picture
