import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { showSize } from '@nofiller/contract/text/size'
import type { ReactNode } from 'react'
import { showAgo } from '../../../ui/ago.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { MovingTime } from '../../../ui/moving-time.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { DeviceIcon } from '../../catalog/device-icon.tsx'
import { useReleases } from '../list/use-releases.ts'
import { showLocal, zoneAt } from '../local-time.ts'
import { ReleaseStatePill, savesText, shownAt } from '../show-release.tsx'
import { AUDIENCE_NAMES } from '../steps/step-fields.tsx'
import { historyOf } from './history.ts'
import { GameFigures, OrdersPerDay, useGameFigures } from './orders-per-day.tsx'

/** A developer's game at a glance: what needs them, its figures, what comes next and what is live. */
export function Overview({ game }: { game: SellerGame }) {
  const releases = useReleases(game._id)
  const figures = useGameFigures(game)
  return (
    <div className="grid grid-cols-1 gap-6">
      {game.toDo.length + game.questions.length > 0 && <ToDo game={game} />}
      <QueryView query={releases} error="Failed to load releases" skeleton={<Skeleton className="h-96" />}>
        {(rows) => (
          <>
            <GameFigures figures={figures} newest={rows.find(({ id }) => id === game.newest?.id)} />
            <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_344px] desktop:gap-8 wide:grid-cols-[minmax(0,1fr)_376px]">
              <div className="grid grid-cols-1 gap-6">
                <NextUp game={game} release={nextOf(rows)} />
                <OrdersPerDay figures={figures} releases={rows} />
              </div>
              <div className="grid grid-cols-1 gap-6">
                <LiveNow game={game} release={rows.find(({ id }) => id === game.newest?.id)} />
                <History rows={rows} />
              </div>
            </div>
          </>
        )}
      </QueryView>
    </div>
  )
}

type SectionProps = { title: ReactNode; line?: ReactNode; action?: ReactNode; children?: ReactNode }

