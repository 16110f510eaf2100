import { z } from 'zod'
import { type CallTable, Dollars, Id, IsoTime } from '../call.ts'
import { Picture } from '../catalog/catalog.ts'
import { DEVICES } from '../catalog/devices.ts'
import { MAX_PRICE_CENTS } from '../pricing/money.ts'
import { BASKET_MAX, GOOD_STATES, LEFT_OUT_REASONS } from './basket-rules.ts'

const Good = z.object({
  gameId: Id,
  fileId: Id.nullable().default(null).describe("An extra; null for the game's base"),
})

const Price = z
  .number()
  .min(0)
  .max(MAX_PRICE_CENTS / 100)

/** A good as a visitor's browser stores it. Its price is compared with today's, never charged. */
const SavedGood = Good.extend({
  price: Price.describe('When it was added or last accepted, in dollars'),
  isLater: z.boolean().default(false),
  addedAt: z.iso.datetime(),
})

/** A good of a basket with its state today. */
export const BasketItem = z.object({
  _id: Id.describe('The id of its file, or of the game for its base'),
  gameId: Id,
  fileId: Id.nullable(),
  slug: z.string().nullable().describe('Of the game; null when the caller may not see it'),
  title: z.string().nullable().describe('Of the game; null when nothing may be told of it'),
  fileName: z.string().nullable().describe('Of an extra'),
  developer: z.object({ _id: Id, name: z.string() }).nullable(),
  cardPicture: Picture.nullable(),
  devices: z.array(z.enum(DEVICES)),
  size: z.number().int().nullable().describe('Of an extra, in bytes'),
  state: z.enum(GOOD_STATES),
  price: Dollars.describe("Today's; 0 for what is not for sale"),
  listPrice: Dollars.describe("Today's without a sale; 0 for what is not for sale"),
  bundle: z
    .object({ _id: Id, slug: z.string(), title: z.string(), price: Dollars })
    .nullable()
    .describe('A bundle of which all games are here or owned, and what this one costs by it'),
  savedPrice: Dollars.describe('When it was added or last accepted'),
  ownedSince: IsoTime.nullable(),
  availableFrom: IsoTime.nullable().describe('When buyers can fetch a file of it, where they cannot yet'),
  isLater: z.boolean().describe('Saved for later: it is neither counted nor paid'),
  addedAt: IsoTime,
})
export type BasketItem = z.infer<typeof BasketItem>

const Basket = z.object({ items: z.array(BasketItem).describe('In the order in which they were added') })
export type Basket = z.infer<typeof Basket>

const ItemParams = z.object({ id: Id })
const basketItems = z.array(SavedGood).max(BASKET_MAX)

export const basketCalls = {
  'GET /api/basket': {
    summary: "The caller's basket at today's prices",
    access: 'signed-in',
    response: Basket,
  },
  'POST /api/basket': {
    summary: "Add goods at today's prices; one that is there already is no longer saved for later",
    access: 'signed-in',
    limit: 'basket',
    body: z.object({ goods: z.array(Good).min(1).max(BASKET_MAX) }),
    response: Basket,
  },
  'POST /api/basket/merge': {
    summary: "Add a visitor's basket, or what was just removed; what is there already stays as it is",
    access: 'signed-in',
    limit: 'basket',
    body: z.object({ items: basketItems }),
    response: Basket.extend({
      leftOut: z.array(z.object({ name: z.string().nullable(), reason: z.enum(LEFT_OUT_REASONS) })),
    }),
  },
  'POST /api/basket/settle': {
    summary:
      'Accept the prices that were shown, and drop what was shown as not for sale; what is coming or paused stays',
    access: 'signed-in',
    limit: 'basket',
    body: z.object({
      shown: z
        .array(z.object({ _id: Id, price: Price.nullable().describe('Null for what is not for sale') }))
        .max(BASKET_MAX),
    }),
    response: Basket,
  },
  'PATCH /api/basket/:id': {
    summary: 'Save an item for later, or move it back',
    access: 'signed-in',
    limit: 'basket',
    params: ItemParams,
    body: z.object({ isLater: z.boolean() }),
    response: Basket,
  },
  'DELETE /api/basket/:id': {
    summary: 'Remove an item; one that is not there is removed already',
    access: 'signed-in',
    limit: 'basket',
    params: ItemParams,
    response: Basket,
  },
  'POST /api/basket/look-up': {
    summary: "A visitor's basket at today's prices; nothing of it is stored",
    access: 'anyone',
    limit: 'basket',
    body: z.object({ items: basketItems }),
    response: Basket,
  },
} satisfies CallTable
