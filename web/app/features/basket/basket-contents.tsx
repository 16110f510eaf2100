import type { Basket } from '@nofiller/contract/basket/basket'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { IconBag } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { DeveloperItems, LaterItems } from './basket-rows.tsx'
import { BasketSummary } from './basket-summary.tsx'
import { changesText } from './changes-text.ts'
import { useBasketPage } from './use-basket-page.ts'

/** The items of a basket by developer, their changes, the saved-for-later ones, and the total. */
export function BasketContents({ basket }: { basket: Basket }) {
  const page = useBasketPage(basket)
  const changes = changesText(basket.items)
  const hasItems = basket.items.some(({ isLater }) => !isLater)
  return (
    <div className="grid items-start gap-10 desktop:grid-cols-[minmax(0,1fr)_344px]">
      <div className="grid min-w-0 gap-4">
        <p role="status" className="sr-only">
          {page.said}
        </p>
        {changes && <Changes {...changes} onSettle={page.settle} />}
        {page.groups.length === 0 && <EmptyBasket />}
        {page.groups.map((group) => (
          <DeveloperItems key={group.developer?._id ?? ''} group={group} page={page} />
        ))}
        <LaterItems rows={page.later} page={page} />
      </div>
      {hasItems && <BasketSummary basket={basket} />}
    </div>
  )
}

/** One note for all changes, settled with one click. */
const Changes = ({ heading, text, onSettle }: { heading: string; text: string; onSettle: () => void }) => (
  <Note
    kind="warn"
    role="status"
    className="max-phone:flex-wrap"
    action={
      <Button size="small" className="max-phone:w-full" data-settle onClick={onSettle}>
        Update basket
      </Button>
    }
  >
    <b className="block font-650">{heading}</b>
    <span className="text-muted wrap-anywhere">{text}</span>
  </Note>
)

const EmptyBasket = () => (
  <Empty
    title="Your basket is empty."
    icon={<IconBag />}
    action={
      <ButtonLink kind="primary" to="/">
        Browse games
      </ButtonLink>
    }
  />
)
