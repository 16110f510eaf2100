import { textMeta } from '../../features/content/text-meta.ts'
import { TextPage } from '../../features/content/text-page.tsx'
import { servicesContext } from '../../services.ts'
import type { Route } from './+types/terms.ts'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { page, today } = context.get(servicesContext)
  return { page: await page('terms'), today: today() }
}

export const meta: Route.MetaFunction = textMeta('/terms')

export default function Terms({ loaderData: { page, today } }: Route.ComponentProps) {
  return <TextPage page={page} lastUpdated={today} />
}
