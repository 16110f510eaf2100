import { feed } from '../../features/content/feed.ts'
import { servicesContext } from '../../services.ts'
import type { Route } from './+types/games-feed.ts'

export const loader = async ({ context }: Route.LoaderArgs) =>
  feed(await context.get(servicesContext).gamesFeed())
