import { Prose } from '../../features/content/prose.tsx'
import { textMeta } from '../../features/content/text-meta.ts'
import { TextSection } from '../../features/content/text-section.tsx'
import { servicesContext } from '../../services.ts'
import { useStore } from '../../shell/store-info.ts'
import { buttonClass } from '../../ui/button.tsx'
import { IconChat } from '../../ui/icons.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import type { Route } from './+types/support.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await context.get(servicesContext).page('support'),
})

export const meta: Route.MetaFunction = textMeta('/support')

/** Where to find help, what to check before asking, and what to expect. */
export default function Support({ loaderData: { page } }: Route.ComponentProps) {
  const { chatUrl } = useStore()
  return (
    <Container width="narrow" className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>{page.title}</PageTitle>
      <Prose html={page.intro} className="mt-2 text-lg" />
      {chatUrl && (
        <a
          href={chatUrl}
          target="_blank"
          rel="noopener"
          className={buttonClass({ kind: 'primary', size: 'large', className: 'mt-5' })}
        >
          <IconChat />
          Join the chat server
        </a>
      )}
      {page.sections.map((section) => (
        <TextSection key={section.id} section={section} />
      ))}
    </Container>
  )
}
