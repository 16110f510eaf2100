import { textMeta } from '../../features/content/text-meta.ts'
import { TextPage } from '../../features/content/text-page.tsx'
import { servicesContext } from '../../services.ts'
import type { Route } from './+types/roadmap.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).page('roadmap'),
})

export const meta: Route.MetaFunction = textMeta('/roadmap')

export default function Roadmap({ loaderData: { page } }: Route.ComponentProps) {
  return <TextPage page={page} />
}
