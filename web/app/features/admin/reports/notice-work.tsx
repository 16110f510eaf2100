import { gamePath } from '@nofiller/contract/catalog/paths'
import type { AdminNoticeDetail } from '@nofiller/contract/copyright/copyright'
import {
  DUE_STATES,
  FIELD_NAMES,
  type NoticeFields,
  noticeProblems,
} from '@nofiller/contract/copyright/copyright-rules'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { TextLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { CounterShown } from '../../copyright/counter-shown.tsx'
import { NOTICE_STATES } from '../../copyright/notice-labels.ts'
import { WorkColumns, WorkPage, WorkPanel } from '../work-page.tsx'
import { DecideNotice } from './decide-notice.tsx'
import { dueText } from './due.ts'

const KEY = 'GET /api/admin/copyright/:number'

/** A complete copyright notice, with its actions beside it. */
export default function NoticeWork({ number }: { number: string }) {
  const notice = useCall(KEY, { params: { number }, refetchOnWindowFocus: 'always' })
  return (
    <WorkPage
      back={{ to: '/admin/reports?state=notices', label: 'Copyright notices' }}
      title={notice.data ? `${number} · ${notice.data.title}` : number}
      state={notice.data && <State notice={notice.data} />}
    >
      <QueryView query={notice} error="Failed to load the notice">
        {(shown) => (
          <WorkColumns sidebar={<DecideNotice key={shown.state} notice={shown} />}>
            <Said notice={shown} />
            {shown.counter && <CounterShown counter={shown.counter} />}
            {shown.court && <Court number={number} court={shown.court} />}
            {shown.statement && <Told notice={shown} statement={shown.statement} />}
          </WorkColumns>
        )}
      </QueryView>
    </WorkPage>
  )
}

const State = ({ notice: { state, dueAt, restoreAt, court } }: { notice: AdminNoticeDetail }) => (
  <span>
    {NOTICE_STATES[state]}
    {DUE_STATES.some((due) => due === state) && ` · ${dueText(dueAt, currentTime())}`}
    {state === 'countered' && restoreAt && ` · back on ${showUtcDay(restoreAt)}`}
    {court && ` · filed on ${showUtcDay(court.filedOn)}`}
  </span>
)

/** The names of missing parts, in the order of the form. */
function missingOf(fields: NoticeFields): string {
  const problems = noticeProblems(fields)
  const names = Object.entries(FIELD_NAMES).flatMap(([name, words]) => (name in problems ? [words] : []))
  return new Intl.ListFormat('en').format(names)
}

function Said({ notice }: { notice: AdminNoticeDetail }) {
  const { fields } = notice
  const missing = missingOf(fields)
  return (
    <WorkPanel
      title={notice.cameByMail ? 'The notice, which came by mail' : 'The notice'}
      link={<TextLink to={gamePath(notice.gameId)}>Open the game</TextLink>}
    >
      {missing && <Note kind="warn">It lacks {missing}.</Note>}
      {!notice.isConfirmed && (
        <Note kind="warn">
          Nobody ever confirmed this email address. Make sure whose it is before you send it anything.
        </Note>
      )}
      <dl className="grid gap-3">
        <Fact name="It names" text={notice.named.join(', ')} />
        <Fact name="Their work" text={fields.works} />
        <Fact name="What is copied, and where" text={fields.material} />
        <Fact name="Address" text={fields.address} />
        <Fact name="Phone" text={fields.phone} />
        <Fact name="Email" text={fields.email} />
        <Fact name="Statements" text={statementsOf(fields)} />
        <Fact name="Signed" text={fields.signature} />
        <Fact name="Sent" text={showUtcMoment(notice.sentAt)} />
      </dl>
    </WorkPanel>
  )
}

const statementsOf = ({ goodFaith, accurate }: NoticeFields): string =>
  [goodFaith && 'Good faith', accurate && 'Accurate and authorized, under penalty of perjury']
    .filter(Boolean)
    .join('. ')

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text || '–'}
    </dd>
  </div>
)

type CourtProps = { number: string; court: NonNullable<AdminNoticeDetail['court']> }

function Court({ number, court: { reference, filedOn, hasDocument } }: CourtProps) {
  const form = useForm({
    initial: {},
    send: () => call('POST /api/admin/copyright/:number/court/document', { params: { number } }),
    onSent: ({ downloadUrl }) => window.location.assign(downloadUrl),
  })
  return (
    <WorkPanel title="Court action">
      <dl className="grid gap-3">
        <Fact name="Court and number" text={reference} />
        <Fact name="Filed on" text={showUtcDay(filedOn)} />
      </dl>
      {hasDocument ? (
        <Form form={form} className="grid justify-items-start gap-3">
          <FormNote form={form} />
          <SubmitButton form={form} kind="secondary">
            Download the document
          </SubmitButton>
        </Form>
      ) : (
        <p className="text-sm text-muted">Noted before the store kept documents.</p>
      )}
    </WorkPanel>
  )
}

const Told = ({ notice: { state }, statement }: { notice: AdminNoticeDetail; statement: string }) => (
  <WorkPanel title={state === 'returned' ? 'What we answered' : 'What the developer was told'}>
    <p dir="auto" className="whitespace-pre-line text-muted wrap-anywhere">
      {statement}
    </p>
  </WorkPanel>
)
