import { countOpenThemes } from '../catalog/content-warnings.ts'
import { findReviewerNotes } from '../catalog/reviewer-notes.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { GameRow } from '../platform/database/tables.ts'
import type { Store } from '../store.ts'
import { explicitnessOf } from './explicit-card.ts'
import { type Answers, type FoundOnPage, questionsOf } from './page-findings.ts'

type Parts = { db: Queryable; config: Pick<Store['config'], 'THEME_POLICY'> }
type Asked = Pick<GameRow, 'id' | 'category' | 'card' | 'cover' | 'warning_codes' | 'published_at' | 'review'>

/** What a game's developer answered. */
export async function answersAbout({ db, config }: Parts, game: Asked): Promise<Answers> {
  const [notes, isCardExplicit, wasPublic] = await Promise.all([
    findReviewerNotes(db, game.id),
    explicitnessOf(db, game),
    wasEverPublic(db, game),
  ])
  return {
    wasPublic,
    category: game.category,
    isCardExplicit,
    openThemes: countOpenThemes(game.warning_codes, config.THEME_POLICY),
    statesAdults: notes.adultsStatedAt !== null,
    strongestScene: notes.strongestScene,
  }
}

/** The questions about a game that wait for its developer (PF2). */
export async function openQuestions(parts: Parts, gameId: string): Promise<FoundOnPage[]> {
  const game = await parts.db
    .selectFrom('games')
    .select(['id', 'category', 'card', 'cover', 'warning_codes', 'published_at', 'review'])
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  return questionsOf(await answersAbout(parts, game))
}

/** A published game may still wait for the look that comes before it is public. */
async function wasEverPublic(
  db: Queryable,
  { id, published_at, review }: Pick<GameRow, 'id' | 'published_at' | 'review'>,
): Promise<boolean> {
  if (published_at === null) return false
  if (review === null) return true
  const last = await db
    .selectFrom('game_reviews')
    .select('is_before')
    .where('game_id', '=', id)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.is_before === false
}
