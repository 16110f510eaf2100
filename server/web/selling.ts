import { DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import type { Game } from '@nofiller/contract/catalog/catalog'
import { REVIEW_HOURS } from '@nofiller/contract/moderation/moderation-rules'
import type { Selling, ThemedGame } from '../../web/app/services.ts'
import { findGame } from '../catalog/game.ts'
import { listGames } from '../catalog/search/list-games.ts'
import type { Config } from '../config.ts'
import { readPage } from '../content/pages.ts'
import { exampleSale } from '../orders/settlement/example-sale.ts'
import { medianHoursToPaid } from '../payouts/history/summary.ts'
import { payoutDay } from '../payouts/settings.ts'
import type { Database } from '../platform/database/database.ts'
import type { Hidden } from '../platform/http/audience.ts'
import { usualAnswerHours } from '../profiles/sell-request.ts'

const GAMES_SHOWN = 2
const GAMES_LOOKED_AT = 6

/** The data of `/sell`: nothing of it is written there, all of it is configured, booked or published. `hidden` leaves out games for a visitor's limits and blocks. */
export async function selling(
  db: Database,
  config: Config,
  now: Date,
  hidden: Hidden | null,
): Promise<Selling> {
  const [example, answerHours, medianHours, games, terms] = await Promise.all([
    exampleSale(db, config.PLATFORM_SHARE_PERCENT),
    usualAnswerHours(db),
    medianHoursToPaid(db, now),
    themedGames(db, config, hidden),
    readPage(config, 'terms'),
  ])
  return {
    sharePercent: config.PLATFORM_SHARE_PERCENT,
    example,
    uploadBytesMax: config.MAX_UPLOAD_BYTES,
    answerHours,
    firstReviewHours: config.REVIEW_FIRST_GAME === 'before' ? REVIEW_HOURS.first_game : null,
    payouts: {
      holdDays: config.PAYOUT_HOLD_DAYS,
      minimumCents: config.PAYOUT_MINIMUM_CENTS,
      weekday: payoutDay(config),
      coins: config.payoutCoins,
      medianHours,
    },
    games,
    rules: terms.sections.find(({ id }) => id === 'developer-content') ?? null,
  }
}

/** Popular games whose developers chose colors and a cover; SFW ones, as everybody sees the page alike who set the same limits. */
async function themedGames(db: Database, config: Config, hidden: Hidden | null): Promise<ThemedGame[]> {
  const audience = { view: 'sfw', hidden } as const
  const { games } = await listGames(db, audience, { sort: 'popular', limit: GAMES_LOOKED_AT })
  const examples = await Promise.all(games.map(({ _id }) => findGame({ db, config }, _id, null, audience)))
  return examples
    .filter((game) => game !== null)
    .filter(({ coverImage, pageBg }) => coverImage !== null && pageBg !== DEFAULT_THEME.pageBg)
    .slice(0, GAMES_SHOWN)
    .map(toThemed)
}

const toThemed = (game: Game): ThemedGame => ({
  slug: game.slug,
  title: game.title,
  devName: game.devName,
  price: game.price,
  isFree: game.isFree,
  coverImage: game.coverImage,
  pageBg: game.pageBg,
  textColor: game.textColor,
  previewBg: game.previewBg,
  buyButtonColor: game.buyButtonColor,
  buttonTextColor: game.buttonTextColor,
})
