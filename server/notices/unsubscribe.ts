import { type NoticeTopic, TOPICS, WEEKLY } from '@nofiller/contract/notices/notice-rules'
import { validate as isUuid } from 'uuid'
import { muteGame } from '../library/skip-updates.ts'
import { accountOfToken, type Ending, unsubscribe } from '../news/unsubscribe.ts'
import type { Database } from '../platform/database/database.ts'
import { endMails } from './preferences.ts'

/**
 * Ends what the link in an email names, for the account of its token: the emails about topics, the weekly
 * ones, those about a game, or all news.
 * @returns whether there is such an account
 */
export async function unsubscribeFrom(db: Database, token: string, ending: Ending): Promise<boolean> {
  const { topics = [], game } = ending
  // As its page says: a link of which this version knows no topic ends all news.
  const ended = topics.filter(isEnding)
  if (ended.length === 0 && game === undefined) return unsubscribe(db, token)
  const accountId = await accountOfToken(db, token)
  if (accountId === null) return false
  await endMails(db, accountId, ended)
  if (isUuid(game)) await muteGame(db, accountId, String(game))
  return true
}

const isEnding = (text: string): text is NoticeTopic | typeof WEEKLY =>
  text === WEEKLY || TOPICS.some((topic) => topic === text)
