import { JournalPage } from '../../features/content/journal-page.tsx'
import { feedLink, textMeta } from '../../features/content/text-meta.ts'
import { servicesContext } from '../../services.ts'
import type { Route } from './+types/patch-notes.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).journal('patch-notes'),
})

export const meta: Route.MetaFunction = textMeta('/patch-notes', [feedLink('/patch-notes')])

export default function PatchNotes({ loaderData: { page } }: Route.ComponentProps) {
  return <JournalPage journal={page} />
}
