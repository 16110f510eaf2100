import type { Post } from '@nofiller/contract/posts/posts'
import { releasesFeedPath } from '@nofiller/contract/releases/release-paths'
import { plural } from '@nofiller/contract/text/digits'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { data, useSearchParams } from 'react-router'
import { useAction } from '../../api/use-action.ts'
import { indexedIf } from '../../features/catalog/search-engines.ts'
import { shownCard } from '../../features/catalog/shown-card.ts'
import { hiddenMeta } from '../../features/content-limits/hidden-meta.server.ts'
import { shownOnce } from '../../features/content-limits/shown-once.ts'
import { FeedLink } from '../../features/feeds/feed-link.tsx'
import { PostArticle, PostHeading } from '../../features/posts/post-article.tsx'
import { PostFrame } from '../../features/posts/post-frame.tsx'
import { cleanPosts, loadPosts, type ShownPosts } from '../../features/posts/shown-posts.ts'
import { servicesContext } from '../../services.ts'
import { useUser } from '../../session/session.ts'
import { withStoreName } from '../../shell/store-info.ts'
import { useFocusAfterLoad } from '../../ui/browser/focus-after-load.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { PageTitle, Panel } from '../../ui/page.tsx'
import type { Route } from './+types/posts.ts'

const HiddenPage = lazyPart(() => import('../../features/content-limits/hidden-page.tsx'))
/** Only for few visitors, so loaded separately. */
const OwnPosts = lazyPart(() => import('../../features/posts/own-posts.tsx'))

const NOT_HERE = 'This game isn’t available'

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const show = shownOnce(request.url)
  const hiding = show ? null : await services.whyHidden(params.id)
  if (hiding) return { hiding, page: null, head: hiddenMeta(hiding, services.store) }
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const page = await services.posts(params.id, { after, show })
  if (!page) throw data(null, { status: 404 })
  return { hiding, page: { ...page, game: shownCard(page.game) }, head: null }
}

/** Texts loaded by navigation are cleaned here as well (requirements 5.5); the first page is HTML. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  const loaded = await serverLoader()
  if (!loaded.page) return loaded
  return { ...loaded, page: { ...loaded.page, posts: await cleanPosts(loaded.page.posts) } }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: withStoreName(NOT_HERE, matches) }]
  if (loaderData.head) return loaderData.head
  const { game, isListed, total } = loaderData.page
  return [
    { title: withStoreName(`Posts about ${game.title}`, matches) },
    { name: 'description', content: `What the developer of ${game.title} writes: ${plural(total, 'post')}.` },
    ...indexedIf(isListed),
    ...(isListed ? [feedOf(game)] : []),
  ]
}

const feedOf = ({ slug, title }: { slug: string; title: string }) => ({
  tagName: 'link' as const,
  rel: 'alternate',
  type: 'application/atom+xml',
  href: releasesFeedPath(slug),
  title: `News of ${title}`,
})

export default function Posts({ loaderData: { hiding, page } }: Route.ComponentProps) {
  return page ? <GamePosts page={page} /> : <HiddenPage hiding={hiding} />
}

/** What the developer of a game writes about it, the newest first; owners find the posts for them too (FO3). */
function GamePosts({ page }: { page: ShownPosts }) {
  return (
    <PostFrame game={page.game}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <PageTitle>Posts</PageTitle>
        {page.isListed && <FeedLink to={releasesFeedPath(page.game.slug)} />}
      </div>
      <PostList key={page.posts[0]?.id} page={page} />
    </PostFrame>
  )
}

/** The page is the same for everybody; what only the user may read comes after it. */
function useOwnPosts({ game: { _id }, isFirst }: ShownPosts) {
  const user = useUser()
  const show = useShown()
  return useQuery({
    queryKey: ['GET /api/games/:id/posts', _id, user?._id, show],
    queryFn: () => loadPosts(_id, show),
    enabled: user !== null && isFirst,
  }).data
}

/** That what limits or blocks hide is shown once, in calls too. */
function useShown(): { show?: 'once' } {
  const [search] = useSearchParams()
  return search.get('show') === 'once' ? { show: 'once' } : {}
}

function PostList({ page }: { page: ShownPosts }) {
  const [search] = useSearchParams()
  const show = useShown()
  const own = useOwnPosts(page)
  const first = own ? { posts: own.rows, next: own.next, total: own.total ?? page.total } : page
  const [more, setMore] = useState<{ posts: Post[]; next: string | null } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const focusAfterLoad = useFocusAfterLoad()
  const posts = [...first.posts, ...(more?.posts ?? [])]
  const next = more ? more.next : first.next
  const load = useAction(async () => {
    const loaded = await loadPosts(page.game._id, { ...(next && { after: next }), ...show })
    focusAfterLoad(() => list.current?.querySelectorAll<HTMLElement>('h2')[posts.length])
    setMore({ posts: [...(more?.posts ?? []), ...loaded.rows], next: loaded.next })
  })
  if (posts.length === 0) return <Empty title="No posts yet." icon={<IconGamepad />} />
  return (
    <div ref={list}>
      <Panel flush className="divide-y divide-line px-4 *:py-6 phone:px-6">
        {posts.map((post) => (
          <PostArticle
            key={post.id}
            slug={page.game.slug}
            post={post}
            heading={<PostHeading slug={page.game.slug} post={post} />}
          />
        ))}
        {(next || more) && (
          <div className="flex items-center justify-between gap-4 py-4!">
            {next ? (
              <>
                <noscript>
                  <a
                    href={`?${new URLSearchParams({ ...Object.fromEntries(search), after: next })}`}
                    className={buttonClass()}
                  >
                    Next page
                  </a>
                </noscript>
                <Button
                  size="small"
                  className="noscript:hidden"
                  busy={load.busy}
                  onClick={() => load.press()}
                >
                  Load more
                </Button>
              </>
            ) : (
              <span />
            )}
            <span role="status" className="text-sm text-muted">
              Showing {posts.length} of {first.total}
            </span>
          </div>
        )}
      </Panel>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <OwnPosts error={error} missingTitle={NOT_HERE} showPage={(page) => <GamePosts page={page} />} />
)