const Section = ({ title, line, action, children }: SectionProps) => (
  <Panel flush>
    <section>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 px-4 py-3.5 not-last:border-b not-last:border-line phone:px-5 phone:py-4">
        <div className="min-w-0 flex-1 basis-36">
          <h2 className="text-md font-650">{title}</h2>
          {line && <p className="text-sm text-muted wrap-anywhere">{line}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  </Panel>
)

const ToDo = ({ game }: { game: SellerGame }) => (
  <Section title="To do">
    <ul className="divide-y divide-line">
      {game.toDo.map(({ id, label, kind, reason, since }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 phone:grid-cols-[minmax(0,1fr)_auto_96px] phone:px-5"
        >
          <div className="max-phone:col-span-2">
            <b className="font-semibold">
              {label} {kind === 'failed' ? 'failed its check' : 'is late'}
            </b>
            <p className="text-sm text-muted wrap-anywhere">{reason}</p>
          </div>
          <span className="text-sm text-muted">
            <MovingTime iso={since} say={showAgo} />
          </span>
          <ButtonLink size="small" to={`${sellerGamePath(game._id)}/releases/${id}`}>
            See why<span className="sr-only"> {label}</span>
          </ButtonLink>
        </li>
      ))}
      {game.questions.map(({ id, title, sentence }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 phone:px-5"
        >
          <div>
            <b className="font-semibold">{title}</b>
            <p className="text-sm text-muted wrap-anywhere">{sentence}</p>
          </div>
          <ButtonLink size="small" to={`${sellerGamePath(game._id)}/checks`}>
            Answer<span className="sr-only">: {title}</span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  </Section>
)

/** The release that opens next, else the newest draft. */
function nextOf(rows: readonly OwnRelease[]): OwnRelease | undefined {
  const coming = rows.filter(({ state }) => state === 'opening' || state === 'scheduled')
  const timeOf = ({ nextStep, opensAt }: OwnRelease) => nextStep?.opensAt ?? opensAt ?? ''
  const [first] = coming.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))
  return first ?? rows.find(({ releasedAt, withdrawnAt }) => releasedAt === null && withdrawnAt === null)
}

function NextUp({ game, release }: { game: SellerGame; release: OwnRelease | undefined }) {
  if (!release) return null
  const { id, label, summary, state, opensAt, steps } = release
  return (
    <Section
      title={
        <>
          Next: <span translate="no">{label}</span>
        </>
      }
      line={summary || 'No notes were written'}
      action={
        <ButtonLink size="small" to={`${sellerGamePath(game._id)}/releases/${id}`}>
          {opensAt ? 'Open' : 'Continue'}
        </ButtonLink>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3.5 last:pb-3.5 text-ui phone:px-5">
        <ReleaseStatePill state={state} />
        {opensAt && steps.length === 0 && (
          <span>
            <b className="font-semibold">{showLocal(opensAt, currentTime())}</b>
            <span className="text-muted"> {zoneAt(new Date(opensAt))}, for all owners</span>
          </span>
        )}
      </p>
      {steps.length > 0 && <Timeline release={release} />}
    </Section>
  )
}

/** Whom a release opens to, in the order of time. */
function Timeline({ release }: { release: OwnRelease }) {
  const { steps } = release
  const now = shownAt(release)
  const zones = [...new Set(steps.map(({ opensAt }) => zoneAt(new Date(opensAt))))]
  return (
    <div className="px-4 py-3.5 phone:px-5">
      <ol className="grid phone:auto-cols-fr phone:grid-flow-col">
        {steps.map(({ audience, opensAt }) => {
          const isOpen = Date.parse(opensAt) <= now.getTime()
          return (
            <li
              key={audience}
              className={`relative border-line pb-3 pl-5 before:absolute before:size-2.5 before:rounded-full before:border-2 max-phone:border-l-2 max-phone:before:top-1 max-phone:before:-left-1.5 phone:border-t-2 phone:pt-4 phone:pl-0 phone:before:-top-1.5 phone:before:left-0 ${isOpen ? 'before:border-accent before:bg-accent' : 'before:border-edge before:bg-surface'}`}
            >
              <span className="block text-sm text-muted">
                {isOpen && 'Since '}
                {showLocal(opensAt, now)}
              </span>
              <b className="font-650">{AUDIENCE_NAMES[audience]}</b>
            </li>
          )
        })}
      </ol>
      <p className="text-sm text-faint">Times in {zones.join(', then ')}.</p>
    </div>
  )
}

function LiveNow({ game, release }: { game: SellerGame; release: OwnRelease | undefined }) {
  const { newest, gameFiles, isFree } = game
  if (!newest) return null
  return (
    <Section
      title={
        <>
          Live: <span translate="no">{newest.label}</span>
        </>
      }
      line={`Since ${showLocal(newest.releasedAt, currentTime())}`}
      action={
        <ButtonLink kind="quiet" size="small" to={`${sellerGamePath(game._id)}/releases`}>
          All releases
        </ButtonLink>
      }
    >
      <ul className="divide-y divide-line">
        {gameFiles.map(({ _id, name, device, size, customPrice }) => (
          <li
            key={_id}
            className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-3 px-4 py-3 text-ui phone:px-5"
          >
            <span className="text-muted">
              <DeviceIcon device={device} />
            </span>
            <b className="font-semibold wrap-anywhere" title={name}>
              {device === 'Other' ? name : device}
            </b>
            <span className="text-sm text-muted">
              {showSize(size)}
              {customPrice !== null && !isFree && (
                <>
                  {' · '}
                  <Price dollars={customPrice} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {release && (
        <div className="border-t border-line px-4 py-3 phone:px-5">
          <p className="text-xs font-semibold text-muted">Saves</p>
          <p className="text-sm text-muted">{savesText(release)}</p>
        </div>
      )}
    </Section>
  )
}

function History({ rows }: { rows: readonly OwnRelease[] }) {
  const events = historyOf(rows)
  if (events.length === 0) return null
  return (
    <Section title="History">
      <ul className="divide-y divide-line">
        {events.map(({ key, label, what, at }) => (
          <li key={key} className="px-4 py-2.5 text-ui text-muted phone:px-5">
            <b translate="no" className="font-semibold text-text">
              {label}
            </b>{' '}
            {what}
            <span className="block text-sm text-faint">{showLocal(at, currentTime())}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
