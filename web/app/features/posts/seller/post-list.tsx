import { postFormPath, postPath } from '@nofiller/contract/posts/post-paths'
import type { OwnPost } from '@nofiller/contract/posts/posts'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { useId } from 'react'
import { Link } from 'react-router'
import { useList } from '../../../api/use-list.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconExternal, IconPlus } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { List, showingOf } from '../../../ui/list/list.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { showLocal } from '../../releases/local-time.ts'
import { CommunityFigures } from './community-figures.tsx'
import { countOf } from './count-words.ts'

/** The posts about a developer's game in every state, below how many follow and want it. */
export function PostList({ game }: { game: SellerGame }) {
  const posts = useList('GET /api/dev/games/:id/posts', {}, { params: { id: game._id } })
  const id = useId()
  return (
    <div className="grid gap-8">
      <CommunityFigures gameId={game._id} />
      <section aria-labelledby={id} className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={id} className="d3">
            Posts
          </h2>
          <ButtonLink to={postFormPath(game._id)}>
            <IconPlus />
            New post
          </ButtonLink>
        </div>
        <List
          list={posts}
          error="Failed to load posts"
          skeleton={<Skeleton className="h-72" />}
          empty={<Empty title="No posts yet">Tell owners and followers what you are working on.</Empty>}
        >
          {(rows) => (
            <Panel flush className="overflow-visible!">
              <Table label="Posts" columns={columnsOf(game)} rows={rows} keyOf={(post) => post.id} />
            </Panel>
          )}
        </List>
        <p role="status" className="text-right text-sm text-muted">
          {showingOf(posts)}
        </p>
      </section>
    </div>
  )
}

const columnsOf = (game: SellerGame): Column<OwnPost>[] => [
  {
    head: 'Post',
    cell: (post) => (
      <div className="min-w-0">
        <Link
          to={postFormPath(game._id, post.id)}
          dir="auto"
          className="font-650 break-words no-underline hover:underline"
        >
          {post.title || 'Untitled'}
        </Link>
        <p className="text-sm text-muted wrap-anywhere">{lineOf(post)}</p>
      </div>
    ),
    card: { order: 1, wide: true },
  },
  { head: 'State', cell: (post) => <StatePill post={post} /> },
  {
    head: 'Readers',
    cell: ({ audience }) => (audience === 'owners' ? 'Owners' : 'Everyone'),
    card: { align: 'right' },
  },
  {
    head: 'Emails',
    cell: ({ emails, isEmailed, state }) => (isEmailed && state === 'published' ? countOf(emails) : '–'),
    card: { labeled: true },
  },
  {
    head: 'Page',
    cell: ({ id, state }) =>
      state === 'published' &&
      game.visibility === 'public' && (
        <Link
          to={postPath(game.slug, id)}
          aria-label="View post"
          className="inline-grid size-9 place-items-center"
        >
          <IconExternal />
        </Link>
      ),
  },
]

function lineOf({ waits, opensAt, isWithRelease, publishedAt, savedAt, release }: OwnPost): string {
  const now = currentTime()
  const when =
    waits ??
    (publishedAt
      ? `Published ${showLocal(publishedAt, now)}`
      : opensAt
        ? `Goes out ${showLocal(opensAt, now)}`
        : isWithRelease
          ? 'Goes out with its release'
          : `Saved ${showLocal(savedAt, now)}`)
  return release ? `${when} · ${release}` : when
}

function StatePill({ post: { state, waits } }: { post: OwnPost }) {
  if (state === 'published') return <Pill kind="go">Published</Pill>
  if (state === 'removed') return <Pill kind="bad">Removed</Pill>
  if (state === 'draft') return <Pill>Draft</Pill>
  return <Pill>{waits ? 'Waiting' : 'Scheduled'}</Pill>
}
