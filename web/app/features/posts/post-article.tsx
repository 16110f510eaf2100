import { postPath } from '@nofiller/contract/posts/post-paths'
import type { Post } from '@nofiller/contract/posts/posts'
import { releaseAnchor, releasesPath } from '@nofiller/contract/releases/release-paths'
import { showUtcDay } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Tag } from '../../ui/tag.tsx'

type ArticleProps = { slug: string; post: Post; heading: ReactNode; children?: ReactNode }

/** A post: its title as `heading`, its dates, and its text. */
export const PostArticle = ({ slug, post, heading, children }: ArticleProps) => (
  <article className="grid min-w-0 grid-cols-1 gap-3">
    <div>
      {heading}
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
        <time dateTime={post.publishedAt}>{showUtcDay(post.publishedAt)}</time>
        {post.editedAt && (
          <span>
            Edited <time dateTime={post.editedAt}>{showUtcDay(post.editedAt)}</time>
          </span>
        )}
        {post.release && (
          <Link
            to={`${releasesPath(slug)}#${releaseAnchor(post.release)}`}
            translate="no"
            className="underline underline-offset-3"
          >
            {post.release}
          </Link>
        )}
        {post.audience === 'owners' && <Tag>For owners</Tag>}
      </p>
    </div>
    <PostText html={post.body} />
    {children}
  </article>
)

/** The title of a post in a list, which leads to it. */
export const PostHeading = ({ slug, post: { id, title } }: { slug: string; post: Post }) => (
  <h2 tabIndex={-1} dir="auto" className="d3 wrap-anywhere outline-none">
    <Link to={postPath(slug, id)} className="no-underline hover:underline">
      {title}
    </Link>
  </h2>
)

/** The developer's own text. The server sanitizes it when it is saved and again when it is read (requirements 5.5). */
const PostText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised HTML, see above
  <div dir="auto" className="game-text max-w-[68ch]" dangerouslySetInnerHTML={{ __html: html }} />
)
