import type { GameCard, Picture } from '@nofiller/contract/catalog/catalog'

/** As much of a picture as is drawn. */
export type ShownPicture = Omit<Picture, 'blur' | 'alt'>

/** As much of a game as its card shows: what pages carry along for their scripts. */
export type ShownCard = Pick<
  GameCard,
  '_id' | 'slug' | 'title' | 'price' | 'sale' | 'isFree' | 'tags' | 'devices' | 'devName'
> & { developer: Pick<GameCard['developer'], '_id'>; cardPicture: ShownPicture | null }

export const shownCard = ({
  _id,
  slug,
  title,
  price,
  sale,
  isFree,
  tags,
  devices,
  devName,
  developer,
  cardPicture,
}: GameCard): ShownCard => ({
  _id,
  slug,
  title,
  price,
  sale,
  isFree,
  tags,
  devices,
  devName,
  developer: { _id: developer._id },
  cardPicture: cardPicture && shownPicture(cardPicture),
})

const shownPicture = ({ blur: _blur, alt: _alt, ...picture }: Picture): ShownPicture => picture
