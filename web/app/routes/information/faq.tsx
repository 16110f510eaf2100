import { Prose } from '../../features/content/prose.tsx'
import { textMeta } from '../../features/content/text-meta.ts'
import { servicesContext } from '../../services.ts'
import { IconPlus } from '../../ui/icons.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import type { Route } from './+types/faq.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).page('faq'),
})

export const meta: Route.MetaFunction = textMeta('/faq')

/** The most important answers are initially open: adults only, sales are final, for personal use (requirements 9.2). */
const OPEN = new Set(['who-can-use-this-store', 'can-i-get-a-refund', 'what-may-i-do-with-a-game-i-bought'])

/** Questions that open to their answers. */
export default function Faq({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Container width="narrow" className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>{page.title}</PageTitle>
      <div className="mt-6 border-t border-line">
        {page.sections.map(({ id, title, html }) => (
          // The browser may have opened one for a URL like /faq#how-do-i-pay before React loads.
          <details
            key={id}
            open={OPEN.has(id)}
            suppressHydrationWarning
            className="group border-b border-line"
          >
            <summary className="flex cursor-pointer list-none items-start justify-between gap-4 py-[18px] [&::-webkit-details-marker]:hidden">
              <h2 className="text-[17px]/6 font-650">{title}</h2>
              <span className="mt-[3px] text-faint group-open:rotate-45">
                <IconPlus className="size-[18px]" />
              </span>
            </summary>
            <div id={id} className="pr-10 pb-5">
              <Prose html={html} />
            </div>
          </details>
        ))}
      </div>
    </Container>
  )
}
