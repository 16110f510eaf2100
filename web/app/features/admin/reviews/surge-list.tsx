import { gamePath } from '@nofiller/contract/catalog/paths'
import { SURGE } from '@nofiller/contract/reviews/review-rules'
import type { AdminSurge } from '@nofiller/contract/reviews/surges'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { useList } from '../../../api/use-list.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { IconCheck } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { List } from '../../../ui/list/list.tsx'
import { Panel } from '../../../ui/page.tsx'
import { dueText } from '../reports/due.ts'
import { SurgeDialog } from './surge-dialog.tsx'

const EMPTY = { open: 'No game has unusually many reviews.', decided: 'Nothing was decided yet.' } as const

/** Games with unusually many reviews: what is due first, or what was decided. */
export function SurgeList({ state }: { state: 'open' | 'decided' }) {
  const surges = useList('GET /api/admin/review-surges', { state })
  const [decided, setDecided] = useState<AdminSurge | null>(null)
  return (
    <>
      <List
        list={surges}
        error="Failed to load the surges"
        empty={<Empty title={EMPTY[state]} icon={<IconCheck />} />}
      >
        {(rows) => (
          <Panel flush>
            <ul aria-label="Surges" className="divide-y divide-line">
              {rows.map((surge) => (
                <li
                  key={surge.id}
                  data-row
                  className="grid gap-x-6 gap-y-3 px-4 py-4 phone:grid-cols-[minmax(0,1fr)_auto] phone:items-center phone:px-5"
                >
                  <Facts surge={surge} />
                  {surge.state === 'open' && (
                    <Button
                      className="justify-self-start"
                      aria-label={`Decide about ${surge.game.title}`}
                      onClick={() => setDecided(surge)}
                    >
                      Decide
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </List>
      {decided && <SurgeDialog surge={decided} onClose={() => setDecided(null)} />}
    </>
  )
}

function Facts({ surge }: { surge: AdminSurge }) {
  const { game, reviews, positive, newcomers, from, dueAt, decision } = surge
  return (
    <div className="grid min-w-0 gap-1">
      <h3 className="font-semibold wrap-anywhere">
        <TextLink to={`${gamePath(game.slug)}#reviews`}>
          <span translate="no" dir="auto">
            {game.title}
          </span>
        </TextLink>
      </h3>
      <p className="text-sm text-muted">
        Since {showUtcDay(from)}: {reviews} reviews in {SURGE.hours} hours, {reviews - positive} of them “Not
        recommended”, {newcomers} by newcomers.
      </p>
      {decision === null ? (
        <p className="text-sm">{dueText(dueAt, currentTime())}. All of them count until then.</p>
      ) : (
        <>
          <p className="text-sm">
            {outcomeOf(surge)} By {decision.by}, {showUtcMoment(decision.at)}.
            {decision.decisionId && (
              <>
                {' '}
                <TextLink to={`/decision/${decision.decisionId}`}>What the seller was told</TextLink>
              </>
            )}
          </p>
          <p dir="auto" className="text-sm whitespace-pre-line text-muted wrap-anywhere">
            {decision.reason}
          </p>
        </>
      )}
    </div>
  )
}

const outcomeOf = ({ state, from, until }: AdminSurge): string =>
  state === 'off_topic'
    ? `${showUtcDay(from)} to ${showUtcDay(until ?? from)}: shown and not counted.`
    : 'Normal: all count.'
