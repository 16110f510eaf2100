import { data } from 'react-router'
import { feed } from '../../features/content/feed.ts'
import { servicesContext } from '../../services.ts'
import type { Route } from './+types/developer-feed.ts'

export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const xml = await context.get(servicesContext).developerFeed(params.id)
  if (xml === null) throw data(null, { status: 404 })
  return feed(xml)
}
