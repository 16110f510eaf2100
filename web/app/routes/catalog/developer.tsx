import { hiddenLine } from '@nofiller/contract/content-limits/limit-rules'
import { data, isRouteErrorResponse } from 'react-router'
import { DeveloperGames } from '../../features/profiles/developer-games.tsx'
import { developerMeta } from '../../features/profiles/developer-meta.ts'
import { DeveloperRail } from '../../features/profiles/developer-rail.tsx'
import { servicesContext } from '../../services.ts'
import { PageFailed } from '../../shell/failures/page-failed.tsx'
import { storeOf, withStoreName } from '../../shell/store-info.ts'
import { IconUser } from '../../ui/icons.tsx'
import { Container } from '../../ui/page.tsx'
import type { Route } from './+types/developer.ts'

export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const profile = await context.get(servicesContext).developer(params.id)
  if (!profile) throw data(null, { status: 404 })
  return { ...profile, hiddenLine: hiddenLine(profile.hidden) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const store = storeOf(matches)
  if (!loaderData || !store) return [{ title: withStoreName('Failed to load profile', matches) }]
  return developerMeta(loaderData, store)
}

/** A developer as everyone sees them (requirements 3.15). */
export default function Developer({ loaderData: { user, games, hiddenLine } }: Route.ComponentProps) {
  return (
    <Container className="railed pt-6 pb-16 phone:pt-10 phone:pb-24">
      <DeveloperRail user={user} gameCount={games.length} />
      <DeveloperGames developerId={user._id} games={games} hiddenLine={hiddenLine} />
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <PageFailed title="Failed to load profile" icon={<IconUser />} isMissing={isMissing}>
      There is no such developer here, or the address is not quite right.
    </PageFailed>
  )
}
