import type { GameAccess } from '@nofiller/contract/catalog/visibility'
import { ACCESS_TEXT } from '@nofiller/contract/catalog/visibility-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { conflict, type HttpError } from '../platform/http/errors/errors.ts'

/*
 * Who sees a game (LA1): the one home of these conditions. Its status, its visibility and what moderators decide are three
 * things; it is shown when all three allow it. A condition is about a row of `games`.
 */

/** What a game in the store is known by: published, and not held. Its visibility says who sees it. */
export const IN_STORE = sql<boolean>`games.status = 'published' and games.suspended_at is null`

/**
 * What lists, search, feeds, the sitemap and every other place find that names games to people who did not ask for this one.
 * It implies the condition of the sorts' partial indexes, so that they are used.
 */
export const LISTED = sql<boolean>`${IN_STORE} and games.visibility = 'public'`

/** What stands on the page of its developer. */
export const ON_DEVELOPER_PAGE = sql<boolean>`${IN_STORE}
  and (games.visibility = 'public' or games.visibility = 'unlisted' and games.on_developer_page)`

/** Whom a condition is about: an account, or null for visitors. */
type Caller = Pick<Account, 'id' | 'role'> | null

/** Whose page a caller may see: of a private game its developer, admins and who owns anything of it. */
export function pageSeenBy(caller: Caller): RawBuilder<boolean> {
  if (caller?.role === 'admin') return sql`(${IN_STORE})`
  return caller === null
    ? sql`(${IN_STORE} and games.visibility <> 'private')`
    : sql`(${IN_STORE} and (games.visibility <> 'private' or ${belongsTo(caller.id)}))`
}

const belongsTo = (accountId: string) => sql`(games.developer_id = ${accountId}::uuid or exists (
  select from grants where grants.game_id = games.id and grants.account_id = ${accountId}::uuid))`

type Shown = Pick<GameRow, 'status' | 'suspended_at' | 'visibility'>

/** `IN_STORE` of a row that was read. */
export const isInStore = ({ status, suspended_at }: Pick<Shown, 'status' | 'suspended_at'>): boolean =>
  status === 'published' && suspended_at === null

/** `LISTED` of a row that was read. */
export const isListed = (game: Shown): boolean => isInStore(game) && game.visibility === 'public'

/** Whether anybody with its address sees the page of a game. */
export const isPageOpen = (game: Shown): boolean => isInStore(game) && game.visibility !== 'private'

type AccessColumns = Pick<GameRow, 'visibility' | 'on_developer_page' | 'not_for_sale'>

/** What the developer chose, as calls say it. */
export const toAccess = ({ visibility, on_developer_page, not_for_sale }: AccessColumns): GameAccess => ({
  visibility,
  onDeveloperPage: on_developer_page,
  notForSale: not_for_sale,
})

/** What is not for sale at present is neither sold nor given away. */
export const notForSale = (): HttpError => conflict('not_for_sale', ACCESS_TEXT.notForSaleRefusal)
