import type { LatestPost, NewestRelease } from '@nofiller/contract/catalog/catalog'
import { sql } from 'kysely'

/** A game's newest release as JSON, so that a game is one query; null for one without any. By the index `releases_live`. */
export const newestReleaseJson = sql<NewestRelease | null>`(
  select json_build_object(
    'label', release.label, 'releasedAt', release.live_at, 'summary', release.summary,
    'knownProblems', release.known_problems, 'saves', release.saves, 'savesFrom', oldest.label,
    'savesNote', release.saves_note, 'count', (
      select count(*) from releases where game_id = games.id and live_at is not null and withdrawn_at is null
    ))
  from releases as release left join releases as oldest on oldest.id = release.saves_from
  where release.game_id = games.id and release.live_at is not null and release.withdrawn_at is null
  order by release.live_at desc, release.id desc limit 1
)`.as('release')

/** The newest posts about a game for everyone as JSON, by the index `posts_of_game`. */
export const latestPostsJson = sql<LatestPost[]>`(
  select coalesce(json_agg(json_build_object('id', post.id, 'title', post.title, 'publishedAt', post.published_at)
    order by post.published_at desc, post.id desc), '[]')
  from (
    select id, title, published_at from live_posts
    where game_id = games.id and audience = 'everyone' order by published_at desc, id desc limit 3
  ) as post
)`.as('posts')

/** How many followed a game last night. */
export const followersOfGame = sql<number | null>`(
  select followers from follower_counts where follower_counts.game_id = games.id)`.as('followers')
