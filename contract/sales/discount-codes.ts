import { z } from 'zod'
import { type CallTable, Dollars, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { LIST_MAX } from '../catalog/catalog.ts'
import { BundleIds, GOODS_MAX, Good } from '../orders/orders.ts'
import { CODE_GAMES_MAX, CODE_LENGTH_MAX } from './discount-code-rules.ts'

/** A discount code as its maker sees it: how often it was used, not by whom. */
export const DiscountCode = z.object({
  _id: Id,
  code: z.string(),
  isStoreWide: z.boolean(),
  percent: z.number().int().nullable().describe('100 for a free copy; null where it takes an amount off'),
  amount: Dollars.nullable().describe('Off each game'),
  games: z.array(z.object({ _id: Id, title: z.string() })).describe('That it is good for; none for all'),
  used: z.number().int().describe('By orders that are paid or open'),
  uses: z.number().int().nullable().describe('How often it can be used; null for any number'),
  isOnce: z.boolean().describe('Once per account'),
  endsAt: IsoTime.nullable(),
  isActive: z.boolean(),
})
export type DiscountCode = z.infer<typeof DiscountCode>

const CodeBody = z.object({
  code: z
    .string()
    .max(CODE_LENGTH_MAX * 2)
    .describe('An empty one is made up'),
  percent: z.number().nullable(),
  amount: Dollars.nullable(),
  uses: z.number().nullable(),
  isOnce: z.boolean(),
  endsAt: z.iso.datetime().nullable(),
  gameIds: z.array(Id).max(CODE_GAMES_MAX).describe('None for all games'),
})

export const discountCodeCalls = {
  'POST /api/discount-codes/check': {
    summary:
      'What goods cost with a code; 400 `code_refused` with a sentence when it makes none of them cheaper',
    access: 'anyone',
    limit: 'basket',
    body: z.object({
      code: z.string().max(100),
      goods: z.array(Good).min(1).max(GOODS_MAX),
      bundleIds: BundleIds,
    }),
    response: z.object({
      code: z.string(),
      items: z.array(
        z.object({
          gameId: Id,
          fileId: Id.nullable(),
          price: Dollars,
          listPrice: Dollars,
          isByCode: z.boolean().describe('The code makes it cheaper, and nothing else does so better'),
        }),
      ),
    }),
  },
  'GET /api/dev/discount-codes': {
    summary: "The signed-in developer's codes, newest first; for an admin those of the store too",
    access: 'developer',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(LIST_MAX).optional(),
      after: PageCursor,
    }),
    response: z.array(DiscountCode),
  },
  'POST /api/dev/discount-codes': {
    summary: "Make a code for one's own games",
    access: 'developer',
    limit: 'save',
    body: CodeBody,
    response: DiscountCode.pick({ _id: true, code: true }),
  },
  'POST /api/admin/discount-codes': {
    summary: 'Make a code for games of the whole store',
    access: 'admin',
    body: CodeBody,
    response: DiscountCode.pick({ _id: true, code: true }),
  },
  'POST /api/dev/discount-codes/:id/end': {
    summary: 'End a code; orders that are open keep their price',
    access: 'developer',
    limit: 'save',
    params: z.object({ id: Id }),
    response: Done,
  },
} satisfies CallTable
