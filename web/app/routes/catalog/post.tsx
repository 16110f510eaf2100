import { postsPath } from '@nofiller/contract/posts/post-paths'
import type { Post } from '@nofiller/contract/posts/posts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { data, isRouteErrorResponse, useSearchParams } from 'react-router'
import { call } from '../../api/client.ts'
import { indexedIf } from '../../features/catalog/search-engines.ts'
import { type ShownCard, shownCard } from '../../features/catalog/shown-card.ts'
import { hiddenMeta } from '../../features/content-limits/hidden-meta.server.ts'
import { shownOnce } from '../../features/content-limits/shown-once.ts'
import { PostArticle } from '../../features/posts/post-article.tsx'
import { PostFrame } from '../../features/posts/post-frame.tsx'
import { cleanPosts } from '../../features/posts/shown-posts.ts'
import { servicesContext } from '../../services.ts'
import { useUser } from '../../session/session.ts'
import { PageFailed } from '../../shell/failures/page-failed.tsx'
import { withStoreName } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageTitle, Panel } from '../../ui/page.tsx'
import type { Route } from './+types/post.ts'

const HiddenPage = lazyPart(() => import('../../features/content-limits/hidden-page.tsx'))
/** Only for few visitors, so loaded separately. */
const OwnPost = lazyPart(() => import('../../features/posts/own-post.tsx'))
const ReportLink = lazyPart(() => import('../../features/reports/report-link.tsx'))

const NOT_HERE = 'This post isn’t here'

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const show = shownOnce(request.url)
  const hiding = show ? null : await services.whyHidden(params.id)
  if (hiding)
    return { hiding, post: null, game: null, isListed: false, head: hiddenMeta(hiding, services.store) }
  const page = await services.post(params.id, params.postId, show)
  if (!page) throw data(null, { status: 404 })
  return { hiding, post: page.post, game: shownCard(page.game), isListed: page.isListed, head: null }
}

/** A text loaded by navigation is cleaned here as well (requirements 5.5); the first page is HTML. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  const loaded = await serverLoader()
  if (!loaded.post) return loaded
  const [post = null] = await cleanPosts([loaded.post])
  return { ...loaded, post }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: withStoreName(NOT_HERE, matches) }]
  if (loaderData.head) return loaderData.head
  const { post, game, isListed } = loaderData
  const title = post ? `${post.title} · ${game.title}` : `A post about ${game.title}`
  return [{ title: withStoreName(title, matches) }, ...indexedIf(isListed && post !== null)]
}

/** One post about a game. One for owners is asked for once the page stands, which is the same for everybody. */
export default function PostPage({ loaderData: { hiding, game, post }, params }: Route.ComponentProps) {
  if (!game) return <HiddenPage hiding={hiding} />
  return (
    <Frame game={game}>
      {post ? <ShownPost game={game} post={post} /> : <PostForOwners game={game} postId={params.postId} />}
    </Frame>
  )
}

const Frame = ({ game, children }: { game: ShownCard; children: ReactNode }) => (
  <PostFrame game={game} back={{ to: postsPath(game.slug), label: 'Posts' }}>
    {children}
  </PostFrame>
)

const ShownPost = ({ game, post }: { game: ShownCard; post: Post }) => (
  <Panel>
    <PostArticle
      slug={game.slug}
      post={post}
      heading={
        <PageTitle className="d2 wrap-anywhere">
          <span dir="auto">{post.title}</span>
        </PageTitle>
      }
    >
      <ReportLink subject={{ kind: 'post', game, post }} part={`post-${post.id}`}>
        Report this post
      </ReportLink>
    </PostArticle>
  </Panel>
)

function PostForOwners({ game, postId }: { game: ShownCard; postId: string }) {
  const user = useUser()
  const [search] = useSearchParams()
  const post = useQuery({
    queryKey: ['GET /api/posts/:postId', postId, user?._id],
    queryFn: async () => {
      const query = search.get('show') === 'once' ? { show: 'once' as const } : {}
      const [cleaned] = await cleanPosts([
        await call('GET /api/posts/:postId', { params: { postId }, query }),
      ])
      return cleaned ?? null
    },
    enabled: user !== null,
    retry: false,
  })
  if (post.data) return <ShownPost game={game} post={post.data} />
  if (post.isLoading) return <Skeleton className="h-64 rounded-2" />
  return (
    <Panel className="grid justify-items-start gap-3">
      <PageTitle className="d3">A post for owners</PageTitle>
      <p className="text-muted">Owners of {game.title} can read it.</p>
      {user === null && (
        <ButtonLink to={`/login?next=${encodeURIComponent(`${postsPath(game.slug)}/${postId}`)}`}>
          Log in
        </ButtonLink>
      )}
    </Panel>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 410)
    return (
      <PageFailed title="This post was deleted" icon={<IconGamepad />} isMissing>
        Its developer took it down.
      </PageFailed>
    )
  return (
    <OwnPost
      error={error}
      missingTitle={NOT_HERE}
      showPost={(game, post) => (
        <Frame game={game}>
          <ShownPost game={game} post={post} />
        </Frame>
      )}
    />
  )
}
