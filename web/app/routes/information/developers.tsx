import { LongPage } from '../../features/content/long-page.tsx'
import { WEBHOOK_SECTIONS } from '../../features/webhooks/guide/sections.ts'
import { WebhookGuide } from '../../features/webhooks/guide/webhook-guide.tsx'
import { servicesContext } from '../../services.ts'
import { storeOf, titled } from '../../shell/store-info.ts'
import type { Route } from './+types/developers.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({
  examples: context.get(servicesContext).webhookExamples(),
})

export const meta: Route.MetaFunction = ({ matches }) => [
  ...titled('For developers')({ matches }),
  {
    name: 'description',
    content: 'Webhooks: what your server is told of your games, and how it checks who told it.',
  },
  { tagName: 'link', rel: 'canonical', href: `${storeOf(matches)?.publicUrl}/developers` },
]

/** What a programmer needs who connects a server to the store. */
export default function Developers({ loaderData: { examples } }: Route.ComponentProps) {
  return (
    <LongPage title="For developers" places={WEBHOOK_SECTIONS}>
      <WebhookGuide examples={examples} />
    </LongPage>
  )
}
