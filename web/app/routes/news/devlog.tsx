import { JournalPage } from '../../features/content/journal-page.tsx'
import { feedLink, textMeta } from '../../features/content/text-meta.ts'
import { servicesContext } from '../../services.ts'
import type { Route } from './+types/devlog.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).journal('devlog'),
})

export const meta: Route.MetaFunction = textMeta('/devlog', [feedLink('/devlog')])

export default function Devlog({ loaderData: { page } }: Route.ComponentProps) {
  return <JournalPage journal={page} />
}
