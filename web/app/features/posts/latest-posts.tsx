import type { Game } from '@nofiller/contract/catalog/catalog'
import { postPath, postsPath } from '@nofiller/contract/posts/post-paths'
import { showUtcDay } from '@nofiller/contract/text/time'
import { Link } from 'react-router'

/** The newest posts about a game, on its page. */
export function LatestPosts({ game: { slug, posts } }: { game: Pick<Game, 'slug' | 'posts'> }) {
  return (
    <section className="grid gap-2 border-b border-line pb-5">
      <h2 className="text-lg/6 font-bold">Posts</h2>
      <ul className="grid gap-1.5">
        {posts.map(({ id, title, publishedAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link to={postPath(slug, id)} dir="auto" className="game-link min-w-0 wrap-anywhere">
              {title}
            </Link>
            <span className="text-sm text-muted">{showUtcDay(publishedAt)}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link to={postsPath(slug)} className="game-link text-ui">
          All posts
        </Link>
      </p>
    </section>
  )
}
