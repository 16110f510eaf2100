import type { BasketItem } from '@nofiller/contract/basket/basket'
import { duePrice } from '@nofiller/contract/basket/basket-rules'
import { bundlePath, gamePath } from '@nofiller/contract/catalog/paths'
import { plural } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button, TextButton, TextLink } from '../../ui/button.tsx'
import { Icon, IconCheck, IconCircleInfo, IconTag, IconTriangleAlert } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { showDay } from '../../ui/when.ts'
import { DeviceIcon } from '../catalog/device-icon.tsx'
import { GamePicture } from '../catalog/game-picture.tsx'
import { OldPrice } from '../catalog/sale.tsx'
import { OpensAt } from '../releases/window-time.tsx'
import { nameOf } from './changes-text.ts'
import type { BasketGroup, BasketPage, BasketRow } from './use-basket-page.ts'

type RowsProps = { page: BasketPage }

/** The items of one developer. */
export function DeveloperItems({ group: { developer, rows }, page }: RowsProps & { group: BasketGroup }) {
  const name = developer?.name ?? 'No longer in the store'
  return (
    <section aria-label={name}>
      <Panel flush>
        <h2 className="border-b border-line px-4 py-3 text-ui/5 font-650 phone:px-5">
          {developer ? (
            <Link to={`/dev/${developer._id}`} translate="no" className="no-underline hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <Rows rows={rows} page={page} />
      </Panel>
    </section>
  )
}

/** The saved-for-later items. They are neither counted nor paid. */
export function LaterItems({ rows, page }: RowsProps & { rows: BasketRow[] }) {
  const count = rows.filter(({ isRemoved }) => !isRemoved).length
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="later" className="mt-6 grid gap-3">
      <h2 id="later" className="d4">
        Later{' '}
        <span className="ml-1 font-sans text-base font-normal text-muted [font-stretch:100%]">
          {plural(count, 'item')}
        </span>
      </h2>
      <Panel flush>
        <Rows rows={rows} page={page} />
      </Panel>
    </section>
  )
}

const Rows = ({ rows, page }: RowsProps & { rows: BasketRow[] }) => (
  <ul className="divide-y divide-line">
    {rows.map(({ item, isRemoved }) =>
      isRemoved ? (
        <UndoRow key={item._id} item={item} onUndo={() => page.undo(item)} />
      ) : (
        <ItemRow key={item._id} item={item} page={page} />
      ),
    )}
  </ul>
)

/** Marks the place of a removed item, until the page is left or the next removal. */
const UndoRow = ({ item, onUndo }: { item: BasketItem; onUndo: () => void }) => (
  <li className="flex items-center justify-between gap-4 bg-raised px-4 py-2.5 phone:px-5">
    <span className="min-w-0 text-ui wrap-anywhere">
      <b translate="no" className="font-650">
        {nameOf(item)}
      </b>{' '}
      removed.
    </span>
    <Button size="small" data-undo onClick={onUndo}>
      <Icon name="back-to-basket" className="size-3.5" />
      Undo
    </Button>
  </li>
)

function ItemRow({ item, page }: { item: BasketItem; page: BasketPage }) {
  const name = nameOf(item)
  const isDue = item.price > 0
  const isGone = !isDue && item.state !== 'coming' && item.state !== 'paused'
  return (
    <li
      data-item={item._id}
      className="grid grid-cols-[72px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 p-4 phone:grid-cols-[100px_minmax(0,1fr)_auto] phone:gap-x-4 phone:px-5"
    >
      <ItemPicture item={item} isGone={isGone} />
      <div className="min-w-0 text-sm text-muted">
        <p className={`text-md/6 font-650 wrap-anywhere ${isGone ? '' : 'text-text'}`}>
          {item.slug ? (
            <Link to={gamePath(item.slug)} translate="no" className="no-underline hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        {item.title !== null && <p className="wrap-anywhere">{kindOf(item)}</p>}
        <StateLine item={item} />
        {item.bundle && (
          <Line look="text-go" icon={<IconTag className="mt-[3px] size-3.5" />}>
            In the bundle{' '}
            <TextLink to={bundlePath(item.bundle.slug)} translate="no">
              {item.bundle.title}
            </TextLink>
          </Line>
        )}
      </div>
      <p className="text-right text-lg/6 font-650">
        {isDue && <Price dollars={duePrice(item)} />}
        {item.listPrice > duePrice(item) && isDue && (
          <OldPrice dollars={item.listPrice} className="block text-sm font-normal text-muted" />
        )}
      </p>
      <div className="col-span-full flex flex-wrap gap-x-5 text-sm phone:col-start-2">
        {item.isLater && (
          <TextButton
            className="py-1"
            aria-label={`Move to basket: ${name}`}
            onClick={() => page.setSavedForLater(item, false)}
          >
            Move to basket
          </TextButton>
        )}
        {!item.isLater && !isGone && (
          <TextButton
            className="py-1"
            aria-label={`Move to later: ${name}`}
            onClick={() => page.setSavedForLater(item, true)}
          >
            Move to later
          </TextButton>
        )}
        {item.fileId === null && item.slug !== null && item.state !== 'owned' && (
          <TextButton
            className="py-1"
            aria-label={`Move to wishlist: ${name}`}
            onClick={() => page.moveToWishlist(item)}
          >
            Move to wishlist
          </TextButton>
        )}
        <TextButton className="py-1" aria-label={`Remove ${name}`} onClick={() => page.remove(item)}>
          Remove
        </TextButton>
      </div>
    </li>
  )
}

function ItemPicture({ item, isGone }: { item: BasketItem; isGone: boolean }) {
  const box = 'h-[50px] w-18 rounded-2 phone:row-span-2 phone:h-[70px] phone:w-25'
  if (item.fileId !== null || item.title === null)
    return (
      <span className={`grid place-items-center border border-line text-faint ${box}`}>
        <DeviceIcon device="Other" className="size-6" />
      </span>
    )
  const game = { title: item.title, cardPicture: item.cardPicture }
  return (
    <GamePicture
      game={game}
      sizes="100px"
      eager
      className={`${box} ${isGone ? 'brightness-55 grayscale' : ''}`}
    />
  )
}

function kindOf({ fileId, title, size, devices, isLater, developer }: BasketItem): string {
  if (fileId !== null)
    return [`Extra for ${title}`, size !== null && showSize(size)].filter(Boolean).join(' · ')
  return [isLater && developer ? developer.name : 'Base game', devices.join(', ')].filter(Boolean).join(' · ')
}

/** The changes since the item was added, in words and not by color alone. */
function StateLine({
  item: { state, price, savedPrice, ownedSince, availableFrom, slug },
}: {
  item: BasketItem
}) {
  switch (state) {
    case 'unchanged':
      return null
    case 'dearer':
      return (
        <Line look="text-warn" icon={<IconTriangleAlert className="mt-[3px] size-3.5" />}>
          <Price dollars={price - savedPrice} /> more than when you added it (<Price dollars={savedPrice} />)
        </Line>
      )
    case 'cheaper':
      return (
        <Line look="text-go" icon={<IconCheck className="mt-[3px] size-3.5" />}>
          <Price dollars={savedPrice - price} /> less than when you added it (<Price dollars={savedPrice} />)
        </Line>
      )
    case 'free':
      return <Line>It’s free now. {slug && <TextLink to={gamePath(slug)}>Get it for free</TextLink>}</Line>
    case 'coming':
      return (
        <Line>
          Not out yet.{' '}
          {availableFrom && (
            <>
              You can buy it from <OpensAt iso={availableFrom} />.{' '}
            </>
          )}
          It isn’t counted in the total.
        </Line>
      )
    case 'paused':
      return <Line>Not for sale at present. It isn’t counted in the total.</Line>
    case 'withdrawn':
      return <Line>No longer sold. It isn’t counted in the total.</Line>
    case 'owned':
      return (
        <Line>
          {ownedSince ? `You’ve owned this since ${showDay(ownedSince)}.` : 'You already own this.'} It isn’t
          counted in the total.
        </Line>
      )
  }
}

const Line = ({ look = '', icon, children }: { look?: string; icon?: ReactNode; children: ReactNode }) => (
  <p className={`mt-1 flex items-start gap-1.5 ${look}`}>
    {icon ?? <IconCircleInfo className="mt-[3px] size-3.5" />}
    <span>{children}</span>
  </p>
)
