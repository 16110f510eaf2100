import { gamePath } from '@nofiller/contract/catalog/paths'
import { HELD, type HeldReason, verdictOf } from '@nofiller/contract/reviews/review-rules'
import type { HeldOutcome } from '@nofiller/contract/reviews/surge-rules'
import type { HeldReview } from '@nofiller/contract/reviews/surges'
import { showUtcDay } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { useList } from '../../../api/use-list.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { IconCheck } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { List } from '../../../ui/list/list.tsx'
import { Panel } from '../../../ui/page.tsx'
import { HeldDialog } from './held-dialog.tsx'

const WHY: Record<HeldReason, string> = {
  copy: 'Like the review of another account',
  refusals: `${HELD.removed} of its writer’s last ${HELD.ofLast} reviews were removed`,
}

type Asked = { review: HeldReview; outcome: HeldOutcome }

/** Reviews that wait for a look, each beside the one that it is like. */
export function HeldList() {
  const held = useList('GET /api/admin/held-reviews', {})
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <List
        list={held}
        error="Failed to load the held reviews"
        empty={<Empty title="No review is held." icon={<IconCheck />} />}
      >
        {(rows) => (
          <Panel flush>
            <ul aria-label="Held reviews" className="divide-y divide-line">
              {rows.map((review) => (
                <li key={review.id} data-row className="grid grid-cols-1 gap-3 px-4 py-4 phone:px-5">
                  <Texts review={review} />
                  <div className="flex flex-wrap gap-2">
                    {(['release', 'remove'] as const).map((outcome) => (
                      <Button
                        key={outcome}
                        size="small"
                        onClick={() => setAsked({ review, outcome })}
                        aria-label={`${LABELS[outcome]} the review of ${review.game.title}`}
                      >
                        {LABELS[outcome]}
                      </Button>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </List>
      {asked && <HeldDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const LABELS: Record<HeldOutcome, string> = { release: 'Release', remove: 'Remove' }

const Texts = ({ review: { game, recommends, text, on, reason, like } }: { review: HeldReview }) => (
  <>
    <div>
      <h3 className="font-semibold wrap-anywhere">
        <Game game={game} />
      </h3>
      <p className="text-sm text-muted">
        {WHY[reason]}. Held on {showUtcDay(on)}.
      </p>
    </div>
    <div className="grid grid-cols-1 gap-4 bar:grid-cols-2">
      <div className="grid content-start gap-1">
        <p className="text-sm text-muted">{verdictOf(recommends)}</p>
        <Words text={text} />
      </div>
      {like && (
        <div className="grid content-start gap-1 border-l-2 border-edge pl-4">
          <p className="text-sm text-muted">
            The one that it is like, about <Game game={like.game} />
          </p>
          <Words text={like.text} />
        </div>
      )}
    </div>
  </>
)

const Game = ({ game }: { game: HeldReview['game'] }) => (
  <TextLink to={gamePath(game.slug)}>
    <span translate="no" dir="auto">
      {game.title}
    </span>
  </TextLink>
)

const Words = ({ text }: { text: string }) => (
  <p dir="auto" className="max-w-[72ch] whitespace-pre-line wrap-anywhere">
    {text}
  </p>
)
