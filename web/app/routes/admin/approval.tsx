import { gamePath } from '@nofiller/contract/catalog/paths'
import type { ApprovalAsset, ApprovalDetail } from '@nofiller/contract/moderation/moderation'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { useParams } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { TablePanel, WorkColumns, WorkPage, WorkPanel } from '../../features/admin/work-page.tsx'
import { VisibilityPill } from '../../features/authoring/access/visibility-pill.tsx'
import { DECIDED_NAMES, dueIn, whyHere } from '../../features/moderation/approvals/approval-labels.ts'
import { CoveredPicture } from '../../features/moderation/approvals/covered-picture.tsx'
import { DecisionForm } from '../../features/moderation/approvals/decision-form.tsx'
import { TakeOverDialog } from '../../features/moderation/approvals/take-over-dialog.tsx'
import {
  useApproval,
  useApprovalActions,
  useClaimRenewal,
} from '../../features/moderation/approvals/use-approvals.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { IconClock } from '../../ui/icons.tsx'
import { Table } from '../../ui/list/table.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Approval')

/** A game to review, beside the form for the decision. */
export default function AdminApproval() {
  const { id = '' } = useParams()
  const approval = useApproval(id)
  const shown = approval.data
  useClaimRenewal(id, shown?.claim?.isMine === true && shown.state === 'waiting')
  return (
    <WorkPage
      back={{ to: '/admin/approvals', label: 'Approvals' }}
      title={shown?.title ?? 'Approval'}
      state={shown && <State approval={shown} />}
      actions={shown?.state === 'waiting' && <ClaimActions approval={shown} />}
    >
      <QueryView query={approval} error="Failed to load reviews" skeleton={<Skeleton className="h-120" />}>
        {(loaded) => <Work key={loaded._id} approval={loaded} />}
      </QueryView>
    </WorkPage>
  )
}

function State({ approval }: { approval: ApprovalDetail }) {
  const { state, developer, sentAt, dueAt } = approval
  return (
    <>
      <Pill kind={state === 'waiting' ? 'warn' : 'neutral'} icon={<IconClock />}>
        {{ waiting: 'In review', seller: 'With the seller', decided: 'Decided' }[state]}
      </Pill>
      {approval.visibility !== 'public' && <VisibilityPill visibility={approval.visibility} />}
      <span>
        {whyHere(approval)} by <TextLink to={`/admin/users/${developer._id}`}>{developer.name}</TextLink>,
        sent {showUtcMoment(sentAt)}
        {state === 'waiting' && `, due: ${dueIn(dueAt, currentTime()).toLowerCase()}`}
      </span>
    </>
  )
}

function ClaimActions({ approval }: { approval: ApprovalDetail }) {
  const { claim, letGo } = useApprovalActions()
  const [asks, setAsks] = useState(false)
  const { claim: held, _id: id } = approval
  const act = async (deed: Promise<void>) => {
    try {
      await deed
    } catch (error) {
      toast(messageOf(error), { kind: 'bad' })
    }
  }
  if (held?.isMine)
    return (
      <span className="flex flex-wrap items-center gap-3 text-sm">
        <span>
          <b>Yours until {showUtcMoment(held.until)}.</b> Renewed while you work
        </span>
        <Button onClick={() => act(letGo(id))}>Release</Button>
      </span>
    )
  return (
    <span className="flex flex-wrap items-center gap-3 text-sm">
      {held && <span>{held.name} is looking at it.</span>}
      <Button kind="primary" onClick={() => (held ? setAsks(true) : act(claim(id, false)))}>
        {held ? 'Take over…' : 'Claim'}
      </Button>
      {asks && (
        <TakeOverDialog
          approval={approval}
          onTakeOver={() => act(claim(id, true))}
          onClose={() => setAsks(false)}
        />
      )}
    </span>
  )
}

function Work({ approval }: { approval: ApprovalDetail }) {
  const [about, setAbout] = useState<readonly string[]>([])
  const isMine = approval.claim?.isMine === true
  return (
    <WorkColumns
      sidebar={
        <>
          {approval.state === 'waiting' && isMine && (
            <DecisionForm approval={approval} about={about} onAbout={setAbout} />
          )}
          {approval.state === 'waiting' && !isMine && (
            <WorkPanel title="Decision">
              <p className="text-muted">
                {approval.claim
                  ? `${approval.claim.name} is looking at this game.`
                  : 'Claim this game first, so that nobody else decides about it meanwhile.'}
              </p>
            </WorkPanel>
          )}
          {approval.decisions.length > 0 && <Decisions approval={approval} />}
        </>
      }
    >
      {approval.changedSinceOpened && (
        <Note kind="warn" role="status">
          <b>Changed since you opened it.</b> Your decision will be about revision {approval.revision}. What
          changed is below.
        </Note>
      )}
      {approval.changes.length > 0 && <Changes approval={approval} />}
      <Pictures approval={approval} about={about} />
      <TheGame approval={approval} />
    </WorkColumns>
  )
}

