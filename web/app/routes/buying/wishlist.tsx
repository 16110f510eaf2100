import { showPrice, sumDollars } from '@nofiller/contract/pricing/money'
import { plural } from '@nofiller/contract/text/digits'
import type { WishlistSummary } from '@nofiller/contract/wishlist/wishlist'
import { WISHLIST_SORTS, type WishlistSort } from '@nofiller/contract/wishlist/wishlist-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../api/use-action.ts'
import { inBasket } from '../../features/basket/in-basket.ts'
import { useWishlist, type WishlistFilter } from '../../features/wishlist/use-wishlist.ts'
import { WishlistRows } from '../../features/wishlist/wishlist-rows.tsx'
import { withNext } from '../../session/login-address.ts'
import { refreshUser, useServerDown, useUser } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { IconHeart } from '../../ui/icons.tsx'
import { choiceIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { Empty } from '../../ui/list/empty.tsx'
import { List } from '../../ui/list/list.tsx'
import { SortChoice } from '../../ui/list/sort-choice.tsx'
import { ViewChoice } from '../../ui/list/view-choice.tsx'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { Failed } from '../../ui/query-view.tsx'

export const meta = titled('Wishlist')

const FAILED = 'Failed to load your wishlist'
const SORT_NAMES: Record<WishlistSort, string> = {
  added: 'Newest first',
  price: 'Lowest price',
  saving: 'Biggest saving',
  release: 'Newest release',
}

const readFilter = (search: URLSearchParams): WishlistFilter => ({
  sort: choiceIn(search, 'sort', WISHLIST_SORTS),
  sale: choiceIn(search, 'sale', ['1']),
})

/** The games that the user, or in this browser the visitor, wants. */
export default function Wishlist() {
  const { filter, field } = useAddressFilter(readFilter)
  const { list, summary } = useWishlist(filter)
  const heading = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const isDown = useServerDown()
  const removed = (title: string) => {
    setSaid(`${title} removed from your wishlist.`)
    heading.current?.querySelector('h1')?.focus()
  }
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div ref={heading} className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <PageTitle>Wishlist</PageTitle>
          <p className="min-h-6 text-muted">
            {summary && `${plural(summary.count, 'game')}. Only you see it.`}
          </p>
        </div>
        {summary && summary.count > 0 && (
          <div className="flex flex-wrap items-center gap-3 max-phone:w-full max-phone:justify-between">
            <ViewChoice
              label="Games"
              names={{ all: `All ${summary.count}`, sale: `On sale ${summary.onSale}` }}
              value={filter.sale ? 'sale' : 'all'}
              onChange={(view) => field('sale').onChange(view === 'sale' ? '1' : undefined)}
            />
            <SortChoice names={SORT_NAMES} {...field('sort')} />
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <NeedsScripts to="see your wishlist" />
      {list.data === undefined && isDown ? (
        <Failed error={FAILED} retry={() => void refreshUser()} />
      ) : (
        <List list={list} error={FAILED} empty={<NothingHere isFiltered={filter.sale !== undefined} />}>
          {(entries) => <WishlistRows entries={entries} onRemoved={removed} />}
        </List>
      )}
      {summary && <Below summary={summary} />}
    </Container>
  )
}

const NothingHere = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="Nothing on your wishlist is on sale." icon={<IconHeart />} />
  ) : (
    <Empty
      title="Nothing here yet."
      icon={<IconHeart />}
      action={
        <ButtonLink kind="primary" to="/games">
          Browse games
        </ButtonLink>
      }
    />
  )

function Below({ summary }: { summary: WishlistSummary }) {
  const { count, forSale } = summary
  const user = useUser()
  const add = useAddAll()
  const basket = inBasket.use()
  const left = forSale.filter(({ gameId }) => !basket?.includes(gameId))
  const total = sumDollars(...left.map(({ price }) => price))
  return (
    <>
      <HiddenGames hiddenBy={summary.hiddenBy} />
      {count > 0 && (
        <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-4 border-t border-line pt-6">
          <p className="max-w-[64ch] min-w-65 flex-1 text-sm text-muted">
            {user === null && (
              <>
                <TextLink to={withNext('/login', '/wishlist')}>Log in</TextLink> to keep this list and hear of
                sales.
              </>
            )}
            {user && (
              <>
                At most one email a week with all your news in it.{' '}
                {!user.notifyUpdates && (
                  <>
                    Emails are off until you switch them on in{' '}
                    <TextLink to="/notices/preferences">notices</TextLink>.{' '}
                  </>
                )}
                Prices are read again when it is sent.
              </>
            )}
          </p>
          {left.length > 0 && (
            <Button
              kind="primary"
              size="large"
              className="ml-auto max-phone:w-full"
              busy={add.busy}
              onClick={() => add.press(summary)}
            >
              <span>
                Add {plural(left.length, 'game')} to basket · <span translate="no">{showPrice(total)}</span>
              </span>
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** How many games are not shown, and by what, with where that is changed. */
function HiddenGames({ hiddenBy: { limits, blocks, choice } }: Pick<WishlistSummary, 'hiddenBy'>) {
  const isVisitor = useUser() === null
  const lines = [
    { games: limits, by: 'limits', to: '/limits', link: 'Change limits' },
    { games: blocks, by: 'blocks', to: '/settings/blocks', link: 'See blocks' },
    { games: choice, by: 'choice to hide 18+ games', to: isVisitor ? null : '/settings', link: 'Change it' },
  ].filter(({ games }) => games > 0)
  return (
    <div className="mt-4 grid gap-1 text-sm text-muted empty:hidden">
      {lines.map(({ games, by, to, link }) => (
        <p key={by}>
          {plural(games, 'game')} {games === 1 ? 'is' : 'are'} hidden by your {by}.{' '}
          {to && <TextLink to={to}>{link}</TextLink>}
        </p>
      ))}
    </div>
  )
}

/** Its code, with the basket's, is loaded at the first click. */
function useAddAll() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useAction(
    async (summary: WishlistSummary) => {
      const { addAll } = await import('../../features/wishlist/add-all.ts')
      await addAll(queries, summary, () => navigate('/basket'))
    },
    { failureOf: () => 'We couldn’t add these to your basket. Please try again.' },
  )
}
