import { textMeta } from '../../features/content/text-meta.ts'
import { TextPage } from '../../features/content/text-page.tsx'
import { servicesContext } from '../../services.ts'
import type { Route } from './+types/privacy.ts'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { page, today } = context.get(servicesContext)
  return { page: await page('privacy'), today: today() }
}

export const meta: Route.MetaFunction = textMeta('/privacy')

export default function Privacy({ loaderData: { page, today } }: Route.ComponentProps) {
  return <TextPage page={page} lastUpdated={today} />
}
