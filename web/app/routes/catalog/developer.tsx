import { isRouteErrorResponse } from 'react-router'
import { GamesLike, notHere } from '../../features/catalog/not-here.tsx'
import { hiddenMeta } from '../../features/content-limits/hidden-meta.server.ts'
import { shownOnce } from '../../features/content-limits/shown-once.ts'
import { DeveloperGames } from '../../features/profiles/developer-games.tsx'
import { developerMeta } from '../../features/profiles/developer-meta.ts'
import { DeveloperRail } from '../../features/profiles/developer-rail.tsx'
import { servicesContext } from '../../services.ts'
import { PageFailed } from '../../shell/failures/page-failed.tsx'
import { storeOf, withStoreName } from '../../shell/store-info.ts'
import { IconUser } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Container } from '../../ui/page.tsx'
import type { Route } from './+types/developer.ts'

const HiddenPage = lazyPart(() => import('../../features/content-limits/hidden-page.tsx'))

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const show = shownOnce(request.url)
  const hiding = show ? null : await services.whyDeveloperHidden(params.id)
  if (hiding) return { hiding, profile: null, hiddenLine: null, head: hiddenMeta(hiding, services.store) }
  const profile = await services.developer(params.id, show)
  if (!profile) throw await notHere(services, params.id)
  return { hiding: null, profile, hiddenLine: services.hiddenLine(profile.hidden), head: null }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const store = storeOf(matches)
  if (!loaderData || !store) return [{ title: withStoreName('Failed to load profile', matches) }]
  return loaderData.head ?? developerMeta(loaderData.profile, store)
}

/** A developer as everyone sees them (requirements 3.15). */
export default function Developer({ loaderData: { hiding, profile, hiddenLine } }: Route.ComponentProps) {
  if (!profile) return <HiddenPage hiding={hiding} what="developer" />
  const { user, games, followers } = profile
  return (
    <Container className="railed pt-6 pb-16 phone:pt-10 phone:pb-24">
      <DeveloperRail user={user} gameCount={games.length} followers={followers} />
      <DeveloperGames developerId={user._id} games={games} hiddenLine={hiddenLine} />
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <PageFailed title="Failed to load profile" icon={<IconUser />} isMissing={isMissing}>
        There is no such developer here, or the address is not quite right.
      </PageFailed>
      <GamesLike error={error} />
    </>
  )
}
