import type { Finding } from '@nofiller/contract/checks/findings'
import { sql } from 'kysely'
import { LISTED } from '../catalog/visibility.ts'
import { smallestPayment } from '../payments/smallest-payment.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { acknowledgementsOf, withAcknowledgement } from './acknowledgements.ts'
import { deadLinksAmong } from './dead-links.ts'
import { answersAbout } from './open-questions.ts'
import { type CheckedPage, pageFindingsOf } from './page-findings.ts'

const PROVIDER_MS = 3_000

/** What the checks say of a game's page as it is; nothing for a game that is not there (PF1). */
export async function pageFindings(store: Store, gameId: string): Promise<Finding[]> {
  const page = await readPage(store, gameId)
  if (!page) return []
  const acknowledged = await acknowledgementsOf(store.db, [gameId])
  return pageFindingsOf(page).map((found) => withAcknowledgement({ ...found, buildId: null }, acknowledged))
}

async function readPage(store: Store, gameId: string): Promise<CheckedPage | null> {
  const { db } = store
  const game = await db.selectFrom('games').selectAll().where('id', '=', gameId).executeTakeFirst()
  if (!game) return null
  const [answers, files, namesake, minimumCents, deadLinks] = await Promise.all([
    answersAbout(store, game),
    filesOf(db, gameId),
    namesakeOf(db, game),
    smallestPayment(store, AbortSignal.timeout(PROVIDER_MS)),
    deadLinksAmong(db, game.description, store.clock()),
  ])
  const extras = files.filter(({ kind, cents }) => kind === 'file' && cents !== null)
  return {
    ...answers,
    description: game.description,
    theme: game.theme,
    hasDemo: files.some(({ kind }) => kind === 'demo'),
    screenshotAlts: game.screenshots.map(({ alt }) => alt),
    prices: [
      { name: null, cents: game.is_free ? 0 : game.price_cents },
      ...extras.map(({ name, cents }) => ({ name, cents: cents ?? 0 })),
    ],
    minimumCents,
    deadLinks,
    namesake,
  }
}

const filesOf = (db: Queryable, gameId: string) =>
  db
    .selectFrom('built_files')
    .select(['kind', 'name', 'custom_price_cents as cents'])
    .where('game_id', '=', gameId)
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .execute()

/** Another developer's listed game whose title reads the same; by the index `games_folded_title`. */
async function namesakeOf(
  db: Queryable,
  { title, developer_id: developerId }: { title: string; developer_id: string },
): Promise<CheckedPage['namesake']> {
  const namesake = await db
    .selectFrom('games')
    .innerJoin('accounts', 'accounts.id', 'games.developer_id')
    .select(['games.title', 'accounts.username as developer'])
    .where(sql<boolean>`fold(games.title) = fold(${title})`)
    .where('games.developer_id', '<>', developerId)
    .where(LISTED)
    .orderBy('games.published_at')
    .limit(1)
    .executeTakeFirst()
  return namesake ?? null
}
