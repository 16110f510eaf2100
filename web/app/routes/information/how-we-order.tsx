import { orderPolicy } from '@nofiller/contract/catalog/order-policy'
import { LongPage } from '../../features/content/long-page.tsx'
import { PolicySections } from '../../features/content/policy-sections.tsx'
import { storeOf, titled } from '../../shell/store-info.ts'
import type { Route } from './+types/how-we-order.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...titled('How we order games')({ matches }),
  {
    name: 'description',
    content: 'What each list of games goes by, why it does, and that nobody can pay for a place.',
  },
  { tagName: 'link', rel: 'canonical', href: `${storeOf(matches)?.publicUrl}/how-we-order` },
]

/** What each list goes by, told from the constants that it uses (RE7). */
export default function HowWeOrder() {
  const sections = orderPolicy()
  return (
    <LongPage title="How we order games" places={sections}>
      <PolicySections sections={sections} />
    </LongPage>
  )
}
