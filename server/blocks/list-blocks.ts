import type { Block } from '@nofiller/contract/blocks/blocks'
import type { Received } from '@nofiller/contract/calls'
import { developerPath, gamePath } from '@nofiller/contract/catalog/paths'
import { sql } from 'kysely'
import { pageSeenBy } from '../catalog/visibility.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'

const PAGE = 50

/** What an account blocked, the newest first, by names that are public. @throws HttpError 400 `bad_cursor` */
export async function listBlocks(
  db: Database,
  accountId: string,
  query: Received<'GET /api/blocks', 'query'>,
): Promise<Page<Block>> {
  const blocks = blocksOf(accountId)
  const list = {
    rows: db.selectFrom(blocks.as('blocked')).selectAll(),
    from: sql`${blocks} as blocked`,
    filter: sql<boolean>`true`,
    key: sql`blocked.id`,
    order: { by: sql`blocked.created_at`, direction: 'desc' as const },
    toItem: ({ kind, id, name, address, created_at }: Row): Block => ({
      kind,
      id,
      name,
      path: address === null ? null : kind === 'game' ? gamePath(address) : developerPath(address),
      blockedAt: created_at.toISOString(),
    }),
  }
  return paginate(db, list, { ...query, limit: query.limit ?? PAGE })
}

type Row = Pick<Block, 'kind' | 'id' | 'name'> & { address: string | null; created_at: Date }

const blocksOf = (accountId: string) => sql<Row>`(
  select 'developer' as kind, blocked.developer_id as id, blocked.created_at,
    coalesce(nullif(developer.display_name, ''), developer.username) as name, developer.username as address
  from blocked_developers as blocked left join accounts as developer on developer.id = blocked.developer_id
    and developer.role <> 'player' and developer.suspended_at is null and developer.deletion_at is null
  where blocked.account_id = ${accountId}
  union all
  select 'game', blocked.game_id, blocked.created_at, games.title, games.slug
  from blocked_games as blocked
  left join games on games.id = blocked.game_id and ${pageSeenBy({ id: accountId, role: 'player' })}
  where blocked.account_id = ${accountId}
)`
