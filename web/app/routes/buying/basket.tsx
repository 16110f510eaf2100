import { plural } from '@nofiller/contract/text/digits'
import { BasketContents } from '../../features/basket/basket-contents.tsx'
import { useBasket } from '../../features/basket/use-basket.ts'
import { payable } from '../../features/basket/use-basket-page.ts'
import { refreshUser, useServerDown } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { Failed, QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Basket')

const FAILED = 'Failed to load your basket.'

/** The basket: the account's, or for visitors this browser's. */
export default function BasketPage() {
  const basket = useBasket()
  const isDown = useServerDown()
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="mb-6 flex flex-wrap items-baseline gap-x-3">
        <PageTitle>Basket</PageTitle>
        {basket.data && <Counts items={payable(basket.data)} />}
      </div>
      <NeedsScripts to="see your basket" />
      {basket.data === undefined && isDown ? (
        <Failed error={FAILED} retry={() => void refreshUser()} />
      ) : (
        <QueryView query={basket} error={FAILED}>
          {(data) => <BasketContents basket={data} />}
        </QueryView>
      )}
    </Container>
  )
}

function Counts({ items }: { items: ReturnType<typeof payable> }) {
  if (items.length === 0) return null
  const developers = new Set(items.map(({ developer }) => developer?._id)).size
  return (
    <span className="text-muted">
      {plural(items.length, 'item')}, {plural(developers, 'developer')}
    </span>
  )
}