const Changes = ({ approval: { changes } }: { approval: ApprovalDetail }) => (
  <TablePanel title="What changed" note={plural(changes.length, 'field')}>
    <Table
      label="What changed"
      rows={changes}
      keyOf={({ field }) => field}
      columns={[
        { head: 'Field', cell: ({ field }) => <b className="font-650">{field}</b>, card: { wide: true } },
        {
          head: 'Before',
          cell: ({ before }) => <del className="bg-bad/12 text-muted wrap-anywhere">{readable(before)}</del>,
          card: { wide: true },
        },
        {
          head: 'Now',
          cell: ({ now }) => (
            <ins className="bg-go/12 font-semibold no-underline wrap-anywhere">{readable(now)}</ins>
          ),
          card: { wide: true },
        },
      ]}
    />
  </TablePanel>
)

/** A snapshot keeps the time of an upload as ISO, for comparisons; people read it like any other time. */
const readable = (value: string): string =>
  value.replace(/\b\d{4}-\d\d-\d\dT[\d:]{8}Z/g, showUtcMoment) || '–'

const hasPicture = (
  asset: ApprovalAsset,
): asset is ApprovalAsset & { picture: NonNullable<ApprovalAsset['picture']> } => asset.picture !== null

function Pictures({ approval: { assets }, about }: { approval: ApprovalDetail; about: readonly string[] }) {
  const [shown, setShown] = useState<readonly string[]>([])
  const pictures = assets.filter(hasPicture)
  if (pictures.length === 0) return null
  return (
    <WorkPanel
      title="Pictures"
      link={
        <span className="flex items-center gap-2 text-faint">
          Covered until you ask.
          <button
            type="button"
            onClick={() => setShown(pictures.map(({ id }) => id))}
            className="cursor-pointer text-text underline underline-offset-2"
          >
            Show all
          </button>
        </span>
      }
    >
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-3">
        {pictures.map((asset) => (
          <CoveredPicture
            key={asset.id}
            asset={asset}
            isShown={shown.includes(asset.id)}
            isMeant={about.includes(asset.id)}
            onShow={() => setShown([...shown, asset.id])}
          />
        ))}
      </div>
    </WorkPanel>
  )
}

const TheGame = ({
  approval: { slug, description, warnings, reviewerNotes, files, price, tags, category },
}: {
  approval: ApprovalDetail
}) => (
  <WorkPanel title="The game" link={<TextLink to={gamePath(slug)}>Open preview page</TextLink>}>
    <dl className="grid divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0 phone:*:grid phone:*:grid-cols-[140px_minmax(0,1fr)]">
      <div>
        <dt className="font-semibold">Description</dt>
        <dd dir="auto" className="wrap-anywhere whitespace-pre-line text-muted">
          {description}
        </dd>
      </div>
      <div>
        <dt className="font-semibold">Warnings</dt>
        <dd className="text-muted">{warnings || 'All answered: none of the themes.'}</dd>
      </div>
      {category === 'NSFW' && (
        <>
          <div>
            <dt className="font-semibold">Ages</dt>
            <dd className="text-muted">
              {reviewerNotes.adultsStatedAt
                ? `Stated on ${showUtcDay(reviewerNotes.adultsStatedAt)}: everyone in a sexual scene is, and looks, 18 or older.`
                : 'Not stated.'}
            </dd>
          </div>
          <div>
            <dt className="font-semibold">Strongest scene</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-line text-muted">
              {reviewerNotes.strongestScene || 'Not told how to reach it.'}
            </dd>
          </div>
        </>
      )}
      <div>
        <dt className="font-semibold">Files</dt>
        <dd className="grid gap-1 text-muted">
          {files.length === 0 && 'None'}
          {files.map((file) => (
            <span key={file} className="wrap-anywhere">
              {file}
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt className="font-semibold">Price and tags</dt>
        <dd className="text-muted">{[price, category, ...tags].join(', ')}</dd>
      </div>
    </dl>
  </WorkPanel>
)

const Decisions = ({ approval: { decisions } }: { approval: ApprovalDetail }) => (
  <WorkPanel title="Decided before">
    <ul className="grid gap-4">
      {decisions.map(({ _id, kind, decidedAt, by, statement, note }) => (
        <li key={_id} className="grid gap-1 text-sm">
          <p className="font-semibold">
            {DECIDED_NAMES[kind]} by {by}, {showUtcMoment(decidedAt)}
          </p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-muted">
            {statement}
          </p>
          {note && <p className="text-faint">Note: {note}</p>}
        </li>
      ))}
    </ul>
  </WorkPanel>
)
