import { MARK_LABELS } from '@nofiller/contract/reviews/review-rules'
import type { ReviewFigures } from '@nofiller/contract/reviews/seller-reviews'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { TextLink } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/page.tsx'
import { recentLine } from '../review-words.ts'
import { SurgeNote } from '../surge-note.tsx'

type ReviewFiguresAsideProps = { gameId: string; figures: ReviewFigures | undefined }

/** What the reviews of a game come to, as buyers see it, and why some do not count. */
export const ReviewFiguresAside = ({ gameId, figures }: ReviewFiguresAsideProps) => (
  <aside aria-label="What they come to" className="grid grid-cols-1 gap-4">
    {figures && <Share figures={figures} />}
    {figures?.surge && (
      <Panel>
        <SurgeNote gameId={gameId} surge={figures.surge} />
      </Panel>
    )}
    {figures && <Uncounted uncounted={figures.uncounted} />}
    <section aria-labelledby="how-reviews-work" className="grid gap-1 text-sm text-muted">
      <h3 id="how-reviews-work" className="font-650 text-text">
        How reviews work
      </h3>
      <p>
        You can answer each review once, and report it like anybody. Nobody can hide, pin, order or pay for
        one. <TextLink to="/reviews-policy">Read the rules</TextLink>
      </p>
    </section>
  </aside>
)

function Share({ figures: { share, counted, shown, recent } }: { figures: ReviewFigures }) {
  return (
    <Panel>
      <section aria-label="Share">
        {share === null ? (
          <p className="text-md font-650">{shown === 0 ? 'No reviews yet.' : plural(shown, 'review')}</p>
        ) : (
          <p>
            <span className="block text-sm text-muted">Recommended</span>
            <b className="block text-[32px]/[40px] font-750">{share}%</b>
            <span className="text-sm text-muted">of {showCount(counted)} counted</span>
          </p>
        )}
        {recent && <p className="mt-1.5 text-sm text-muted">{recentLine(recent)}</p>}
      </section>
    </Panel>
  )
}

const REASONS: [keyof ReviewFigures['uncounted'], string][] = [
  ['free_copy', 'Free copy from you'],
  ['team', MARK_LABELS.team],
  ['refunded', MARK_LABELS.refunded],
  ['surge', MARK_LABELS.surge],
  ['others', 'For other reasons'],
]

function Uncounted({ uncounted }: Pick<ReviewFigures, 'uncounted'>) {
  const rows = REASONS.filter(([reason]) => uncounted[reason] > 0)
  if (rows.length === 0) return null
  const total = rows.reduce((sum, [reason]) => sum + uncounted[reason], 0)
  return (
    <Panel flush>
      <section aria-labelledby="uncounted-title">
        <h3
          id="uncounted-title"
          className="flex justify-between gap-4 border-b border-line px-5 py-3.5 text-base/6 font-650"
        >
          Shown, not counted <span>{showCount(total)}</span>
        </h3>
        <dl className="grid gap-1.5 px-5 py-3.5 text-ui">
          {rows.map(([reason, label]) => (
            <div key={reason} className="flex justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold">{showCount(uncounted[reason])}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Panel>
  )
}
