import { PaymentPictures } from '../../features/content/payment-pictures.tsx'
import { Prose } from '../../features/content/prose.tsx'
import { textMeta } from '../../features/content/text-meta.ts'
import { TextSection } from '../../features/content/text-section.tsx'
import { servicesContext } from '../../services.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import type { Route } from './+types/how-to-buy.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).page('how-to-buy'),
})

export const meta: Route.MetaFunction = textMeta('/how-to-buy')

/** The quick guide: three steps and the coins. */
export default function HowToBuy({ loaderData: { page } }: Route.ComponentProps) {
  const steps = page.sections.filter(({ number }) => number !== null)
  const others = page.sections.filter(({ number }) => number === null)
  return (
    <Container width="middle" className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>{page.title}</PageTitle>
      <Prose html={page.intro} className="mt-2 text-lg" />
      <ol className="mt-8 grid gap-3 bar:grid-cols-3 bar:gap-6">
        {steps.map(({ id, number, title, html }) => (
          <li key={id} id={id} className="rounded-3 border border-line bg-surface p-4 phone:p-6">
            <span aria-hidden="true" className="mb-4 block d2">
              {number}
            </span>
            <h2 className="text-[17px]/6 font-650">{title}</h2>
            <Prose html={html} className="text-base" />
          </li>
        ))}
      </ol>
      <PaymentPictures />
      {others.map((section) => (
        <TextSection key={section.id} section={section} />
      ))}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/detailed-how-to-buy" kind="primary">
          Read the detailed guide
        </ButtonLink>
        <ButtonLink to="/support" kind="quiet">
          Support
        </ButtonLink>
      </div>
    </Container>
  )
}
