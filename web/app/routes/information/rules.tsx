import { textMeta } from '../../features/content/text-meta.ts'
import { TextPage } from '../../features/content/text-page.tsx'
import { servicesContext } from '../../services.ts'
import type { Route } from './+types/rules.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).rules(),
})

export const meta: Route.MetaFunction = textMeta('/rules')

export default function Rules({ loaderData: { page } }: Route.ComponentProps) {
  return <TextPage page={page} />
}
