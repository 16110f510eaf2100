import { Prose } from '../../features/content/prose.tsx'
import { textMeta } from '../../features/content/text-meta.ts'
import { TextSection } from '../../features/content/text-section.tsx'
import { servicesContext } from '../../services.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import type { Route } from './+types/detailed-how-to-buy.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).page('detailed-how-to-buy'),
})

export const meta: Route.MetaFunction = textMeta('/detailed-how-to-buy')

/** Paying from one exchange app, step by step, with notes on what follows. */
export default function DetailedHowToBuy({ loaderData: { page } }: Route.ComponentProps) {
  const steps = page.sections.filter(({ number }) => number !== null)
  const others = page.sections.filter(({ number }) => number === null)
  return (
    <Container width="narrow" className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>{page.title}</PageTitle>
      <Prose html={page.intro} className="mt-2 text-lg" />
      <ol className="mt-8 grid gap-3">
        {steps.map(({ id, number, title, html }) => (
          <li
            key={id}
            id={id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 rounded-3 border border-line bg-surface p-4 phone:grid-cols-[36px_minmax(0,1fr)] phone:p-6"
          >
            <span aria-hidden="true" className="d2">
              {number}
            </span>
            <h2 className="text-[17px]/6 font-650">{title}</h2>
            <Prose html={html} className="max-phone:col-span-full phone:col-start-2" />
          </li>
        ))}
      </ol>
      {others.map((section) => (
        <TextSection key={section.id} section={section} />
      ))}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/games" kind="primary">
          Browse games
        </ButtonLink>
        <ButtonLink to="/support" kind="quiet">
          Support
        </ButtonLink>
      </div>
    </Container>
  )
}
