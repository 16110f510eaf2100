import { FILES_MAX, SCREENSHOTS_MAX } from '@nofiller/contract/authoring/game-rules'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { dollarsOf, MAX_PRICE_CENTS, showPrice } from '@nofiller/contract/pricing/money'
import { grouped, plural } from '@nofiller/contract/text/digits'
import type { CSSProperties, ReactNode } from 'react'
import { Art } from '../../features/catalog/art.tsx'
import { Prose } from '../../features/content/prose.tsx'
import { coinOnNetwork } from '../../features/payouts/transaction-link.tsx'
import { AskToSell } from '../../features/profiles/sell-request/ask-to-sell.tsx'
import { type Selling, servicesContext, type ThemedGame } from '../../services.ts'
import { useUser } from '../../session/session.ts'
import { storeOf, titled, useStore } from '../../shell/store-info.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import type { Route } from './+types/sell.ts'

export const loader = ({ context }: Route.LoaderArgs) => context.get(servicesContext).selling()

export const meta: Route.MetaFunction = ({ matches }) => [
  ...titled('Sell your game')({ matches }),
  {
    name: 'description',
    content: 'What selling an adult indie game here means: your share, your page, the rules, the money.',
  },
  { tagName: 'link', rel: 'canonical', href: `${storeOf(matches)?.publicUrl}/sell` },
]

/** For prospective developers: the terms, the requirements, and the request form. */
export default function Sell({ loaderData: selling }: Route.ComponentProps) {
  const user = useUser()
  const { example, sharePercent } = selling
  const less = example.feePercent === 0 ? '' : ', less the payment fee'
  return (
    <Container className="pt-8 pb-16 phone:pt-14 phone:pb-24">
      <PageTitle className="d1">Sell your game</PageTitle>
      <p className="mt-3 mb-6 max-w-[56ch] text-lg text-muted">
        Adult indie games, on a page that looks like your game. You keep {shown(100 - sharePercent)}%{less}.
      </p>
      <div className="mb-12 flex flex-wrap gap-2">
        <ButtonLink to={{ hash: 'ask' }} kind="primary" size="large">
          Ask to sell
        </ButtonLink>
        <ButtonLink to={{ hash: 'rules' }} kind="quiet" size="large">
          Read the rules
        </ButtonLink>
      </div>
      <Section id="share" title="The share" note={`${shown(sharePercent)}% to the store.`}>
        <Share {...selling} />
      </Section>
      <Section id="page" title="Your page" note="Your colors, not ours.">
        <YourPage {...selling} />
      </Section>
      <Section id="rules" title="The rules" note="As our terms put them.">
        <Rules {...selling} />
      </Section>
      <Section id="money" title="The money" note="From the sale to your wallet.">
        <Money {...selling.payouts} />
      </Section>
      <Section id="ask" title="Ask to sell" note={user && `You are logged in as ${user.username}.`}>
        <AskToSell answerHours={selling.answerHours} />
      </Section>
    </Container>
  )
}

type SectionProps = { id: string; title: string; note: ReactNode; children: ReactNode }

const Section = ({ id, title, note, children }: SectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="grid grid-cols-1 gap-x-8 gap-y-4 border-t border-line pt-8 pb-10 bar:grid-cols-[192px_minmax(0,1fr)]"
  >
    <div className="grid content-start gap-1">
      <h2 id={`${id}-title`} className="d3">
        {title}
      </h2>
      <p className="text-sm text-muted">{note}</p>
    </div>
    <div className="min-w-0">{children}</div>
  </section>
)

const Words = ({ children }: { children: ReactNode }) => (
  <p className="mt-4 max-w-[64ch] text-muted">{children}</p>
)

/** One sale, split as it would be booked. */
function Share({ example, sharePercent }: Selling) {
  const { name } = useStore()
  const { priceCents, feePercent, feeCents, platformCents, developerCents } = example
  return (
    <>
      <Panel className="grid items-center gap-x-6 gap-y-4 phone:grid-cols-[200px_minmax(0,1fr)]">
        <div>
          <span className="inline-flex h-10 items-center rounded-1 bg-sticker px-3.5 text-d4 font-750 text-sticker-ink [font-stretch:88%]">
            {dollars(priceCents)}
          </span>
          <p className="mt-3 text-sm text-muted">A buyer pays</p>
        </div>
        <dl>
          {feePercent !== null && feeCents > 0 && (
            <ShareRow name={`Payment provider, ${shown(feePercent)}%`}>−{dollars(feeCents)}</ShareRow>
          )}
          <ShareRow name={`${name}, ${shown(sharePercent)}%`}>−{dollars(platformCents)}</ShareRow>
          <div className="d3 flex items-baseline justify-between gap-4 pt-2.5">
            <dt>You</dt>
            <dd>{dollars(developerCents)}</dd>
          </div>
        </dl>
      </Panel>
      <Words>
        No listing fee, no exclusivity. You set the price, from free to $
        {grouped(String(MAX_PRICE_CENTS / 100))}.
        {feePercent === null && ' What the payment provider charges for a sale is taken from your share.'}{' '}
        Your share of every order is listed to the cent.
      </Words>
    </>
  )
}

const ShareRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 border-b border-line py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd className="font-semibold whitespace-nowrap">{children}</dd>
  </div>
)

function YourPage({ games, uploadBytesMax }: Selling) {
  const [first] = games
  return (
    <>
      {first && (
        <div className="grid grid-cols-1 gap-6 phone:grid-cols-2">
          {games.map((game) => (
            <PageInSmall key={game.slug} game={game} />
          ))}
        </div>
      )}
      <p className={`max-w-[64ch] text-muted ${first ? 'mt-4' : ''}`}>
        Background, text, links and buttons are yours, with a cover, up to {SCREENSHOTS_MAX} screenshots, a
        demo, up to {FILES_MAX} files of {gigabytes(uploadBytesMax)} each, and extras with their own price.{' '}
        {first && <TextLink to={gamePath(first.slug)}>Open {first.title}</TextLink>}
      </p>
    </>
  )
}

function PageInSmall({ game }: { game: ThemedGame }) {
  const colors: CSSProperties = { background: game.pageBg, color: game.textColor }
  return (
    <figure>
      <div className="rounded-3 border border-line p-4" style={colors}>
        <div className="relative aspect-video overflow-hidden rounded-t-2">
          {game.coverImage && (
            <Art picture={game.coverImage} sizes="(min-width: 641px) 480px, 100vw" alt="" />
          )}
        </div>
        <div
          className="flex flex-wrap items-center justify-between gap-3 rounded-b-2 p-4"
          style={{ background: game.previewBg }}
        >
          <div className="min-w-0">
            <p className="truncate text-lg font-bold">{game.title}</p>
            <p className="truncate text-sm opacity-80">by {game.devName}</p>
          </div>
          <span
            className="rounded-2 px-3.5 py-2 text-ui font-bold whitespace-nowrap"
            style={{ background: game.buyButtonColor, color: game.buttonTextColor }}
          >
            {game.isFree ? 'Free Game' : `Buy for ${showPrice(game.price)}`}
          </span>
        </div>
      </div>
      <figcaption className="mt-2 text-sm text-faint">
        {game.title}, by {game.devName}
      </figcaption>
    </figure>
  )
}

const Rules = ({ rules, firstReviewHours }: Selling) => (
  <>
    {rules && <Prose html={rules.html} className="max-w-[68ch]" />}
    <Words>
      You publish when you are ready.{' '}
      {firstReviewHours !== null &&
        `A person reviews your first game before it is public, within ${firstReviewHours} hours. `}
      If a game breaks a rule, we take it down and email you why. <TextLink to="/terms">All terms</TextLink>
    </Words>
  </>
)

const Money = ({ holdDays, minimumCents, weekday, coins, medianHours }: Selling['payouts']) => (
  <dl className="grid gap-x-6 gap-y-4 phone:grid-cols-2 desktop:grid-cols-4">
    <Fact name="Hold">{plural(holdDays, 'day')} after each sale</Fact>
    <Fact name="Payout">
      Every {weekday}, from {dollars(minimumCents)}, or when you ask
    </Fact>
    <Fact name="To">Your wallet: {ANY_OF.format(coins.map(coinOnNetwork))}</Fact>
    {medianHours !== null && (
      <Fact name="From due to paid">
        {plural(medianHours, 'hour')}
        <span className="block text-sm font-normal text-muted">Median of the last 90 days</span>
      </Fact>
    )}
  </dl>
)

const ANY_OF = new Intl.ListFormat('en-US', { type: 'disjunction' })

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="mb-1 text-xs font-semibold text-faint">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)

const dollars = (cents: number): string => showPrice(dollarsOf(cents))
/** At most one decimal. */
const shown = (percent: number): string => String(Math.round(percent * 10) / 10)
const gigabytes = (bytes: number): string => `${shown(bytes / 1024 ** 3)} GB`
